import LootCore

/// What a format's parser offers the builder: the value that comes next, as what the field expects.
protocol ItemValueReader {
    /// Where the next value begins.
    var place: Int { get }
    /// Reads a null, if one stands here.
    mutating func takeNull(_ bytes: Span<UInt8>) -> Bool
    /// Reads text; `isPlain` tells that it is printable ASCII.
    mutating func text(_ bytes: Span<UInt8>) throws(Fault) -> (text: String, isPlain: Bool)
    /// Reads an id; nil if what stands here is none, and still comes next.
    mutating func id(_ bytes: Span<UInt8>) throws(Fault) -> ItemID?
    /// Reads a whole number.
    mutating func integer(_ bytes: Span<UInt8>) throws(Fault) -> Int
    /// Reads an amount.
    mutating func amount(_ bytes: Span<UInt8>) throws(Fault) -> Amount
    /// Reads yes or no.
    mutating func flag(_ bytes: Span<UInt8>) throws(Fault) -> Bool
    /// Reads a moment.
    mutating func moment(_ bytes: Span<UInt8>) throws(Fault) -> Moment
    /// Reads a day.
    mutating func day(_ bytes: Span<UInt8>) throws(Fault) -> Day
    /// Reads texts.
    mutating func list(_ bytes: Span<UInt8>) throws(Fault) -> [String]
    /// Reads any value at all.
    mutating func tree(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue
}

extension ItemValueReader {
    /// Reads an item's files.
    mutating func files(_ bytes: Span<UInt8>) throws(Fault) -> [FileEntry] {
        let place = place
        if let files = FileEntries.files(try tree(bytes)) { return files }
        throw Fault("\(FileEntries.expectation) should stand here", at: place)
    }
}

/// Builds an item from the keys and values of its object, in any order and format.
struct ItemBuilder {
    private var seen: UInt64 = 0
    /// Of the slots seen, those with a null.
    private var nulls: UInt64 = 0
    private var hasID = false
    /// What few items have, kept apart so that handing the builder on costs little.
    private var rest: Rest?

    private final class Rest {
        var legacyID: String?
        /// What another program has for an id.
        var originalID: ForeignValue?
        var foreign: [ForeignField] = []
        var keys = KeysSeen()
    }

    /// The key under which an item keeps what another program had for its id.
    private static let originalID = "originalID"

    /// Takes the value of a known key.
    mutating func take(
        _ slot: Int, of keys: ItemKeys, keyAt keyPlace: Int, from reader: inout some ItemValueReader,
        into item: inout Item, _ bytes: Span<UInt8>
    ) throws(Fault) {
        let bit: UInt64 = 1 &<< UInt64(slot)
        if seen & bit != 0 { throw Fault("the key “\(keys.names[slot])” is here twice", at: keyPlace) }
        seen |= bit
        if slot == ItemKeys.id {
            if let id = try reader.id(bytes) {
                identify(&item, id)
            } else {
                try takeOriginalID(from: &reader, into: &item, bytes)
            }
        } else if slot < keys.custom {
            if takeNull(slot, from: &reader, bytes) {
                if slot == ItemKeys.value { item.value = nil }
                return
            }
            if slot <= ItemKeys.lastCore {
                try takeCore(slot, of: keys, from: &reader, into: &item, bytes)
            } else {
                try takeField(slot, of: keys, from: &reader, into: &item, bytes)
            }
        } else {
            try takeOther(slot, of: keys, from: &reader, into: &item, bytes)
        }
    }

    /// Whether the value of a known key was taken.
    func has(_ slot: Int) -> Bool { seen & 1 &<< UInt64(slot) != 0 }

    private mutating func identify(_ item: inout Item, _ id: ItemID) {
        item.id = id
        hasID = true
    }

    /// Takes what another program has for an id, such as a number: one of ours stands for it, the same at each reading.
    private mutating func takeOriginalID(
        from reader: inout some ItemValueReader, into item: inout Item, _ bytes: Span<UInt8>
    ) throws(Fault) {
        let original = ForeignValue(try reader.tree(bytes))
        if original == .null || original == .text("") { return }
        var text: [UInt8] = []
        original.appendJSON(to: &text)
        identify(&item, ItemID(standingFor: text))
        needRest().originalID = original
    }

    /// Takes a field of the core model: nearly all that a large file holds, so they are set without a look at how the
    /// table would do it.
    private func takeCore(
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

    /// Takes a field that few items have.
    private func takeField(
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

    private mutating func takeNull(
        _ slot: Int, from reader: inout some ItemValueReader, _ bytes: Span<UInt8>
    ) -> Bool {
        guard reader.takeNull(bytes) else { return false }
        nulls |= 1 &<< UInt64(slot)
        return true
    }

    private func check(_ value: FieldValue, _ slot: Int, _ keys: ItemKeys, at place: Int) throws(Fault) {
        guard let field = keys.field(slot) else { return }
        do { try field.check(value) } catch { throw Fault(error, at: place) }
    }

    private mutating func takeOther(
        _ slot: Int, of keys: ItemKeys, from reader: inout some ItemValueReader, into item: inout Item,
        _ bytes: Span<UInt8>
    ) throws(Fault) {
        let value = try reader.tree(bytes)
        if slot == keys.custom {
            item.custom = try CustomFields.read(value)
        } else if case .text(let text) = value.content {
            needRest().legacyID = text
            if !hasID, let id = ItemID(text) { identify(&item, id) }
        } else {
            needRest().foreign.append(ForeignField(keys.names[slot], ForeignValue(value)))
        }
    }

    /// Takes the value of a key that no field has.
    mutating func takeForeign(
        _ key: String, keyAt keyPlace: Int, from reader: inout some ItemValueReader, _ bytes: Span<UInt8>
    ) throws(Fault) {
        let rest = needRest()
        try rest.keys.insert(key, at: keyPlace)
        try ForeignValue.checkKey(key, at: keyPlace)
        rest.foreign.append(ForeignField(key, ForeignValue(try reader.tree(bytes))))
    }

    private mutating func needRest() -> Rest {
        if let rest { return rest }
        let rest = Rest()
        self.rest = rest
        return rest
    }

    /// Finishes the item, which stands at this place in the file. The id is made only if the file gave none.
    func finish(
        _ item: inout Item, at bytes: Range<Int>, missingID: @autoclosure () -> ItemID
    ) throws(Fault) -> ReadItem {
        if seen == 0 {
            throw Fault(.invalidValue, "nothing here belongs to an item", field: "name", at: bytes.lowerBound)
        }
        if let rest { take(rest, into: &item) }
        if !hasID { item.id = missingID() }
        return ReadItem(
            item: item, hasID: hasID, given: seen & ~(nulls & ItemKeys.mandatory), bytes: bytes)
    }

    private func take(_ rest: Rest, into item: inout Item) {
        // Beside an id of its own, or when it is none, the other key is just something to keep.
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
