import LootCore
import LootQueryText
import LootTesting
import Testing

@Suite struct TypedQueryTests {
    private let items: [Item] = {
        var lamp = Item(name: "Lamp", valueInDollars: 60)
        lamp.location = "Attic"
        lamp.custom["height"] = .decimal(2.5)
        var bear = Item(name: "Bear", valueInDollars: 50, isFavorite: true)
        bear.tags = ["old", "soft"]
        return [lamp, bear]
    }()

    private func names(_ filter: Filter) -> [String] { items.filter(filter.matches).map(\.name) }

    @Test func `filters are written with operators`() {
        #expect(names(\.value > 50) == ["Lamp"] && names(\.value >= 50) == ["Lamp", "Bear"])
        #expect(names(\.value < 60) == ["Bear"] && names(\.value <= 50) == ["Bear"])
        #expect(names(\.name == "lamp") == ["Lamp"] && names(\.name != "lamp") == ["Bear"])
        #expect(names(\.value > 40 && \.location == "Attic") == ["Lamp"])
        #expect(names(\.location == "Attic" || \.isFavorite == true) == ["Lamp", "Bear"])
        #expect(names(!(\.isFavorite == true)) == ["Lamp"])
        #expect(names(\.tags == "soft") == ["Bear"] && names(.contains(\.name, "ea")) == ["Bear"])
        #expect(names(.isSet(\.location)) == ["Lamp"])
    }

    @Test func `custom fields have the type of the value they are compared with`() {
        #expect(names(\.custom["height"] >= 2.5) == ["Lamp"] && names(\.custom["height"] > 2.5).isEmpty)
        let typed: Filter = \.custom["height"] >= 2.5
        #expect(typed == .compare(.custom("height"), .greaterOrEqual, .decimal(2.5)))
    }

    @Test func `typed filters and sort keys equal those parsed from text`() throws {
        #expect(SortKey(\.value, .descending) == (try SortKey(parsing: "value:desc")))
        let typed: Filter = \.value > 50 && \.location == "Attic"
        #expect(typed == (try Filter(parsing: "value > 50 and location = Attic")))
    }

    @Test func `each typed field exists`() throws {
        let fields = ItemFields.all
        let keys: [FieldKey] = [
            fields.name.key, fields.value.key, fields.serialNumber.key, fields.dateCreated.key,
            fields.isFavorite.key, fields.quantity.key, fields.minimum.key, fields.location.key,
            fields.tags.key,
            fields.notes.key,
            fields.purchaseDate.key, fields.purchasePrice.key, fields.currency.key, fields.vendor.key,
            fields.warrantyUntil.key, fields.replacementValue.key, fields.lentTo.key, fields.lentUntil.key,
            fields.disposal.key,
            fields.disposedOn.key, fields.proceeds.key, fields.recipient.key, fields.nextService.key,
            fields.number.key, fields.seen.key, fields.seenBy.key,
        ]
        for key in keys { #expect(Field.with(key: key) != nil, "\(key)") }
    }
}
