public import LootCore

/// Looks for the items of a query in pieces of a file that ``JSONFile`` or ``PropertyListFile`` has written, in an
/// envelope, without reading the items that can't be among them.
public struct ItemScan: Sendable {
    /// What a piece holds.
    public struct Found: Sendable {
        /// How many items begin in it.
        public var count = 0
        /// How many of them the query selects.
        public var selected = 0
        /// What those are worth together.
        public var totalValue: Int128 = 0
        /// The first of those, each with the number of items before it in the piece.
        public var items: [(offset: Int, item: Item)] = []
    }

    /// The beginning of a line on which an item begins, and how far into it the item does.
    private let mark: StaticString
    private let isJSON: Bool
    private let test: @Sendable (Item) -> Bool
    private let hints: [Hint]

    /// A scan for what a query selects; nil for a format whose items can't be told by their lines.
    public init?(_ format: ItemFormat, for query: Query) {
        switch format {
        case .json: (mark, isJSON) = ("{", true)
        case .propertyList: (mark, isJSON) = ("\t\t<dict>\n", false)
        default: return nil
        }
        test = query.test
        hints = query.search?.words.compactMap { Hint($0) } ?? []
    }

    /// Reads the items that begin behind a line feed in `bytes` and before `limit`, and keeps the first `room`.
    ///
    /// - Returns: nil where something is not as this program writes it, or an item has no end in these bytes.
    public func items(in bytes: Span<UInt8>, startingBefore limit: Int, keeping room: Int) -> Found? {
        var found = Found()
        var next = start(behind: 0, bytes)
        while let start = next, start < limit {
            next = self.start(behind: start, bytes)
            // What has no end here must be read, so that it is noticed.
            if let next, !hints.allSatisfy({ $0.mayBe(in: bytes, start, next) }) {
                found.count += 1
                continue
            }
            guard let item = item(bytes, at: start) else { return nil }
            if test(item) {
                found.selected += 1
                found.totalValue &+= item.totalValue
                if found.items.count < room { found.items.append((found.count, item)) }
            }
            found.count += 1
        }
        return found
    }

    /// Where the next line begins that an item begins on.
    private func start(behind byte: Int, _ bytes: Span<UInt8>) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = byte
        while index < bytes.count {
            if index + 8 <= bytes.count {
                let word = bytes.word(at: index) ^ (ones &* 0x0A)
                let feeds = (word &- ones) & ~word & (ones &* 0x80)
                if feeds == 0 {
                    index += 8
                    continue
                }
                index += feeds.trailingZeroBitCount >> 3
            }
            index += 1
            if bytes[index - 1] == 0x0A, bytes.starts(with: mark, at: index) { return index }
        }
        return nil
    }

    private func item(_ bytes: Span<UInt8>, at start: Int) -> Item? {
        let options = ReadOptions(dateCreated: .first)
        let read: ReadItem?
        if isJSON {
            var parser = JSONItemParser(at: start, allowsComments: false, options)
            read = try? parser.item(bytes)
        } else {
            var scanner = XMLScanner()
            scanner.position = start + 2
            var parser = XMLItemParser(scanner, options)
            read = try? parser.item(bytes)
        }
        guard let read, read.hasID else { return nil }
        return read.item
    }
}

/// Tells by its bytes alone that an item can't hold a word.
private struct Hint: Sendable {
    /// The word's first three letters, each eight times.
    private let letters: (UInt64, UInt64, UInt64)

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let high: UInt64 = 0x8080_8080_8080_8080

    /// A hint for a word; nil if it does not begin with three ASCII characters.
    init?(_ word: SearchWord) {
        let word = Array(word.folded.utf8.prefix(3))
        guard word.count == 3, word.allSatisfy({ $0 < 0x80 }) else { return nil }
        func spread(_ byte: UInt8) -> UInt64 { UInt64(byte | 0x20) &* Hint.ones }
        letters = (spread(word[0]), spread(word[1]), spread(word[2]))
    }

    /// Whether the word may be in the text of an item; false is certain. Text that is not ASCII, or is written with
    /// references or escapes, may always hold it.
    func mayBe(in bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let (ones, high) = (Hint.ones, Hint.high)
        guard end + 10 <= bytes.count else { return true }
        var index = start
        while index < end {
            let word = bytes.word(at: index)
            let lower = word | ones &* 0x20
            let first = lower ^ letters.0
            let second = (bytes.word(at: index + 1) | ones &* 0x20) ^ letters.1
            let third = (bytes.word(at: index + 2) | ones &* 0x20) ^ letters.2
            // A byte of one of these is zero where something is found; a byte above such a one may be taken for it too.
            let letters = first | second | third
            let slash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            let ampersand = word ^ (ones &* UInt64(UInt8(ascii: "&")))
            let found =
                (letters &- ones) & ~letters | (slash &- ones) & ~slash | (ampersand &- ones) & ~ampersand
                | word
            if found & high != 0 { return true }
            index += 8
        }
        return false
    }
}
