import LootCore

/// The keys of an item's object, made from the field table: `id`, the fields in their order, `custom`, and
/// `itemKey`, under which the teaching app keeps an id. Codecs know a key by its slot in here.
///
/// A class, so that handing it to every function that reads a field costs one reference count and not four.
final class ItemKeys: Sendable {
    static let shared = ItemKeys()

    /// The slot of `id`. The field with index n has slot n + 1.
    static let id = 0

    // The slots of the core model's fields, the first ones of the table.
    static let name = 1
    static let value = 2
    static let serialNumber = 3
    static let dateCreated = 4
    /// The slot of `isFavorite`, behind which come the fields that few items have.
    static let lastCore = 5

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
    /// Whether a text names a photo, a currency or a period, which not every text does, by field index.
    let namesThings: [Bool]
    /// Whether a list is one of files, by field index.
    let listsFiles: [Bool]
    /// What whole numbers the fields take, by field index.
    let limits: [ClosedRange<Int>]
    /// The slot of `custom`.
    let custom: Int
    /// The slot of `itemKey`.
    let legacyID: Int

    private let packed: [PackedKey]
    private let members: [JSONMember]

    private init() {
        let fields = Field.all
        names = ["id"] + fields.map(\.key.rawValue) + ["custom", "itemKey"]
        access = fields.map(\.access)
        limits = fields.map(\.limits)
        listsFiles = fields.map { $0.traits.contains(.files) }
        namesThings = fields.map { !$0.traits.isDisjoint(with: [.photo, .currency, .period]) }
        custom = fields.count + 1
        legacyID = fields.count + 2
        packed = names.map { name in
            let bytes = Array(name.utf8)
            return PackedKey(bytes.span, 0, bytes.count)
        }
        members = names.map(JSONMember.init)
    }

    /// How long `"key":` is where it stands at `start` as programs write it, without space; 0 where that is not so.
    @inline(__always)
    func lengthOfMember(_ slot: Int, at start: Int, _ bytes: Span<UInt8>) -> Int {
        slot < members.count ? members[slot].length(at: start, bytes) : 0
    }

    /// The field in a slot; nil for `id`, `custom` and `itemKey`.
    func field(_ slot: Int) -> Field? { slot > 0 && slot < custom ? Field.all[slot - 1] : nil }

    /// The slot of the field that a key means which is none of ``names``; nil if it means none.
    func slot(meantBy key: String) -> Int? {
        if key.lowercased() == names[ItemKeys.id] { return ItemKeys.id }
        guard let field = Field.meant(by: key) else { return nil }
        return names.firstIndex(of: field.key.rawValue)
    }

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

extension Item {
    /// Fields without a value for which what stands under another of their names would be taken: they are written with a
    /// null, which says that they have none.
    var fieldsToClear: [FieldKey] {
        var keys: [FieldKey] = []
        for other in foreign {
            guard let field = Field.meant(by: other.key), !field.traits.contains(.alwaysWritten),
                !keys.contains(field.key), field.value(of: self) == nil || field.isDefault(in: self)
            else { continue }
            keys.append(field.key)
        }
        return keys
    }

    /// Whether it keeps a value under a key that no field has.
    func hasForeignKey(_ key: String) -> Bool { hasDetails && foreign.contains { $0.key == key } }
}

/// A key of a JSON object with its quotes and colon, as up to three words of eight bytes.
private struct JSONMember {
    private let words: (UInt64, UInt64, UInt64)
    private let masks: (UInt64, UInt64, UInt64)
    private let length: Int

    init(_ key: String) {
        let bytes = Array("\"\(key)\":".utf8)
        func word(_ number: Int) -> (UInt64, mask: UInt64) {
            var (word, mask): (UInt64, UInt64) = (0, 0)
            for index in min(number * 8, bytes.count)..<min(bytes.count, number * 8 + 8) {
                word |= UInt64(bytes[index]) << UInt64(index % 8 * 8)
                mask |= 0xFF << UInt64(index % 8 * 8)
            }
            return (word, mask)
        }
        // A longer key, which is not among ours today, is read the long way.
        length = bytes.count <= 24 ? bytes.count : 0
        let found = (word(0), word(1), word(2))
        words = (found.0.0, found.1.0, found.2.0)
        masks = (found.0.mask, found.1.mask, found.2.mask)
    }

    @inline(__always)
    func length(at start: Int, _ bytes: Span<UInt8>) -> Int {
        guard start + 24 <= bytes.count else { return 0 }
        let difference =
            ((bytes.wordWithin(at: start) & masks.0) ^ words.0)
            | ((bytes.wordWithin(at: start + 8) & masks.1) ^ words.1)
            | ((bytes.wordWithin(at: start + 16) & masks.2) ^ words.2)
        return difference == 0 ? length : 0
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
