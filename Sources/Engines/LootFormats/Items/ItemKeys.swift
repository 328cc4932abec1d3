import LootCore

/// The keys of an item: `id`, the fields of the field table in order, `custom`, and `itemKey`, which the classic app
/// uses for an ID. Codecs identify a key by its slot.
final class ItemKeys: Sendable {
    static let shared = ItemKeys()

    /// The slot of `id`. The field with index n has slot n + 1.
    static let id = 0

    // The slots of the core model's fields, the first ones of the table.
    static let name = 1
    static let value = 2
    static let serialNumber = 3
    static let dateCreated = 4
    /// The slot of `isFavorite`. The slots after it are for fields that few items have.
    static let lastCore = 5

    /// The bits of the fields that all items have and that have no default. A null value for one of them counts as
    /// missing.
    static let mandatory = Field.all.enumerated().reduce(UInt64(0)) { bits, field in
        let isMandatory = field.element.traits.contains(.alwaysWritten) && field.element.defaultValue == nil
        return isMandatory ? bits | 1 << UInt64(field.offset + 1) : bits
    }

    /// All keys, by slot.
    let names: [String]
    /// The accessors of the fields, by field index.
    let access: [Field.Access]
    /// Whether a string must be a valid photo, currency, period or depreciation, by field index.
    let namesThings: [Bool]
    /// Whether a list contains files, by field index.
    let listsFiles: [Bool]
    /// The valid ranges of integers, by field index.
    let limits: [ClosedRange<Int>]
    /// The slot of `custom`.
    let custom: Int
    /// The slot of `itemKey`.
    let legacyID: Int

    /// The bytes of all keys, by slot.
    private let keys: [[UInt8]]
    /// The bytes of all keys in JSON, with quotation marks and a colon, by slot.
    private let quotedKeys: [[UInt8]]

    private init() {
        let fields = Field.all
        names = ["id"] + fields.map(\.key.rawValue) + ["custom", "itemKey"]
        access = fields.map(\.access)
        limits = fields.map(\.limits)
        listsFiles = fields.map { $0.traits.contains(.files) }
        namesThings = fields.map { !$0.traits.isDisjoint(with: .formatted) }
        custom = fields.count + 1
        legacyID = fields.count + 2
        keys = names.map { Array($0.utf8) }
        quotedKeys = names.map { Array("\"\($0)\":".utf8) }
    }

    /// Returns the field of a slot, or `nil` for `id`, `custom` and `itemKey`.
    func field(_ slot: Int) -> Field? { slot > 0 && slot < custom ? Field.all[slot - 1] : nil }

    /// Returns the slot of the field with an alternative name, or `nil` if there is none.
    func slot(meantBy key: String) -> Int? {
        if key.lowercased() == names[ItemKeys.id] { return ItemKeys.id }
        guard let field = Field.meant(by: key) else { return nil }
        return names.firstIndex(of: field.key.rawValue)
    }

    /// Returns the slot of the key in a range of bytes, or `nil` if it is unknown. `expected` is compared first,
    /// because most files have their keys in order.
    func slot(of bytes: Span<UInt8>, _ start: Int, _ end: Int, expected: Int) -> Int? {
        let key = bytes.extracting(start..<end)
        if expected < keys.count, isKey(expected, key) { return expected }
        for slot in keys.indices where isKey(slot, key) { return slot }
        return nil
    }

    /// Returns the end of the quoted key of a slot and its colon, or `nil` if the bytes at `start` are different.
    func endOfKey(_ slot: Int, at start: Int, _ bytes: Span<UInt8>) -> Int? {
        guard slot < quotedKeys.count else { return nil }
        let key = quotedKeys[slot]
        guard key.count <= bytes.count - start else { return nil }
        let found = bytes.extracting(start..<start + key.count)
        for index in key.indices where key[index] != found[index] { return nil }
        return start + key.count
    }

    private func isKey(_ slot: Int, _ bytes: Span<UInt8>) -> Bool {
        guard keys[slot].count == bytes.count else { return false }
        for index in bytes.indices where keys[slot][index] != bytes[index] { return false }
        return true
    }
}

extension Item {
    /// The unset fields for which a value under an alternative name would be read instead. They are written as null,
    /// so that they remain unset.
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

    /// Whether the item has an unknown field with the given key.
    func hasForeignKey(_ key: String) -> Bool { hasDetails && foreign.contains { $0.key == key } }
}
