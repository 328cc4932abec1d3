import LootActions
import LootCore
import LootMerge
import Testing

@Suite struct FormMergeTests {
    private var base: Item {
        var item = Item(name: "Lamp", valueInDollars: 10)
        item.tags = ["old"]
        return item
    }

    @Test func `a field that only the form changed is saved, and one that only the other changed is kept`() {
        let base = base
        var now = base
        now.valueInDollars = 999
        let merge = FormMerge(base: base, typed: ["notes": .text("from Aunt May")], now: now)
        #expect(merge.patch == ["notes": .text("from Aunt May")])
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `a field that both changed isn't saved before a person has chosen`() {
        let base = base
        var now = base
        now.valueInDollars = 999
        let merge = FormMerge(
            base: base, typed: ["valueInDollars": .integer(12), "name": .text("Light")], now: now)
        #expect(merge.patch == ["name": .text("Light")])
        #expect(
            merge.conflicts == [
                MergeConflict(
                    of: now, "valueInDollars", base: .amount(10), ours: .amount(12), theirs: .amount(999))
            ])
        #expect(merge.patch(choosing: ["valueInDollars": .theirs]) == merge.patch)
        let chosen = merge.patch(choosing: ["valueInDollars": .ours])
        #expect(chosen == ["name": .text("Light"), "valueInDollars": .integer(12)])
        #expect(
            merge.condition(for: chosen)
                == .fields(
                    base.id,
                    [
                        "name": .text("Lamp"), "valueInDollars": .integer(999), "purchasePrice": nil,
                        "currency": nil, "replacementValue": nil, "proceeds": nil,
                    ]))
    }

    @Test func `an amount that was typed for one currency isn't used for another`() {
        let base = base
        var now = base
        now.currency = Currency("EUR")
        let merge = FormMerge(base: base, typed: ["valueInDollars": .amount(12)], now: now)
        #expect(merge.patch.isEmpty)
        #expect(merge.conflicts.map(\.field) == ["valueInDollars"])
        now = base
        now.purchasePrice = 7
        let other = FormMerge(base: base, typed: ["currency": .text("EUR")], now: now)
        #expect(other.conflicts.map(\.field) == ["currency"])
        var form = DetailForm(base)
        form.set("12", for: "valueInDollars")
        now = base
        now.currency = Currency("EUR")
        form.follow(now)
        #expect(form.conflicts.map(\.id) == ["valueInDollars"])
        form.settle("valueInDollars", takingTheirs: false)
        #expect(form.conflicts.isEmpty && form["valueInDollars"]?.text == "12")
    }

    @Test func `the same input on both sides is already saved`() {
        let base = base
        var now = base
        now.location = "Attic"
        let merge = FormMerge(base: base, typed: ["location": .text("Attic")], now: now)
        #expect(merge.patch.isEmpty && merge.conflicts.isEmpty)
    }

    @Test func `tags of both sides are added`() {
        let base = base
        var now = base
        now.tags = ["old", "red"]
        let merge = FormMerge(base: base, typed: ["tags": .list(["fragile"])], now: now)
        #expect(merge.patch["tags"] == .some(.list(["fragile", "red"])))
        #expect(merge.conflicts.isEmpty)
    }
}
