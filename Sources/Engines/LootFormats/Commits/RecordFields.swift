import LootCore

/// The encoded keys of the built-in fields, computed once, because a commit can contain a million items.
final class RecordFields: Sendable {
    static let shared = RecordFields()

    /// The keys with their lengths, by field index.
    let keys: [[UInt8]]
    /// The concatenated keys, and the end of each key after an initial 0.
    let allKeys: [UInt8]
    let ends: [Int]
    /// The accessors of the fields, by field index.
    let access: [Field.Access]
    /// The default values, by field index.
    let defaults: [FieldValue?]

    private init() {
        keys = Field.all.map { field in
            var writer = RecordWriter()
            writer.text(field.key.rawValue)
            return writer.bytes
        }
        allKeys = keys.flatMap(\.self)
        ends = keys.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        access = Field.all.map(\.access)
        defaults = Field.all.map(\.defaultValue)
    }
}

extension RecordWriter {
    /// Writes an item: its ID, the built-in fields with other values than the default, and the details if there are
    /// any.
    mutating func item(_ item: Item) {
        id(item.id)
        let fields = RecordFields.shared
        let candidates = item.hasDetails ? fields.keys.count : Field.core.count
        // The number of fields is filled in later. It always fits in one byte.
        let place = reserve()
        var written: UInt8 = 0
        for index in 0..<candidates where field(index, of: item, fields) { written += 1 }
        fill(place, with: written)
        guard item.hasDetails else { return byte(0) }
        byte(1)
        count(item.custom.count)
        for (name, value) in item.custom.sorted(by: { $0.key < $1.key }) {
            text(name)
            self.value(value)
        }
        foreign(item.foreign)
    }

    /// Writes a built-in field with its key. Returns `false` without writing anything if it has its default value.
    @inline(__always)
    private mutating func field(_ index: Int, of item: Item, _ fields: RecordFields) -> Bool {
        let value: FieldValue?
        switch fields.access[index] {
        case .text(let get, _):
            guard let text = get(item) else { return false }
            value = .text(text)
        case .integer(let get, _):
            guard let number = get(item) else { return false }
            if case .integer(number) = fields.defaults[index] { return false }
            value = .integer(number)
        case .amount(let get, _):
            let amount = get(item)
            if amount == nil, fields.defaults[index] == nil { return false }
            if let amount, case .amount(amount) = fields.defaults[index] { return false }
            value = amount.map(FieldValue.amount)
        case .flag(let get, _):
            let flag = get(item)
            if case .flag(flag) = fields.defaults[index] { return false }
            value = .flag(flag)
        case .moment(let get, _):
            guard let moment = get(item) else { return false }
            value = .moment(moment)
        case .day(let get, _):
            guard let day = get(item) else { return false }
            value = .day(day)
        case .list(let get, _):
            let list = get(item)
            if list.isEmpty { return false }
            value = .list(list)
        }
        let keys = fields.allKeys
        spelled(keys.span.extracting(fields.ends[index]..<fields.ends[index + 1]))
        self.value(value)
        return true
    }
}

extension RecordReader {
    mutating func item() throws(Malformed) -> Item {
        var item = Item(id: try id())
        let fields = RecordFields.shared
        let count = try count()
        var next = 0
        for _ in 0..<count {
            // The fields are in the order of the table, so only a few keys have to be compared.
            while next < fields.keys.count, !take(fields.keys[next]) { next += 1 }
            guard next < fields.keys.count else { throw Malformed() }
            try set(try value(), for: next, in: &item, fields)
            next += 1
        }
        switch try byte() {
        case 0: return item
        case 1: break
        default: throw Malformed()
        }
        var details = item.details
        let names = try self.count()
        for _ in 0..<names {
            let name = try text()
            details.custom[name] = try value()
        }
        details.foreign = try foreignFields(depth: 0)
        item.details = details
        return item
    }

    @inline(__always)
    private func set(
        _ value: FieldValue?, for index: Int, in item: inout Item, _ fields: RecordFields
    ) throws(Malformed) {
        switch (fields.access[index], value) {
        case (.text(_, let set), .text(let text)):
            let isMultiline = Field.all[index].traits.contains(.multiline)
            if TextRules.firstRefused(in: text, allowingLines: isMultiline) != nil { throw Malformed() }
            set(&item, text)
        case (.integer(_, let set), .integer(let number)):
            guard Field.all[index].limits.contains(number) else { throw Malformed() }
            set(&item, number)
        case (.amount(_, let set), .amount(let amount)): set(&item, amount)
        case (.amount(_, let set), .integer(let number)): set(&item, Amount(number))
        case (.amount(_, let set), nil): set(&item, nil)
        case (.flag(_, let set), .flag(let flag)): set(&item, flag)
        case (.moment(_, let set), .moment(let moment)): set(&item, moment)
        case (.day(_, let set), .day(let day)): set(&item, day)
        case (.list(_, let set), .list(let list)):
            for text in list
            where text.isEmpty || TextRules.firstRefused(in: text, allowingLines: false) != nil {
                throw Malformed()
            }
            set(&item, list)
        default: throw Malformed()
        }
    }
}
