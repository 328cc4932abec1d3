import LootCore
import Testing

@testable import LootFormats

/// A file of which a second thread reads a part has the same content as one that a single thread reads.
struct ItemsAheadTests {
    /// The entries of a file, and how reading it ended.
    private struct Reading: Equatable {
        var items: [ReadItem] = []
        var refused: [String] = []
        var end = ""

        init(_ bytes: [UInt8], ahead: ItemsAhead?, _ options: ReadOptions) {
            do throws(FormatError) {
                let shape = try JSONFile(options, ahead: ahead).read(bytes.span) { entry in
                    switch entry {
                    case .item(let item): items.append(item)
                    case .refused(let error, let bytes): refused.append("\(error) \(bytes)")
                    }
                }
                end = "\(shape)"
            } catch { end = "\(error)" }
        }
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
        for position in [1400, 1501, 2999] {
            var lines = lines
            if !special.isEmpty { lines.insert(special, at: position) }
            let list = lines.joined(separator: ",\n")
            let bytes = Array("{\"format\":\"loot\",\"version\":1,\"items\":[\n\(list)\n]}\n".utf8)
            let expected = Reading(bytes, ahead: nil, options)
            #expect(Reading(bytes, ahead: ItemsAhead(in: bytes, options), options) == expected)
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
