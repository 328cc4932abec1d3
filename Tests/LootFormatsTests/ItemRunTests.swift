import LootCore
import Testing

@testable import LootFormats

/// What a reading of a file came to, to the byte and the place.
private struct Outcome: Equatable {
    var entries: [String] = []
    var end: String

    /// As one thread reads it that looks at one entry after the other.
    init(oneByOne bytes: [UInt8], _ options: ReadOptions) {
        let span = bytes.span
        var entries: [String] = []
        var lines = LineCounter()
        do throws(Fault) {
            try span.requireUTF8()
            var parser = JSONItemParser(at: 0, allowsComments: true, options)
            guard parser.scanner.take(UInt8(ascii: "["), span) else { throw Fault("no list", at: 0) }
            try parser.scanner.skipSpace(span)
            repeat {
                entries.append(Outcome.text(try parser.entry(span, &lines)))
            } while try parser.goToNext(span)
            try parser.scanner.skipSpace(span)
            if parser.position < span.count {
                throw Fault("there is something after the end", at: parser.position)
            }
            end = ""
        } catch { end = error.explained(in: span).description }
        self.entries = entries
    }

    /// As a file is read: in runs, by several threads where it is long.
    init(inRuns bytes: [UInt8], _ options: ReadOptions) {
        var entries: [String] = []
        do throws(FormatError) {
            try JSONFile(options).read(bytes.span) { entries.append(Outcome.text($0)) }
            end = ""
        } catch { end = error.description }
        self.entries = entries
    }

    private static func text(_ result: ReadResult) -> String {
        switch result {
        case .item(let read):
            var bytes: [UInt8] = []
            JSONItemWriter().append(read.item, to: &bytes)
            return "\(read.bytes) \(read.hasID) \(read.fields) \(String(decoding: bytes, as: UTF8.self))"
        case .refused(let error, let bytes): return "\(bytes) \(error)"
        }
    }
}

@Suite struct `Items in runs` {
    private let options = ReadOptions(dateCreated: .first) { ItemID(high: 0, low: UInt64($0)) }

    /// A list that is long enough for several threads.
    private func file(_ generator: inout SeededGenerator) -> [UInt8] {
        let items = (0..<1500).map { number in
            number % 7 == 0 ? Item.full(&generator) : Item.plain(&generator)
        }
        return JSONFile(shape: .list).encode(items)
    }

    @Test(arguments: [21, 22] as [UInt64])
    func `are what one reads after the other`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = file(&generator)
        let outcome = Outcome(inRuns: bytes, options)
        #expect(outcome.entries.count == 1500 && outcome.end == "")
        #expect(outcome == Outcome(oneByOne: bytes, options))
    }

    @Test(arguments: 31...36 as ClosedRange<UInt64>)
    func `are what one reads after the other, whatever was done to the file`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = file(&generator)
        let hostile = Array("\"\\{}[],:-0Tx/*\n \u{7F}\u{0}é".utf8)
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            let place = Int.random(in: 1..<bytes.count - 1, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = hostile[Int.random(in: 0..<hostile.count, using: &generator)]
            case 1: bytes.insert(hostile[Int.random(in: 0..<hostile.count, using: &generator)], at: place)
            default: bytes.remove(at: place)
            }
        }
        #expect(Outcome(inRuns: bytes, options) == Outcome(oneByOne: bytes, options), "seed \(seed)")
    }

    @Test func `that have no ids get them by their places`() {
        let entries = (0..<9000).map { number in
            number % 3 == 0
                ? "{\"name\":\"Lamp \(number)\"}"
                : "{\"id\":\"\(ItemID(high: 1, low: UInt64(number)))\",\"name\":\"Lamp \(number)\"}"
        }
        let bytes = Array("[\n\(entries.joined(separator: ",\n"))\n]\n".utf8)
        #expect(Outcome(inRuns: bytes, options) == Outcome(oneByOne: bytes, options))
    }

    @Test func `keep what was filled in, and nothing of what was not`() throws {
        let run = ItemRun(capacity: 1, keepsFacts: true)
        for number in 0..<6 {
            let isKept = try? run.add { (item) throws(Fault) in
                item.name = "A lamp with a rather long name, number \(number)"
                if number == 3 { throw Fault("no lamp", at: number) }
                return (ItemFacts(hasID: true, given: 1, bytes: number..<number + 1), number != 2)
            }
            #expect(isKept == (number == 3 ? nil : number != 2))
        }
        #expect(run.count == 4)
        #expect(run.next()?.bytes == 0..<1)
        var names: [String] = []
        run.takeAll { items in
            for index in items.indices { names.append(items.moveElement(from: index).name) }
        }
        #expect(names.map(\.last) == ["1", "4", "5"])
        #expect(run.count == 0)
        #expect(run.next() == nil)
    }
}

