import LootActions
import LootCore
import Testing

@Suite struct PresentationTests {
    @Test(arguments: [(0, "$0"), (999, "$999"), (1000, "$1,000"), (1_234_567, "$1,234,567")])
    func `amounts have groups of three digits`(amount: Int, text: String) {
        #expect(Money().text(amount) == text)
    }

    @Test func `the largest amounts are written completely`() {
        let twice = MoneyTotal(Amount(.max), times: 2)
        #expect(Money(symbol: "€").text(twice) == "€18,446,744,073,709,551,614")
        #expect(Money().text(Int.min) == "-$9,223,372,036,854,775,808")
    }

    @Test(arguments: [
        ("129.95", "$129.95"), ("129.9", "$129.90"), ("0.0001", "$0.0001"), ("-1299.5", "-$1,299.50"),
    ])
    func `cents have two digits, or more if needed`(amount: Amount, text: String) {
        #expect(Money().text(amount) == text)
    }

    @Test func `a currency is its symbol, or its code with a space`() {
        #expect(Money(symbol: "EUR").text("12.5" as Amount) == "€12.50")
        #expect(Money().text("12.5" as Amount, Currency("EUR")) == "€12.50")
        #expect(Money().text(40 as Amount, Currency("CHF")) == "CHF\u{A0}40")
        #expect(Money(symbol: "CHF").text(40 as Amount) == "CHF\u{A0}40")
    }

    @Test func `a total lists each currency and the number of unknown values`() {
        var total = MoneyTotal(4_587)
        #expect(Money().text(total) == "$4,587")
        total += MoneyTotal("12.5", Currency("EUR"))
        total += MoneyTotal(nil)
        #expect(Money().text(total) == "$4,587 + €12.50 and 1 unknown")
        #expect(
            Money(symbol: "EUR").text(total) == "€4,599.50 and 1 unknown", "the plain sum is in euros here")
        #expect(Money().text(MoneyTotal(nil) + MoneyTotal(nil)) == "2 unknown")
        #expect(Money().text(MoneyTotal("12.5", Currency("EUR"))) == "€12.50")
        #expect(Money().text(MoneyTotal()) == "$0")
    }

    @Test func `an unknown value is a dash without a color`() {
        let item = Item(name: "Lamp", value: nil)
        #expect(ItemPresentation().value(of: item) == "–")
        #expect(ItemPresentation().emphasis(of: item) == nil)
    }

    @Test func `a value is low below 50 and high from 50 on`() {
        let presentation = ItemPresentation()
        #expect(presentation.emphasis(of: Item(name: "a", valueInDollars: 49)) == .low)
        #expect(presentation.emphasis(of: Item(name: "a", valueInDollars: 50)) == .high)
    }

    @Test func `an item without a name has a placeholder, and its problem is shown`() {
        var item = Item(name: "", valueInDollars: -1)
        item.quantity = -3
        #expect(ItemPresentation.problemMark(of: item) == "(no name, value below 0, quantity below 0)")
        #expect(ItemPresentation.problemMark(of: Item(name: "Lamp")) == nil)
    }

    @Test func `fields are formatted as a person writes them`() {
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
