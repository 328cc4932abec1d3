import LootCore

/// The keys of an item's object, made from the field table: `id`, the fields in their order, `custom`, and
/// `itemKey`, under which the teaching app keeps an id. Codecs know a key by its slot in here.
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

    /// The bytes of all keys, by slot.
    private let keys: [[UInt8]]

    private init() {
        let fields = Field.all
        names = ["id"] + fields.map(\.key.rawValue) + ["custom", "itemKey"]
        access = fields.map(\.access)
        limits = fields.map(\.limits)
        listsFiles = fields.map { $0.traits.contains(.files) }
        namesThings = fields.map { !$0.traits.isDisjoint(with: [.photo, .currency, .period]) }
        custom = fields.count + 1
        legacyID = fields.count + 2
        keys = names.map { Array($0.utf8) }
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
    func slot(of bytes: Span<UInt8>, _ start: Int, _ end: Int, expected: Int) -> Int? {
        let key = bytes.extracting(start..<end)
        if expected < keys.count, isKey(expected, key) { return expected }
        for slot in keys.indices where isKey(slot, key) { return slot }
        return nil
    }

    private func isKey(_ slot: Int, _ bytes: Span<UInt8>) -> Bool {
        guard keys[slot].count == bytes.count else { return false }
        for index in bytes.indices where keys[slot][index] != bytes[index] { return false }
        return true
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
