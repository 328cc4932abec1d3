import LootCore
import Testing

@testable import LootFormats

@Suite struct `Fast paths for values` {
    @Test func `core fields have the slots that parsers expect`() {
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
    func `times are parsed like by the general parser`(text: String) {
        #expect(Moment(text) == Moment(text.dropLast() + "+00:00"), "\(text)")
    }

    @Test func `times with any content are parsed like by the general parser`() {
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
    func `ids are parsed from their text`(text: String) throws {
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
    func `words at the end of a file are parsed`(text: String, spaces: Int) {
        let bytes = Array((text + String(repeating: " ", count: spaces)).utf8)
        var scanner = JSONScanner(allowsComments: false)
        let word = scanner.word(bytes.span)
        let known: [(String, JSONScanner.Word)] = [("true", .true), ("false", .false), ("null", .null)]
        let expected = known.first { text.hasPrefix($0.0) }
        #expect(word == expected?.1)
        #expect(scanner.position == (expected?.0.utf8.count ?? 0))
    }
}
