import Basics

/// A 128-bit digest of an item. Items with equal digests are identical in all fields, byte by byte. The digest is the
/// same in all processes and stores.
public struct ItemDigest: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Computes the digest of an item, the first half of a SHA-256. Fields with default values are omitted, so that
    /// fields added in later versions don't change existing digests.
    init(of item: Item) {
        var input = DigestInput()
        input.append(item)
        (high, low, _, _) = SHA256.digest(of: input.bytes.span)
    }

    /// Parses 32 hexadecimal digits.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.dropFirst(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
    }
}

extension ItemDigest: CustomStringConvertible {
    /// The 32 hexadecimal digits in lower case.
    public var description: String {
        var bytes: [UInt8] = []
        for word in [high, low] { Hexadecimal.append(word, digits: 16, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Item {
    /// The digest of the item.
    public var digest: ItemDigest { ItemDigest(of: self) }
}

/// The serialized form of an item, which is unambiguous.
private struct DigestInput {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ item: Item) {
        bytes.reserveCapacity(256)
        number(item.id.high)
        number(item.id.low)
        for field in item.hasDetails ? Field.all : Field.core where !field.isDefault(in: item) {
            text(field.key.rawValue)
            if let value = field.value(of: item) { append(value) } else { tagged(0) { _ in } }
        }
        guard item.hasDetails else { return }
        let details = item.details
        for (name, value) in details.custom.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        {
            text(FieldKey.custom(name).rawValue)
            append(value)
        }
        if !details.foreign.isEmpty { append(.object(details.foreign)) }
    }

    private mutating func append(_ value: FieldValue) {
        switch value {
        case .text(let value): tagged(1) { $0.text(value) }
        case .integer(let value): tagged(2) { $0.number(UInt64(bitPattern: Int64(value))) }
        // Whole amounts are encoded like integers because earlier versions had no amounts.
        case .amount(let value) where value.isWhole: append(.integer(value.whole))
        case .amount(let value):
            tagged(9) { input in
                input.number(UInt64(bitPattern: Int64(value.whole)))
                input.number(UInt64(bitPattern: Int64(value.tenThousandths)))
            }
        // Positive and negative zero are equal.
        case .decimal(let value): tagged(3) { $0.number(value == 0 ? 0 : value.bitPattern) }
        case .flag(let value): tagged(value ? 5 : 4) { _ in }
        case .moment(let value): tagged(6) { $0.number(UInt64(bitPattern: value.secondsSinceEpoch)) }
        case .day(let value): tagged(7) { $0.number(UInt64(bitPattern: Int64(value.daysSinceEpoch))) }
        case .list(let values):
            tagged(8) { input in
                input.number(UInt64(values.count))
                for value in values { input.text(value) }
            }
        }
    }

    private mutating func append(_ value: ForeignValue) {
        switch value {
        case .null: tagged(16) { _ in }
        case .flag(let flag): tagged(flag ? 18 : 17) { _ in }
        case .number(let digits): tagged(19) { $0.text(digits) }
        case .text(let string): tagged(20) { $0.text(string) }
        case .moment(let moment): tagged(21) { $0.number(UInt64(bitPattern: moment.secondsSinceEpoch)) }
        case .data(let data):
            tagged(22) { input in
                input.number(UInt64(data.count))
                input.bytes += data
            }
        case .array(let values):
            tagged(23) { input in
                input.number(UInt64(values.count))
                for value in values { input.append(value) }
            }
        case .object(let fields):
            tagged(24) { input in
                input.number(UInt64(fields.count))
                for field in fields {
                    input.text(field.key)
                    input.append(field.value)
                }
            }
        }
    }

    private mutating func tagged(_ tag: UInt8, _ content: (inout DigestInput) -> Void) {
        bytes.append(tag)
        content(&self)
    }

    private mutating func text(_ text: String) {
        number(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func number(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