@Suite struct `Values as programs write them` {
    @Test func `fields of the core model have the slots that parsers know them by`() {
        #expect(Field.core.map(\.key.rawValue) == Array(ItemKeys.shared.names[1...ItemKeys.lastCore]))
        let known = [
            ItemKeys.name, ItemKeys.value, ItemKeys.serialNumber, ItemKeys.dateCreated,
            ItemKeys.lastCore,
        ]
        let keys = ["name", "valueInDollars", "serialNumber", "dateCreated", "isFavorite"]
        #expect(known.map { ItemKeys.shared.names[$0] } == keys)
    }

    @Test(arguments: [
        "2026-11-20T10:00:00Z", "2026-11-20T10:00:60Z", "2026-02-29T10:00:00Z", "2024-02-29T23:59:59Z",
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-20t10:00:00Z", "2026-11-20 10:00:00Z",
        "2026-1a-20T10:00:00Z", "2026-11-20T10:00+01Z", "2026-11-20T10:00.00Z",
    ])
    func `moments are those of any other spelling`(text: String) {
        #expect(Moment(text) == Moment(text.dropLast() + "+00:00"), "\(text)")
    }

    @Test func `moments are those of any other spelling, whatever stands in them`() {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<20_000 {
            var bytes = Array("2026-11-20T10:00:00".utf8)
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] =
                    Bool.random(using: &generator)
                    ? UInt8.random(in: 0x30...0x39, using: &generator)
                    : UInt8.random(in: 0...0x7F, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(Moment(text + "Z") == Moment(text + "+00:00"), "\(text)")
        }
    }

    @Test(arguments: [
        "2f1d7c60-91c4-4b0e-9a51-0d1f5c3b7a42", "2F1D7C60-91C4-4B0E-9A51-0D1F5C3B7A42",
        "\\u0032f1d7c60-91c4-4b0e-9a51-0d1f5c3b7a42", "2f1d7c60-91c4-4b0e-9a51-\\u0030d1f5c3b",
        "2f1d7c60-91c4-4b0e-9a51-0d1f5c3b7a4", "2f1d7c60-91c4-4b0e-9a51-0d1f5c3b7a421", "", "é",
    ])
    func `ids are those that their text means`(text: String) throws {
        let bytes = Array("{\"id\":\"\(text)\",\"name\":\"Lamp\"}  ".utf8)
        var parser = JSONItemParser(allowsComments: true, ReadOptions { _ in ItemID(high: 0, low: 7) })
        let read: ReadItem = try parser.item(bytes.span)
        let json = Array("\"\(text)\"".utf8)
        let tree = try DocumentValue(json: json.span, strict: true)
        guard case .text(let meant) = tree.content else {
            Issue.record("no text")
            return
        }
        if let id = ItemID(meant) {
            #expect(read.item.id == id)
        } else {
            #expect(meant == "" || read.item.hasDetails)
        }
        #expect(read.item.name == "Lamp")
    }

    @Test(arguments: ["true", "false", "null", "tru", "truE", "fals", "trueish", "t", ""], [0, 1, 8])
    func `words are read at the end of a file as elsewhere`(text: String, spaces: Int) {
        let bytes = Array((text + String(repeating: " ", count: spaces)).utf8)
        var scanner = JSONScanner(allowsComments: false)
        let word = scanner.word(bytes.span)
        let known: [(String, JSONScanner.Word)] = [("true", .true), ("false", .false), ("null", .null)]
        let expected = known.first { text.hasPrefix($0.0) }
        #expect(word == expected?.1)
        #expect(scanner.position == (expected?.0.utf8.count ?? 0))
    }
}
