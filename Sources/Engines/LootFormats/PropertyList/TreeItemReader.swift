import LootCore

/// Reads items from trees, the intermediate form of binary property lists.
struct TreeItemReader: ItemValueReader {
    private var value: DocumentValue

    /// Reads an item from a dictionary.
    static func item(
        _ value: DocumentValue, index: Int, _ bytes: Span<UInt8>, _ options: ReadOptions
    ) throws(Fault) -> ReadItem {
        let place = value.position.byte
        guard case .object(let entries) = value.content else {
            throw Fault(.invalidValue, "This must be an item (a dictionary).", at: place)
        }
        let keys = ItemKeys.shared
        var builder = ItemBuilder()
        var item = Item.blank
        item.dateCreated = options.dateCreated
        var aliased = AliasedValues<TreeItemReader>(keys, options)
        for entry in entries {
            var reader = TreeItemReader(value: entry.value)
            let keyPlace = entry.keyPosition.byte
            let name = Array(entry.key.utf8)
            if let slot = keys.slot(of: name.span, 0, name.count, expected: 0) {
                try builder.take(slot, of: keys, keyAt: keyPlace, from: &reader, into: &item, bytes)
            } else {
                try aliased.take(entry.key, keyAt: keyPlace, from: &reader, into: &builder, bytes)
            }
        }
        try aliased.settle(in: &builder, into: &item, bytes)
        return try builder.finish(&item, at: place..<place + 1, missingID: options.missingID(index))
    }

    var place: Int { value.position.byte }

    private func refusal(_ reason: Message) -> Fault {
        Fault(.invalidValue, reason, at: place)
    }

    func readNull(_ bytes: Span<UInt8>) -> Bool {
        switch value.content {
        case .null: true
        case .object: ForeignValue(value) == .null
        default: false
        }
    }

    func text(_ bytes: Span<UInt8>) throws(Fault) -> (text: String, isPlain: Bool) {
        guard case .text(let text) = value.content else { throw refusal(Expectation.text) }
        return (text, false)
    }

    func id(_ bytes: Span<UInt8>) throws(Fault) -> ItemID? {
        if case .text(let text) = value.content { ItemID(text) } else { nil }
    }

    func integer(_ bytes: Span<UInt8>) throws(Fault) -> Int {
        guard case .number(let digits) = value.content, let number = Int(digits) else {
            throw refusal(Expectation.integer64)
        }
        return number
    }

    func amount(_ bytes: Span<UInt8>) throws(Fault) -> Amount {
        switch value.content {
        // An amount that a `Double` can't represent exactly is stored as text.
        case .number(let digits), .text(let digits):
            if let amount = Amount(digits) { return amount }
        default: break
        }
        throw refusal(Expectation.amount)
    }

    func flag(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        guard case .flag(let flag) = value.content else { throw refusal(Expectation.flag) }
        return flag
    }

    func moment(_ bytes: Span<UInt8>) throws(Fault) -> Moment {
        guard case .moment(let moment) = value.content else { throw refusal("This must be a date.") }
        return moment
    }

    func day(_ bytes: Span<UInt8>) throws(Fault) -> Day {
        guard case .text(let text) = value.content, let day = Day(text) else {
            throw refusal("This must be a date like 2026-11-20.")
        }
        return day
    }

    func list(_ bytes: Span<UInt8>) throws(Fault) -> [String] {
        guard case .array(let values) = value.content else { throw refusal(Expectation.list) }
        var texts: [String] = []
        for value in values {
            guard case .text(let text) = value.content else { throw refusal(Expectation.list) }
            texts.append(text)
        }
        return texts
    }

    func tree(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue { value }
}
