import LootCore

/// Parses items from the dictionaries of XML property lists.
struct XMLItemParser: ItemValueReader, ItemParser {
    var scanner: XMLScanner
    private let keys = ItemKeys.shared
    private let options: ReadOptions
    /// The number of entries read so far.
    var index = 0

    var position: Int {
        get { scanner.position }
        set { scanner.position = newValue }
    }

    init(_ scanner: XMLScanner, _ options: ReadOptions) {
        self.scanner = scanner
        self.options = options
    }

    mutating func item(_ bytes: Span<UInt8>) throws(Fault) -> ReadItem {
        let start = scanner.position
        let (element, isEmpty) = try scanner.open(bytes)
        guard element == .dict else { throw refusal("This must be an item (a <dict>).", at: start) }
        let keys = keys
        var builder = ItemBuilder()
        var item = Item.blank
        item.dateCreated = options.dateCreated
        var aliased = AliasedValues<XMLItemParser>(keys, options)
        var expected = 0
        if !isEmpty {
            try scanner.skipSpace(bytes)
            while !scanner.isAtClosingTag(bytes) {
                let keyPlace = scanner.position
                let (element, isEmpty) = try scanner.open(bytes)
                guard element == .key else { throw Fault("A <key> is missing here.", at: keyPlace) }
                let key = try scanner.text(of: .key, isEmpty: isEmpty, bytes)
                try scanner.skipSpace(bytes)
                let slot =
                    key.isMarked
                    ? try slotOfMarked(key, bytes)
                    : keys.slot(of: bytes, key.start, key.end, expected: expected)
                if let slot {
                    expected = slot + 1
                    try builder.take(slot, of: keys, keyAt: keyPlace, from: &self, into: &item, bytes)
                } else {
                    let name = try scanner.string(key, bytes)
                    try aliased.take(name, keyAt: keyPlace, from: &self, into: &builder, bytes)
                }
                try scanner.skipSpace(bytes)
            }
            try aliased.settle(in: &builder, into: &item, bytes)
            try scanner.close(.dict, bytes)
        }
        return try builder.finish(
            &item, at: start..<scanner.position, missingID: options.missingID(index))
    }

    mutating func goToNext(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        try scanner.skipSpace(bytes)
        return !scanner.isAtClosingTag(bytes)
    }

    private func slotOfMarked(_ key: XMLScanner.Text, _ bytes: Span<UInt8>) throws(Fault) -> Int? {
        let name = Array(try scanner.string(key, bytes).utf8)
        return keys.slot(of: name.span, 0, name.count, expected: 0)
    }

    // MARK: Values

    var place: Int { scanner.position }

    private func refusal(_ reason: Message, at place: Int) -> Fault {
        Fault(.invalidValue, reason, at: place)
    }

    mutating func readNull(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.starts(with: "<dict>", at: scanner.position) else { return false }
        return readTaggedNull(bytes)
    }

    /// Consumes a tagged null value.
    private mutating func readTaggedNull(_ bytes: Span<UInt8>) -> Bool {
        let start = scanner.position
        if let value = try? tree(bytes), ForeignValue(value) == .null { return true }
        scanner.position = start
        return false
    }

    /// Consumes the opening tag of an element and its text.
    private mutating func text(
        of element: XMLScanner.Element, _ expectation: Message, _ bytes: Span<UInt8>
    ) throws(Fault) -> XMLScanner.Text {
        let place = scanner.position
        let (found, isEmpty) = try scanner.open(bytes)
        guard found == element else { throw refusal(expectation, at: place) }
        return try scanner.text(of: element, isEmpty: isEmpty, bytes)
    }

    mutating func text(_ bytes: Span<UInt8>) throws(Fault) -> (text: String, isPlain: Bool) {
        let text = try text(of: .string, "This must be a <string>.", bytes)
        return (try scanner.string(text, bytes), text.isPlain)
    }

