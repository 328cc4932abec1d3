import LootCore
import LootFormats
import Testing

/// The teaching app stores an ID under `itemKey`; other files can have anything there.
@Suite struct `Legacy keys` {
    private func items(_ count: Int) throws -> [Item] {
        try (0..<count).map { number in
            var item = Item(name: "Item \(number)", dateCreated: try #require(Moment(secondsSinceEpoch: 0)))
            item.foreign = [ForeignField("itemKey", .text(["K1", "", "Zoë"][number % 3]))]
            return item
        }
    }

    @Test(arguments: ItemFormat.all.filter(\.isLossless))
    func `the value is kept next to the ID in every format and shape`(format: ItemFormat) throws {
        let items = try items(6) + [Item(name: "Plain")]
        for shape in [DocumentShape.list, .standard] {
            let bytes = format.encoder(shape: shape).encode(items)
            let found = try format.decoder(ReadOptions()).items(in: bytes.span)
            #expect(found.map(\.id) == items.map(\.id), "\(format.name)")
            #expect(found.map(\.foreign) == items.map(\.foreign), "\(format.name)")
        }
    }
}
