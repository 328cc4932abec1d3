import LootCore

/// Parses items from JSON objects.
struct JSONItemParser: ItemValueReader, ItemParser {
    var scanner: JSONScanner
    private let keys = ItemKeys.shared
    private let options: ReadOptions
    /// The number of entries read so far.
    var index = 0

    var position: Int {
        get { scanner.position }
        set { scanner.position = newValue }
    }

    init(at position: Int = 0, allowsComments: Bool, _ options: ReadOptions) {
        scanner = JSONScanner(at: position, allowsComments: allowsComments)
        self.options = options
    }

    mutating func item(_ bytes: Span<UInt8>) throws(Fault) -> ReadItem {
        let start = scanner.position
        guard scanner.take(UInt8(ascii: "{"), bytes) else {
            throw Fault(.invalidValue, "This must be an item (an object).", at: start)
        }
        let keys = keys
        var builder = ItemBuilder()
        var item = Item.blank
        item.dateCreated = options.dateCreated
        var aliased: AliasedValues<JSONItemParser>?
        var expected = 0
        try scanner.skipSpace(bytes)
        if !scanner.take(UInt8(ascii: "}"), bytes) {
            repeat {
                let keyPlace = scanner.position
                // Most files have their keys in order.
                if let end = keys.endOfKey(expected, at: keyPlace, bytes) {
                    scanner.position = end
                    try scanner.skipSpace(bytes)
                    try builder.take(expected, of: keys, keyAt: keyPlace, from: &self, into: &item, bytes)
                    expected += 1
                    continue
                }
                let key = try scanner.string(bytes)
                try scanner.skipColon(bytes)
                try scanner.skipSpace(bytes)
                let slot =
                    key.isEscaped
                    ? try slotOfEscaped(key, bytes)
                    : keys.slot(of: bytes, key.start, key.end, expected: expected)
                if let slot {
                    expected = slot + 1
                    try builder.take(slot, of: keys, keyAt: keyPlace, from: &self, into: &item, bytes)
                } else {
                    let name = try scanner.text(key, bytes)
                    if aliased == nil { aliased = AliasedValues(keys, options) }
                    try aliased?.take(name, keyAt: keyPlace, from: &self, into: &builder, bytes)
                }
            } while try scanner.readSeparator(closing: UInt8(ascii: "}"), bytes)
            try aliased?.settle(in: &builder, into: &item, bytes)
        }
        return try builder.finish(
            &item, at: start..<scanner.position, missingID: options.missingID(index))
    }

    mutating func goToNext(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        try scanner.readSeparator(closing: UInt8(ascii: "]"), bytes)
    }

    private func slotOfEscaped(_ key: JSONScanner.Text, _ bytes: Span<UInt8>) throws(Fault) -> Int? {
        let name = Array(try scanner.text(key, bytes).utf8)
        return keys.slot(of: name.span, 0, name.count, expected: 0)
    }

    /// Skips the value at the position.
    mutating func skipValue(_ bytes: Span<UInt8>) throws(Fault) { try scanner.skipValue(bytes) }

    // MARK: Values

    var place: Int { scanner.position }

    private func refusal(_ reason: Message, at place: Int) -> Fault {
        Fault(.invalidValue, reason, at: place)
    }

    mutating func readNull(_ bytes: Span<UInt8>) -> Bool {
        guard scanner.position < bytes.count, bytes[scanner.position] == UInt8(ascii: "n"),
            bytes.starts(with: "null", at: scanner.position)
        else { return false }
        scanner.position += 4
        return true
    }

    mutating func text(_ bytes: Span<UInt8>) throws(Fault) -> (text: String, isPlain: Bool) {
        guard scanner.position < bytes.count, bytes[scanner.position] == UInt8(ascii: "\"") else {
            throw refusal(Expectation.text, at: scanner.position)
        }
        let text = try scanner.string(bytes)
        return (try scanner.text(text, bytes), text.isPlain)
    }

    mutating func id(_ bytes: Span<UInt8>) throws(Fault) -> ItemID? {
        let start = scanner.position
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        // An ID contains no quotation marks or backslashes, so its length determines where the string ends.
        let end = start + 1 + ItemID.textLength
        if end < bytes.count, bytes[end] == UInt8(ascii: "\""),
            let id = ItemID(spelledBy: bytes.extracting(start + 1..<end))
        {
            scanner.position = end + 1
            return id
        }
        let text = try scanner.string(bytes)
        let id =
            text.isEscaped
            ? ItemID(try scanner.text(text, bytes))
            : ItemID(spelledBy: bytes.extracting(text.start..<text.end))
        if id == nil { scanner.position = start }
        return id
    }

