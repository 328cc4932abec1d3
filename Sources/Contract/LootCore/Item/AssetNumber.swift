import TextSearch

/// An asset number that ends with digits: `A-0017` has the prefix `A-`, the count 17 and the width 4.
package struct AssetNumber: Hashable, Sendable, CustomStringConvertible {
    package let prefix: String
    package let count: Int
    /// The least number of digits. Smaller counts begin with zeros.
    package let width: Int

    package init(prefix: String, count: Int, width: Int) {
        self.prefix = prefix
        self.count = count
        self.width = width
    }

    /// Parses a number. Returns `nil` if it doesn't end with 1 to 18 digits.
    package init?(_ text: String) {
        let digits = text.utf8.reversed().prefix { $0 &- UInt8(ascii: "0") < 10 }.count
        guard (1...18).contains(digits), let count = Int(text.suffix(digits)) else { return nil }
        self.init(prefix: String(text.dropLast(digits)), count: count, width: digits)
    }

    /// Returns the number with another count.
    package func with(_ count: Int) -> AssetNumber { AssetNumber(prefix: prefix, count: count, width: width) }

    /// The number as text.
    package var description: String {
        let digits = String(count)
        return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns whether the other number has the same prefix.
    package func isAlike(_ other: AssetNumber) -> Bool { Folding.same(prefix, other.prefix) }
}
