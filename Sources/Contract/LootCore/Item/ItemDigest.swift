import Basics

/// What an item holds, in 128 bits: two items with the same digest are the same in every field, to the byte. It is the
/// same in every process and in every store.
public struct ItemDigest: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The digest of an item: the beginning of a SHA-256. A field with its default is left out, so that a field that
    /// comes with a later version changes no digest.
    init(of item: Item) {
        var input = DigestInput()
        input.append(item)
        (high, low, _, _) = SHA256.digest(of: input.bytes.span)
    }

    /// The digest that `text` spells: 32 hexadecimal digits.
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
    /// The 32 digits, in lower case.
    public var description: String {
        var bytes: [UInt8] = []
        for word in [high, low] { Hexadecimal.append(word, digits: 16, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Item {
    /// What the item holds, in 128 bits.
    public var digest: ItemDigest { ItemDigest(of: self) }
}

/// An item as bytes that no other item has.
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
        // A whole amount is what was a whole number before there were amounts.
        case .amount(let value) where value.isWhole: append(.integer(value.whole))
        case .amount(let value):
            tagged(9) { input in
                input.number(UInt64(bitPattern: Int64(value.whole)))
                input.number(UInt64(bitPattern: Int64(value.tenThousandths)))
            }
        // There are two zeros, and they are equal.
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