    mutating func integer(_ bytes: Span<UInt8>) throws(Fault) -> Int {
        if let value = shortInteger(bytes) { return value }
        return try unusualInteger(bytes)
    }

    mutating func amount(_ bytes: Span<UInt8>) throws(Fault) -> Amount {
        if let value = shortInteger(bytes) { return Amount(value) }
        return try unusualAmount(bytes)
    }

    /// Parses an unsigned integer of up to 17 digits, the most frequent kind of number. Returns `nil` without
    /// consuming anything for other values.
    private mutating func shortInteger(_ bytes: Span<UInt8>) -> Int? {
        let start = scanner.position
        var index = start
        var value = 0
        while index < bytes.count, index - start < 18 {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int(digit)
            index += 1
        }
        guard index < bytes.count, index > start, bytes[start] != UInt8(ascii: "0") else { return nil }
        let byte = bytes[index]
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte <= 0x20 else { return nil }
        scanner.position = index
        return value
    }

    /// Parses any other amount: with a sign, with decimals, or such as `4e1`.
    private mutating func unusualAmount(_ bytes: Span<UInt8>) throws(Fault) -> Amount {
        let start = scanner.position
        guard start < bytes.count, bytes[start] == UInt8(ascii: "-") || bytes[start] &- UInt8(ascii: "0") < 10
        else { throw refusal("This must be an amount.", at: start) }
        let number = try scanner.number(bytes)
        guard let amount = Amount(digits: bytes.extracting(number.start..<number.end)) else {
            throw refusal(Expectation.amount, at: start)
        }
        return amount
    }

    /// Parses any other form of an integer: with a sign, with 19 digits, or such as `40.0` or `4e1`.
    private mutating func unusualInteger(_ bytes: Span<UInt8>) throws(Fault) -> Int {
        let start = scanner.position
        guard start < bytes.count, bytes[start] == UInt8(ascii: "-") || bytes[start] &- UInt8(ascii: "0") < 10
        else { throw refusal(Expectation.integer, at: start) }
        let number = try scanner.number(bytes)
        let digits = bytes.text(number.start, number.end)
        if number.isInteger {
            if let value = Int(digits) { return value }
            throw refusal("This number doesn't fit into 64 bits.", at: start)
        }
        // Above 2^53, a `Double` can't represent all integers.
        guard let fraction = Double(digits), abs(fraction) <= 0x1p53, let value = Int(exactly: fraction)
        else {
            throw refusal(Expectation.integer, at: start)
        }
        return value
    }

    mutating func flag(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        let place = scanner.position
        switch scanner.word(bytes) {
        case .true: return true
        case .false: return false
        case .null, nil: throw refusal(Expectation.flag, at: place)
        }
    }

    mutating func moment(_ bytes: Span<UInt8>) throws(Fault) -> Moment {
        let place = scanner.position
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
            case let text = try scanner.string(bytes), !text.isEscaped,
            let moment = CalendarText.moment(in: bytes.extracting(text.start..<text.end))
        else { throw refusal(Expectation.moment, at: place) }
        return moment
    }

    mutating func day(_ bytes: Span<UInt8>) throws(Fault) -> Day {
        let place = scanner.position
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
            case let text = try scanner.string(bytes), !text.isEscaped,
            let day = CalendarText.day(in: bytes.extracting(text.start..<text.end))
        else { throw refusal(Expectation.day, at: place) }
        return day
    }

    mutating func list(_ bytes: Span<UInt8>) throws(Fault) -> [String] {
        guard scanner.take(UInt8(ascii: "["), bytes) else {
            throw refusal(Expectation.list, at: scanner.position)
        }
        var texts: [String] = []
        try scanner.skipSpace(bytes)
        if scanner.take(UInt8(ascii: "]"), bytes) { return texts }
        repeat {
            texts.append(try text(bytes).text)
        } while try scanner.readSeparator(
            closing: UInt8(ascii: "]"), bytes)
        return texts
    }

    mutating func tree(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue {
        var parser = JSONTreeParser(
            at: scanner.position, allowsComments: scanner.allowsComments, countsLines: false,
            limit: foreignLimit)
        let value = try parser.value(bytes, depth: 0)
        scanner.position = parser.position
        return value
    }
}
