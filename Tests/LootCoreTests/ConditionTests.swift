import LootCore
import LootTesting
import Testing

@Suite struct ConditionTests {
    private let lamp = Item(
        id: ItemID(high: 1, low: 2), name: "Lamp", valueInDollars: 40, dateCreated: .first)

    @Test func `a digest is the same in every process`() {
        var lamp = lamp
        lamp.tags = ["light", "old"]
        lamp.custom = ["size": .decimal(2.5), "Zoë": .text("é")]
        lamp.foreign = [ForeignField("more", .array([.null, .number("1.0"), .data([1, 2])]))]
        #expect("\(lamp.digest)" == "fae301bcdb0fb03df80f23966445f286")
        #expect(ItemDigest(lamp.digest.description) == lamp.digest)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a digest depends on all fields and nothing else`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let item = ItemFixtures.item(using: &generator)
        let other = ItemFixtures.item(using: &generator).identified(by: item.id)
        var copy = Item(id: item.id, name: "Copy")
        try Patch(from: copy, to: item).apply(to: &copy)
        copy.foreign = item.foreign
        #expect(copy.digest == item.digest)
        for edit in Patch(from: item, to: other).edits {
            var changed = item
            try Patch([edit]).apply(to: &changed)
            #expect(changed.digest != item.digest, "\(edit)")
        }
        var foreign = item
        foreign.foreign.append(ForeignField("another", .flag(true)))
        #expect(foreign.digest != item.digest)
    }

    @Test(arguments: ["", "0", "+0000000000000000000000000000000", String(repeating: "g", count: 32)])
    func `other text isn't a digest`(text: String) { #expect(ItemDigest(text) == nil) }

    @Test(.timeLimit(.minutes(1))) func `an item can have very many custom fields`() throws {
        let edits = (0..<60_000).map { Patch.Edit(.custom("field \($0)"), .integer($0)) }
        var item = lamp
        let inverse = try Patch(edits + edits).apply(to: &item)
        #expect(item.custom.count == 60_000 && inverse.edits.count == 60_000)
        #expect(Patch(from: lamp, to: item).edits.count == 60_000)
        try inverse.apply(to: &item)
        #expect(item == lamp)
    }

    @Test func `the last of several edits of one field counts, at its position`() {
        let patch = Patch([
            .init("name", .text("A")), .init("notes", nil), .init("name", .text("B")),
        ])
        #expect(patch.edits == [.init("notes", nil), .init("name", .text("B"))])
    }
}
