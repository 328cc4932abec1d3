import LootCore
import LootFormats
import Testing

/// A long file that is written while it is made.
@Suite struct `Chunks that are made ahead` {
    private struct Full: Error {}

    private let items: [Item] = {
        var generator = SeededGenerator(seed: 61)
        return (0..<9000).map { number in
            number % 9 == 0 ? Item.full(&generator) : Item.plain(&generator)
        }
    }()

    @Test(arguments: [ItemFormat.json, .propertyList])
    func `are those of the whole`(format: ItemFormat) {
        var bytes: [UInt8] = []
        var count = 0
        format.encoder().encodeAhead(items) { chunk in
            bytes += chunk
            count += 1
        }
        #expect(count > 3)
        #expect(bytes == format.encoder().encode(items))
    }

    @Test(arguments: 0...6)
    func `end where they can't be taken`(after: Int) {
        var count = 0
        #expect(throws: Full.self) {
            try ItemFormat.json.encoder().encodeAhead(items) { (_) throws(Full) in
                if count == after { throw Full() }
                count += 1
            }
        }
        #expect(count == after)
    }
}
