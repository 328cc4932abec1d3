import LootActions
import LootCore
import Testing

@Suite struct PresentationTests {
    @Test(arguments: [(0, "$0"), (999, "$999"), (1000, "$1,000"), (1_234_567, "$1,234,567")])
    func `amounts stand in groups of three`(amount: Int, text: String) {
        #expect(Money().text(amount) == text)
    }

    @Test func `the greatest amounts are written whole`() {
        #expect(Money(symbol: "€").text(Int128(Int.max) * 2) == "€18,446,744,073,709,551,614")
        #expect(Money().text(Int.min) == "-$9,223,372,036,854,775,808")
    }

    @Test func `L6: a value is low under 50 and high from 50 on`() {
        let presentation = ItemPresentation()
        #expect(presentation.emphasis(of: Item(name: "a", valueInDollars: 49)) == .low)
        #expect(presentation.emphasis(of: Item(name: "a", valueInDollars: 50)) == .high)
    }

    @Test func `an item without a name is called so, and what should be mended is named`() {
        var item = Item(name: "", valueInDollars: -1)
        item.quantity = -3
        #expect(ItemPresentation.problemMark(of: item) == "(no name, value below 0, quantity below 0)")
        #expect(ItemPresentation.problemMark(of: Item(name: "Lamp")) == nil)
    }

    @Test func `fields read as a person writes them`() {
        var item = Item(name: "Lamp", valueInDollars: 1200, dateCreated: .first, isFavorite: true)
        item.tags = ["a", "b"]
        item.custom = ["weight": .decimal(1.5)]
        let presentation = ItemPresentation()
        #expect(presentation.text(of: "valueInDollars", in: item) == "$1,200")
        #expect(presentation.text(of: "dateCreated", in: item) == "0001-01-01 00:00:00 UTC")
        #expect(presentation.text(of: "isFavorite", in: item) == "yes")
        #expect(presentation.text(of: "tags", in: item) == "a, b")
        #expect(presentation.text(of: "custom.weight", in: item) == "1.5")
        #expect(presentation.text(of: "location", in: item) == "")
    }
}
