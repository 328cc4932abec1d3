import LootActions
import LootCore
import Testing

@Suite struct FoundProductTests {
    @Test func `a form accepts a product's values, including custom fields`() throws {
        let own = try OwnFields(
            [try OwnField("brand"), try OwnField("isbn")], templates: [ItemTemplate("book", fields: ["isbn"])]
        )
        let form = DetailForm(
            own: own,
            values: Patch([
                .init("name", .text("Dune")), .init("valueInDollars", .amount("9.5")),
                .init("tags", .list(["books", "a, b"])), .init(.custom("isbn"), .text("0441")),
                .init(.custom("pages"), .integer(412)),
            ]))
        #expect(form.isChanged && form.template == nil)
        let item = try form.edited()
        #expect(item.name == "Dune" && item.value == "9.5" && item.tags == ["books", "a, b"])
        #expect(item.custom == ["isbn": .text("0441"), "pages": .integer(412)])
    }

    @Test func `up to three items with the barcode are listed by name`() {
        let items = ["Pencil", "Pen", "Ink", "Chalk", "Lamp"].map { Item(name: $0) }
        #expect(FoundProduct.sentence(of: []) == nil)
        #expect(FoundProduct.sentence(of: Array(items.prefix(1))) == "Already in your list: Pencil.")
        #expect(FoundProduct.sentence(of: items) == "Already in your list: Pencil, Pen, Ink and 2 more.")
    }
}
