import LootCore
import Testing

@testable import LootFormats

/// A file of which a second thread reads a part has the same content as one that a single thread reads.
struct ItemsAheadTests {
    /// The results of reading a file, with errors as text.
    private func results(of bytes: [UInt8], ahead: ItemsAhead?, _ options: ReadOptions) -> [String] {
        var results: [String] = []
        do throws(FormatError) {
            let shape = try JSONFile(options, ahead: ahead).read(bytes.span) { results.append("\($0)") }
            results.append("\(shape)")
        } catch { results.append("\(error)") }
        return results
    }

    private let options = ReadOptions(dateCreated: .first) { ItemID(high: 0, low: UInt64($0)) }.ofStore
    private let lines: [String] = {
        var generator = SystemRandomNumberGenerator()
        return (0..<3000).map { number in
            var item = Item.random(using: &generator)
            item.name += " number \(number)"
            return String(decoding: JSONLinesFile().encode([item]), as: UTF8.self).dropLast().description
        }
    }()

    @Test(arguments: [
        "", "{\"name\":\"Without an id\"}", "{\"name\":\"Invalid\",\"valueInDollars\":\"much\"}", "7",
        "[\n{}\n]",
        "{\"name\":\"Nested\",\"parts\":[\n{\"id\":\"2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa\"},\n{}]}",
        "// a comment", "{\"name\":\"Damaged", "]",
    ])
    func `a large file has the same items if a second thread reads its second half`(special: String) {
        for position in [1400, 1500, 1501, 1502, 2000, 2999] {
            var lines = lines
            if !special.isEmpty { lines.insert(special, at: position) }
            let list = lines.joined(separator: ",\n")
            let bytes = Array("{\"format\":\"loot\",\"version\":1,\"items\":[\n\(list)\n]}\n".utf8)
            let expected = results(of: bytes, ahead: nil, options)
            #expect(results(of: bytes, ahead: ItemsAhead(in: bytes, options), options) == expected)
        }
    }

    @Test func `the items of the second half are read ahead`() throws {
        let bytes = Array(("[\n" + lines.joined(separator: ",\n") + "\n]").utf8)
        let ahead = try #require(ItemsAhead(in: bytes, options))
        #expect(ahead.start > bytes.count / 2)
        #expect((1450...1550).contains(ahead.take().items.count))
    }

    @Test(arguments: ["[]", "[\n{\"name\":\"Lamp\"}\n]"])
    func `a small file isn't read ahead`(text: String) {
        #expect(ItemsAhead(in: Array(text.utf8), options) == nil)
    }
}
