import LootCore

/// Reads values in a format for the item builder.
protocol ItemValueReader {
    /// The position of the next value.
    var place: Int { get }
    /// Reads a null. Returns `false` if the next value isn't null.
    mutating func readNull(_ bytes: Span<UInt8>) -> Bool
    /// Reads a string. `isPlain` is true if it consists of printable ASCII characters.
    mutating func text(_ bytes: Span<UInt8>) throws(Fault) -> (text: String, isPlain: Bool)
    /// Reads an ID. If the next value isn't an ID, returns `nil` without consuming it.
    mutating func id(_ bytes: Span<UInt8>) throws(Fault) -> ItemID?
    mutating func integer(_ bytes: Span<UInt8>) throws(Fault) -> Int
    mutating func amount(_ bytes: Span<UInt8>) throws(Fault) -> Amount
    mutating func flag(_ bytes: Span<UInt8>) throws(Fault) -> Bool
    mutating func moment(_ bytes: Span<UInt8>) throws(Fault) -> Moment
    mutating func day(_ bytes: Span<UInt8>) throws(Fault) -> Day
    mutating func list(_ bytes: Span<UInt8>) throws(Fault) -> [String]
    /// Reads a value of any type.
    mutating func tree(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue
}

extension ItemValueReader {
    mutating func files(_ bytes: Span<UInt8>) throws(Fault) -> [FileEntry] {
        let place = place
        if let files = FileEntries.files(try tree(bytes)) { return files }
        throw Fault(FileEntries.expectation, at: place)
    }
}

/// Builds an item from keys and values, in any order and format.
struct ItemBuilder {
    private var seen: UInt64 = 0
    /// The seen slots with a null value.
    private var nulls: UInt64 = 0
    private var hasID = false
    /// The rarely used data, stored separately to keep the builder small.
    private var rest: Rest?

    private final class Rest {
        var legacyID: String?
        /// The ID from another program.
        var originalID: ForeignValue?
        var foreign: [ForeignField] = []
        var keys = SeenKeys()
    }

    /// The key for an ID from another program.
    private static let originalID = "originalID"

    /// Reads the value of a known key.
    mutating func take(
        _ slot: Int, of keys: ItemKeys, keyAt keyPlace: Int, from reader: inout some ItemValueReader,
        into item: inout Item, _ bytes: Span<UInt8>
    ) throws(Fault) {
        let bit: UInt64 = 1 &<< UInt64(slot)
        if seen & bit != 0 { throw Fault("The key “\(keys.names[slot])” occurs twice.", at: keyPlace) }
        seen |= bit
        if slot == ItemKeys.id {
            if let id = try reader.id(bytes) {
                identify(&item, id)
            } else {
                try readOriginalID(from: &reader, into: &item, bytes)
            }
        } else if slot < keys.custom {
            if readNull(slot, from: &reader, bytes) {
                if slot == ItemKeys.value { item.value = nil }
                return
            }
            if slot <= ItemKeys.lastCore {
                try readCore(slot, of: keys, from: &reader, into: &item, bytes)
            } else {
                try readField(slot, of: keys, from: &reader, into: &item, bytes)
            }
        } else {
            try readOther(slot, of: keys, from: &reader, into: &item, bytes)
        }
    }

    /// Whether the value of a known key was read.
    func has(_ slot: Int) -> Bool { seen & 1 &<< UInt64(slot) != 0 }

    private mutating func identify(_ item: inout Item, _ id: ItemID) {
        item.id = id
        hasID = true
    }

    /// Reads an ID from another program, such as a number, and derives an item ID from it. The same value always
    /// results in the same ID.
    private mutating func readOriginalID(
        from reader: inout some ItemValueReader, into item: inout Item, _ bytes: Span<UInt8>
    ) throws(Fault) {
        let original = ForeignValue(try reader.tree(bytes))
        if original == .null || original == .text("") { return }
        var text: [UInt8] = []
        original.appendJSON(to: &text)
        identify(&item, ItemID(standingFor: text))
        makeRest().originalID = original
    }

    /// Reads a field of the core model. Large files mostly consist of these, so they are set directly, without the
    /// field table.
    private func readCore(
        _ slot: Int, of keys: ItemKeys, from reader: inout some ItemValueReader, into item: inout Item,
        _ bytes: Span<UInt8>
    ) throws(Fault) {
        let place = reader.place
        switch slot {
        case ItemKeys.name, ItemKeys.serialNumber:
            let (text, isPlain) = try reader.text(bytes)
            if !isPlain { try check(.text(text), slot, keys, at: place) }
            if slot == ItemKeys.name { item.name = text } else { item.serialNumber = text }
        case ItemKeys.value: item.value = try reader.amount(bytes)
        case ItemKeys.dateCreated: item.dateCreated = try reader.moment(bytes)
        default: item.isFavorite = try reader.flag(bytes)
        }
    }

