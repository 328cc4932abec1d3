import LootCore
import LootFormats
import Testing

/// A long file that is read in pieces.
@Suite struct `Pieces of a file` {
    private let options = ReadOptions(dateCreated: .first) { ItemID(high: 9, low: UInt64($0)) }.ofStore

    private func file(
        _ generator: inout SeededGenerator, shape: DocumentShape = .standard, count: Int = 1800
    ) -> [UInt8] {
        let items = (0..<count).map { number in
            number % 7 == 0 ? Item.full(&generator) : Item.plain(&generator)
        }
        return ItemFormat.json.encoder(shape: shape).encode(items)
    }

    private func whole(_ bytes: [UInt8]) -> (items: [Item], shape: DocumentShape)? {
        var items: [Item] = []
        let shape = try? ItemFormat.json.decoder(options).read(bytes.span) { (result) throws(FormatError) in
            switch result {
            case .item(let read): items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        return shape.map { (items, $0) }
    }

    /// What the pieces come to; nil for a file that has to be read whole.
    private func pieces(_ bytes: [UInt8]) -> (items: [Item], shape: DocumentShape)? {
        var items: [Item] = []
        let shape = ItemFormat.json.read(piecesOf: bytes.count, options, from: { Array(bytes[$0]) }) { run in
            run.takeAll { new in
                for index in new.indices { items.append(new.moveElement(from: index)) }
            }
        }
        return shape.map { (items, $0) }
    }

    @Test(arguments: [
        DocumentShape.standard, .list, .envelope(header: [ForeignField("owner", .text("Ann"))]),
    ])
    func `are what the whole is`(shape: DocumentShape) throws {
        var generator = SeededGenerator(seed: 41)
        let bytes = file(&generator, shape: shape)
        let found = try #require(pieces(bytes))
        let expected = try #require(whole(bytes))
        #expect(found.items == expected.items && found.items.count == 1800)
        #expect(found.shape == expected.shape && found.shape == shape)
    }

    @Test func `may have an item that is longer than several of them`() throws {
        var generator = SeededGenerator(seed: 42)
        var long = Item(id: ItemID(high: 3, low: 4), name: "Long", dateCreated: .first)
        long.notes = String(repeating: "Fluffy Mac ", count: 30_000)
        var items = (0..<900).map { _ in Item.plain(&generator) }
        items.insert(long, at: 300)
        let found = try #require(pieces(ItemFormat.json.encoder().encode(items)))
        #expect(found.items == items)
    }

    @Test(arguments: 51...58 as ClosedRange<UInt64>)
    func `say nothing else than the whole, whatever was done to the file`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = file(&generator)
        let hostile = Array("\"\\{}[],:-0Tx/*\n \u{7F}\u{0}é".utf8)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 1..<bytes.count - 1, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = hostile[Int.random(in: 0..<hostile.count, using: &generator)]
            case 1: bytes.insert(hostile[Int.random(in: 0..<hostile.count, using: &generator)], at: place)
            default: bytes.remove(at: place)
            }
        }
        guard let found = pieces(bytes) else { return }
        let expected = whole(bytes)
        #expect(found.items == expected?.items && found.shape == expected?.shape, "seed \(seed)")
    }

    @Test(arguments: ["{\"name\":\"no id\"}", "{\"id\":1", "/* \n{ */", "]}\n{", "{\"id\":\"\u{1}\"}"])
    func `leave what is not plain to who reads the whole`(entry: String) {
        var generator = SeededGenerator(seed: 43)
        let bytes = file(&generator)
        for place in [0.1, 0.5, 0.9] {
            let line = bytes[Int(Double(bytes.count) * place)...].firstIndex(of: UInt8(ascii: "\n"))
            guard let line else { continue }
            var other = bytes
            other.insert(contentsOf: Array("\n\(entry),".utf8), at: line)
            #expect(pieces(other) == nil)
        }
    }

    @Test func `leave a file to who reads the whole that becomes shorter meanwhile`() {
        var generator = SeededGenerator(seed: 44)
        let bytes = file(&generator)
        let half = bytes.count / 2
        let shape = ItemFormat.json.read(
            piecesOf: bytes.count, options,
            from: { range in
                range.upperBound <= half ? Array(bytes[range]) : nil
            }, receive: { _ in })
        #expect(shape == nil)
    }
}
