import Foundation
import LootCore
import LootFormats
import LootFoundation
import Testing

@Suite struct `Items and changes as Codable` {
    private static let lamp: Item = {
        var lamp = Item(
            id: ItemID(high: 1, low: 2), name: "Lampe „Köln“", value: Amount("129.95"), serialNumber: "B7",
            dateCreated: .first, isFavorite: true)
        lamp.location = "House / Attic"
        lamp.tags = ["brass", "old"]
        lamp.quantity = 3
        lamp.notes = "two\nlines"
        lamp.purchaseDate = Day("2025-02-28")
        lamp.custom = [
            "bought": .day(Day("2024-02-29") ?? .first), "size": .decimal(2.5), "wired": .flag(true),
        ]
        lamp.foreign = [
            ForeignField("a", .object([ForeignField("deep", .array([.null, .number("0.5"), .text("x")]))])),
            ForeignField("b", .number("9007199254740993")),
        ]
        return lamp
    }()

    private static let changes: [Change] = [
        .insert(lamp), .insert(lamp, at: .position(4)), .insert(lamp, at: .first), .remove(lamp.id),
        .move(lamp.id, to: .before(ItemID(high: 3, low: 4))), .move(lamp.id, to: .last),
        .update(lamp.id, ["name": .text("Lamp"), "valueInDollars": nil, "custom.size": nil]),
    ]

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }

    @Test func `an item is decoded as it was encoded, including all digits`() throws {
        #expect(try copy(Self.lamp) == Self.lamp)
        let plain = Item(id: ItemID(high: 1, low: 1), name: "Lamp", value: nil, dateCreated: .first)
        #expect(try copy(plain) == plain)
    }

    @Test func `an item with reordered unknown fields keeps all of them`() throws {
        var item = Self.lamp
        item.foreign.reverse()
        #expect(try copy(item).foreign == Self.lamp.foreign)
    }

    @Test(arguments: changes)
    func `a change is decoded as it was encoded`(change: Change) throws {
        #expect(try copy([change]) == [change])
    }

    @Test func `a commit is decoded as it was encoded`() throws {
        let commit = Commit(
            revision: Revision(rawValue: .max), date: .first, title: "Move “Lamp”", author: "Ann",
            purpose: .undo(Revision(rawValue: 3)),
            changes: [
                AppliedChange(.remove(Self.lamp.id), inverse: .insert(Self.lamp, at: .position(0))),
                AppliedChange(
                    .update(Self.lamp.id, ["name": .text("A")]),
                    inverse: .update(Self.lamp.id, ["name": .text("B")])),
            ])
        #expect(try copy(commit) == commit)
    }

    @Test func `the JSON of a commit keeps the order and the digits of unknown fields`() throws {
        var item = Self.lamp
        item.foreign = [ForeignField("z", .number("1.50")), ForeignField("a", .null)]
        let commit = Commit(
            revision: .initial, date: .first, title: "Add",
            changes: [AppliedChange(.insert(item, at: .position(0)), inverse: .remove(item.id))])
        let json = commit.json
        #expect(!json.contains(0x0A))
        #expect(try Commit(json: json) == commit)
        #expect(throws: LootError.self) { try Commit(json: json.dropLast()) }
        #expect(throws: LootError.self) { try Commit(json: Array("{}".utf8)) }
    }

    @Test func `the format is that of the API`() throws {
        for change in Self.changes {
            var bytes: [UInt8] = []
            ChangeWriter().append(change, to: &bytes)
            let expected = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
            let found = try JSONSerialization.jsonObject(with: JSONEncoder().encode(change)) as? NSDictionary
            #expect(found == expected)
        }
    }

    @Test(arguments: [
        #"{"name": "Lamp", "quantity": "many"}"#, #"{"id": 3}"#, "[]", #"{"name": "bell\u0007"}"#,
    ])
    func `invalid items aren't decoded`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Item.self, from: Data(json.utf8)) }
    }
}