    /// Reads a field that few items have.
    private func readField(
        _ slot: Int, of keys: ItemKeys, from reader: inout some ItemValueReader, into item: inout Item,
        _ bytes: Span<UInt8>
    ) throws(Fault) {
        let place = reader.place
        switch keys.access[slot - 1] {
        case .text(_, let set):
            let (text, isPlain) = try reader.text(bytes)
            if !isPlain || keys.namesThings[slot - 1] {
                try check(.text(text), slot, keys, at: place)
            }
            set(&item, text)
        case .integer(_, let set):
            let number = try reader.integer(bytes)
            if !keys.limits[slot - 1].contains(number) { try check(.integer(number), slot, keys, at: place) }
            set(&item, number)
        case .amount(_, let set):
            set(&item, try reader.amount(bytes))
        case .flag(_, let set):
            set(&item, try reader.flag(bytes))
        case .moment(_, let set):
            set(&item, try reader.moment(bytes))
        case .day(_, let set):
            set(&item, try reader.day(bytes))
        case .list(_, let set):
            if keys.listsFiles[slot - 1] {
                item.files = try reader.files(bytes)
                return
            }
            let list = try reader.list(bytes)
            try check(.list(list), slot, keys, at: place)
            set(&item, list)
        }
    }

    private mutating func readNull(
        _ slot: Int, from reader: inout some ItemValueReader, _ bytes: Span<UInt8>
    ) -> Bool {
        guard reader.readNull(bytes) else { return false }
        nulls |= 1 &<< UInt64(slot)
        return true
    }

    private func check(_ value: FieldValue, _ slot: Int, _ keys: ItemKeys, at place: Int) throws(Fault) {
        guard let field = keys.field(slot) else { return }
        do { try field.check(value) } catch { throw Fault(error, at: place) }
    }

    private mutating func readOther(
        _ slot: Int, of keys: ItemKeys, from reader: inout some ItemValueReader, into item: inout Item,
        _ bytes: Span<UInt8>
    ) throws(Fault) {
        let value = try reader.tree(bytes)
        if slot == keys.custom {
            item.custom = try CustomFields.read(value)
        } else if case .text(let text) = value.content {
            makeRest().legacyID = text
            if !hasID, let id = ItemID(text) { identify(&item, id) }
        } else {
            makeRest().foreign.append(ForeignField(keys.names[slot], ForeignValue(value)))
        }
    }

    /// Reads the value of an unknown key.
    mutating func readForeign(
        _ key: String, keyAt keyPlace: Int, from reader: inout some ItemValueReader, _ bytes: Span<UInt8>
    ) throws(Fault) {
        let rest = makeRest()
        try rest.keys.insert(key, at: keyPlace)
        try ForeignValue.checkKey(key, at: keyPlace)
        rest.foreign.append(ForeignField(key, ForeignValue(try reader.tree(bytes))))
    }

    private mutating func makeRest() -> Rest {
        if let rest { return rest }
        let rest = Rest()
        self.rest = rest
        return rest
    }

    /// Finishes the item. `missingID` is only called if the file contains no ID.
    func finish(
        _ item: inout Item, at bytes: Range<Int>, missingID: @autoclosure () -> ItemID
    ) throws(Fault) -> ReadItem {
        if seen == 0 {
            throw Fault(
                .invalidValue,
                "This entry contains none of the fields of an item, such as “name” or “value”.",
                field: "name",
                at: bytes.lowerBound)
        }
        if let rest { take(rest, into: &item) }
        if !hasID { item.id = missingID() }
        return ReadItem(
            item: item, hasID: hasID, given: seen & ~(nulls & ItemKeys.mandatory), bytes: bytes)
    }

    private func take(_ rest: Rest, into item: inout Item) {
        // If there is another ID, or the value isn't a valid ID, it is kept as an unknown field.
        if let legacyID = rest.legacyID, !hasID || ItemID(legacyID) != item.id {
            let keys = ItemKeys.shared
            rest.foreign.insert(ForeignField(keys.names[keys.legacyID], .text(legacyID)), at: 0)
        }
        if let originalID = rest.originalID {
            var key = ItemBuilder.originalID
            while rest.foreign.contains(where: { $0.key == key }) { key += "_" }
            rest.foreign.insert(ForeignField(key, originalID), at: 0)
        }
        if !rest.foreign.isEmpty { item.foreign = rest.foreign }
    }
}