    mutating func id(_ bytes: Span<UInt8>) throws(Fault) -> ItemID? {
        let start = scanner.position
        // If the value isn't a string, reading it as any value reports its errors.
        if let text = try? text(of: .string, "This must be a <string>.", bytes) {
            let id =
                text.isMarked
                ? ItemID(try scanner.string(text, bytes))
                : ItemID(spelledBy: bytes.extracting(text.start..<text.end))
            if let id { return id }
        }
        scanner.position = start
        return nil
    }

    mutating func integer(_ bytes: Span<UInt8>) throws(Fault) -> Int {
        let place = scanner.position
        let text = try text(of: .integer, "This must be an <integer>.", bytes)
        if text.isPlain, text.end > text.start, text.end - text.start <= 18 {
            var value = 0
            var index = text.start
            while index < text.end, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
                value = value &* 10 &+ Int(digit)
                index += 1
            }
            if index == text.end { return value }
        }
        guard let digits = PropertyListNumber.integer(try scanner.string(text, bytes)),
            let value = Int(digits)
        else { throw refusal(Expectation.integer64, at: place) }
        return value
    }

    mutating func amount(_ bytes: Span<UInt8>) throws(Fault) -> Amount {
        let start = scanner.position
        if let (element, _) = try? scanner.open(bytes), element == .integer {
            scanner.position = start
            return Amount(try integer(bytes))
        }
        scanner.position = start
        return try unusualAmount(bytes)
    }

    /// Parses an amount that isn't an integer.
    private mutating func unusualAmount(_ bytes: Span<UInt8>) throws(Fault) -> Amount {
        let place = scanner.position
        switch try tree(bytes).content {
        case .number(let digits), .text(let digits):
            if let amount = Amount(digits) { return amount }
        default: break
        }
        throw refusal(Expectation.amount, at: place)
    }

    mutating func flag(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        let place = scanner.position
        let (element, isEmpty) = try scanner.open(bytes)
        guard element == .true || element == .false else {
            throw refusal("This must be <true/> or <false/>.", at: place)
        }
        if !isEmpty { try scanner.close(element, bytes) }
        return element == .true
    }

    mutating func moment(_ bytes: Span<UInt8>) throws(Fault) -> Moment {
        let place = scanner.position
        let text = try text(of: .date, "This must be a <date>.", bytes)
        guard !text.isMarked,
            let moment = CalendarText.moment(in: bytes.extracting(text.start..<text.end))
        else { throw refusal("This must be a <date> like 2026-11-20T10:00:00Z.", at: place) }
        return moment
    }

    mutating func day(_ bytes: Span<UInt8>) throws(Fault) -> Day {
        let place = scanner.position
        let text = try text(of: .string, "This must be a <string> with a date.", bytes)
        guard !text.isMarked, let day = CalendarText.day(in: bytes.extracting(text.start..<text.end)) else {
            throw refusal("This must be a date like 2026-11-20.", at: place)
        }
        return day
    }

    mutating func list(_ bytes: Span<UInt8>) throws(Fault) -> [String] {
        let place = scanner.position
        let (element, isEmpty) = try scanner.open(bytes)
        guard element == .array else { throw refusal("This must be an <array> of strings.", at: place) }
        var texts: [String] = []
        if isEmpty { return texts }
        try scanner.skipSpace(bytes)
        while !scanner.isAtClosingTag(bytes) {
            texts.append(try text(bytes).text)
            try scanner.skipSpace(bytes)
        }
        try scanner.close(.array, bytes)
        return texts
    }

    mutating func skipValue(_ bytes: Span<UInt8>) throws(Fault) {
        try XMLTreeParser.skipValue(&scanner, bytes)
    }

    mutating func tree(_ bytes: Span<UInt8>) throws(Fault) -> DocumentValue {
        var parser = XMLTreeParser(at: scanner.position, countsLines: false, limit: foreignLimit)
        let value = try parser.value(bytes, depth: 0)
        scanner.position = parser.scanner.position
        return value
    }
}
