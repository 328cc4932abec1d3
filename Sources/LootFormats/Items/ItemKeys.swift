import LootCore

/// The keys of an item's object, made from the field table: `id`, the fields in their order, `custom`, and
/// `itemKey`, under which the teaching app keeps an id. Codecs know a key by its slot in here.
///
/// A class, so that handing it to every function that reads a field costs one reference count and not four.
final class ItemKeys: Sendable {
    static let shared = ItemKeys()

    /// The slot of `id`. The field with index n has slot n + 1.
    static let id = 0

    /// The slot of the field whose text names a photo, which not every text does.
    static let photo = (Field.all.firstIndex { $0.traits.contains(.photo) } ?? -1) + 1

    /// The slots, as bits, of the fields that every item has and nothing stands in for: a file that has them without
    /// a value has not given them.
    static let mandatory = Field.all.enumerated().reduce(UInt64(0)) { bits, field in
        let isMandatory = field.element.traits.contains(.alwaysWritten) && field.element.defaultValue == nil
        return isMandatory ? bits | 1 << UInt64(field.offset + 1) : bits
    }

    /// All keys, by slot.
    let names: [String]
    /// How to read and write the fields, by field index.
    let access: [Field.Access]
    /// What whole numbers the fields take, by field index.
    let ranges: [ClosedRange<Int>]
    /// The slot of `custom`.
    let custom: Int
    /// The slot of `itemKey`.
    let legacyID: Int

    private let packed: [PackedKey]

    private init() {
        let fields = Field.all
        names = ["id"] + fields.map(\.key.rawValue) + ["custom", "itemKey"]
        access = fields.map(\.access)
        ranges = fields.map(\.range)
        custom = fields.count + 1
        legacyID = fields.count + 2
        packed = names.map { name in
            let bytes = Array(name.utf8)
            return PackedKey(bytes.span, 0, bytes.count)
        }
    }

    /// The field in a slot; nil for `id`, `custom` and `itemKey`.
    func field(_ slot: Int) -> Field? { slot > 0 && slot < custom ? Field.all[slot - 1] : nil }

    /// The slot of the key that stands between two bytes; nil if no field has it. `expected` is tried first: files
    /// have their keys in order, mostly.
    @inline(__always)
    func slot(of bytes: Span<UInt8>, _ start: Int, _ end: Int, expected: Int) -> Int? {
        let key = PackedKey(bytes, start, end)
        if expected < packed.count, packed[expected] == key, isSure(expected, bytes, start, end) {
            return expected
        }
        for slot in packed.indices where packed[slot] == key && isSure(slot, bytes, start, end) {
            return slot
        }
        return nil
    }

    @inline(__always)
    private func isSure(_ slot: Int, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        end - start <= 16 || bytes.text(start, end) == names[slot]
    }
}

/// A key's length and first sixteen bytes: the whole of it for all but long keys, compared in three instructions.
private struct PackedKey: Equatable {
    private let first: UInt64
    private let second: UInt64
    private let length: Int

    @inline(__always)
    init(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        length = end - start
        first = PackedKey.word(bytes, start, end)
        second = length > 8 ? PackedKey.word(bytes, start + 8, end) : 0
    }

    /// Up to eight bytes as a number.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        if start + 8 <= bytes.count {
            let word = bytes.word(at: start)
            return end - start >= 8 ? word : word & ((1 << UInt64((end - start) * 8)) &- 1)
        }
        var word: UInt64 = 0
        for index in start..<end { word |= UInt64(bytes[index]) << UInt64((index - start) * 8) }
        return word
    }
}
