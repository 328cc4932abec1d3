/// The number in a product's barcode (EAN-8, UPC-A, EAN-13 or GTIN-14) with its check digit.
///
/// ```swift
/// try Barcode("0-36000-29145-2") == Barcode("0036000291452")   // the same product
/// ```
public struct Barcode: Hashable, Sendable, CustomStringConvertible {
    /// The digits in the shortest of the lengths 8, 12, 13 and 14.
    public let digits: String

    /// Parses a printed barcode. Spaces and hyphens are ignored.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`. If the check digit is wrong, the message contains the
    ///   correct one.
    public init(_ text: String) throws(LootError) {
        func refusal(
            _ reason: Message, advice: Message = "Enter the number that is printed below the bars."
        ) -> LootError {
            LootError(
                .invalidValue, "Can't read the barcode “\(TextRules.visible(text))”.", reason: reason,
                advice: advice, field: Barcode.field)
        }
        let code = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard code.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw refusal("It contains characters other than digits.")
        }
        guard Barcode.lengths.contains(code.count) else {
            throw refusal("It has \(code.count, one: "digit", other: "digits") instead of 8, 12, 13 or 14.")
        }
        // From the right, every second digit has a weight of three.
        let sum = code.dropLast().reversed().enumerated().reduce(0) { sum, digit in
            sum + Int(digit.element - UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
        }
        let check = (10 - sum % 10) % 10
        guard code.last == UInt8(ascii: "0") + UInt8(check) else {
            throw refusal(
                "Its last digit must be \(check) if the others are correct.", advice: "Check each digit.")
        }
        let zeros = code.prefix { $0 == UInt8(ascii: "0") }.count
        let length = Barcode.lengths.first { $0 >= code.count - zeros } ?? code.count
        digits = String(decoding: code.suffix(length), as: UTF8.self)
    }

    /// The digits.
    public var description: String { digits }

    /// The custom field that contains the barcode.
    package static let field = FieldKey.custom("barcode")

    /// A filter for the items with the barcode in any length.
    package var filter: Filter {
        let spellings = Barcode.lengths.filter { $0 >= digits.count }.map { length in
            String(repeating: "0", count: length - digits.count) + digits
        }
        return .any(spellings.map { .compare(Barcode.field, .equal, .text($0)) })
    }

    private static let lengths = [8, 12, 13, 14]
}
