import LootCore
import LootTesting
import Testing

@Suite struct PatchTests {
    @Test func `a patch turns one item into another, and its inverse reverts it`() throws {
        let items = ItemFixtures.items(400, seed: 1)
        for (old, new) in zip(items, items.dropFirst()) {
            var item = old
            let inverse = try Patch(from: old, to: new).apply(to: &item)
            var expected = Item(id: old.id)
            try Patch(from: expected, to: new).apply(to: &expected)
            expected.foreign = old.foreign
            #expect(item.difference(from: expected) == nil)
            let again = try inverse.apply(to: &item)
            #expect(item.difference(from: old) == nil)
            #expect(again == Patch(from: old, to: new))
        }
    }

    @Test func `the patch between equal items is empty`() {
        for item in ItemFixtures.items(50, seed: 2) { #expect(Patch(from: item, to: item).isEmpty) }
    }

    @Test func `a different composition of a name is a change`() {
        let old = Item(name: "Caf\u{E9}")
        var new = old
        new.name = "Cafe\u{301}"
        #expect(old == new)
        #expect(Patch(from: old, to: new).edits.count == 1)
    }

    @Test func `an invalid patch changes nothing`() {
        var item = Item(name: "Lamp")
        let before = item
        let patch: Patch = ["location": .text("Attic"), "quantity": .integer(.max)]
        let error = #expect(throws: LootError.self) { try patch.apply(to: &item) }
        #expect(error?.code == .invalidValue && error?.item == item.id && error?.field == "quantity")
        #expect(item == before)
    }

    @Test func `the last of several edits of a field counts`() throws {
        var patch = Patch([
            .init("name", .text("Lamp")), .init("location", nil), .init("name", .text("Bear")),
        ])
        #expect(patch.edits == [.init("location", nil), .init("name", .text("Bear"))])
        #expect(patch["name"] == .some(.text("Bear")))
        #expect(patch["location"] == .some(nil))
        #expect(patch["notes"] == FieldValue??.none)
        patch["location"] = FieldValue??.none
        #expect(patch.edits.count == 1)
        patch["location"] = .some(nil)
        #expect(patch.edits.last == .init("location", nil))
    }

    @Test func `two people who edit different fields keep each other's changes`() throws {
        var item = Item(name: "Lamp")
        let (first, second): (Patch, Patch) = (["location": .text("Attic")], ["vendor": .text("Smith")])
        let inverse = try first.apply(to: &item)
        try second.apply(to: &item)
        try inverse.apply(to: &item)
        #expect(item.location == nil && item.vendor == "Smith")
    }
}
