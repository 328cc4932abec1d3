import Foundation
import LootCore
import LootFoundation
import LootTesting
import Testing

@Suite struct ItemTests {
    @Test func `items are equal if all properties are equal`() {
        let item = ItemFixtures.items(1, seed: 1)[0]
        #expect(item == item)
        for field in Field.all {
            var generator = SeededGenerator(seed: 2)
            var changed = item
            let old = field.value(of: item)
            while field.value(of: changed) == old {
                do {
                    try field.set(ItemFixtures.value(for: field, using: &generator), in: &changed)
                } catch {}
            }
            #expect(changed != item, "a change of \(field.name) makes no difference")
        }
        var other = item
        other.foreign = [ForeignField("future", .null)]
        #expect(other != item)
        other = item
        other.custom["Color"] = .text("mauve")
        #expect(other != item)
        #expect(
            Item(name: "Lamp", dateCreated: .first) != Item(name: "Lamp", dateCreated: .first), "ids differ")
    }

    @Test func `an item whose rare fields were removed equals one that never had them`() {
        let bare = Item(name: "Lamp")
        var item = bare
        item.location = "Attic"
        item.quantity = 3
        item.custom["Color"] = .text("red")
        #expect(item.hasDetails)
        item.location = nil
        item.quantity = 1
        item.custom = [:]
        #expect(item == bare)
        #expect(item.hashValue == bare.hashValue)
        #expect(!item.hasDetails)
    }

    @Test func `a copy has separate rare fields`() {
        var item = Item(name: "Lamp")
        item.tags = ["red"]
        var copy = item
        copy.tags.append("blue")
        #expect(item.tags == ["red"])
        #expect(copy.tags == ["red", "blue"])
    }

    @Test func `an item needs at most eighty bytes`() { #expect(MemoryLayout<Item>.stride <= 80) }

    @Test func `an empty item is valid, and its missing name is a problem for people`()
        throws
    {
        let item = Item()
        #expect(item.name == "" && item.valueInDollars == 0 && item.serialNumber == nil && !item.isFavorite)
        try item.validate()
        #expect(item.shownName == "New item")
        try item.checkEntries()
        #expect(item.problems.map(\.field) == ["name"])
        let error = #expect(throws: LootError.self) {
            try Item(id: item.id, name: "", value: -1).checkEntries()
        }
        #expect(error?.code == .invalidValue && error?.field == "valueInDollars" && error?.item == item.id)
    }

    @Test func `problems are reported field by field`() throws {
        var item = Item(name: "", valueInDollars: -1)
        item.quantity = -2
        item.purchasePrice = Amount(.min)
        item.serialNumber = ""
        item.custom["pages"] = .integer(-5)
        try item.validate()
        #expect(item.problems.map(\.field) == ["name", "valueInDollars", "quantity", "purchasePrice"])
        #expect(item.problems.map(\.reason.text).last == "\(Int.min) is less than 0.")
        #expect(Item(name: "Lamp").problems.isEmpty)
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let item = ItemFixtures.item(using: &generator)
            try item.validate()
            let isWhole =
                !item.name.isEmpty && item.quantity >= 0 && min(item.value ?? 0, item.purchasePrice ?? 0) >= 0
            #expect(item.problems.isEmpty == isWhole)
        }
    }

    @Test func `a patch validates only the fields that it sets`() throws {
        try (["name": .text(""), "location": .text("Attic"), "serialNumber": .text("")] as Patch)
            .checkEntries()
        for patch in [["location": .text("/")], ["valueInDollars": .integer(-1)]] as [Patch] {
            #expect(throws: LootError.self) { try patch.checkEntries() }
            var item = Item(name: "Lamp")
            try patch.apply(to: &item)
        }
    }

    @Test func `the cost of a custom field is constant`() {
        // Copying all fields ten thousand times would take minutes.
        var item = Item(name: "Lamp")
        for number in 0..<50_000 { item.custom["field \(number)"] = .integer(number) }
        #expect(item.custom.count == 50_000)
        #expect(Patch((0..<50_000).map { Patch.Edit(.custom("\($0)"), nil) }).edits.count == 50_000)
    }

    @Test func `a random item has an adjective, a noun, a value below a hundred and a serial number`() throws
    {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let item = Item.random(using: &generator)
            try item.validate()
            let words = item.name.split(separator: " ").map(String.init)
            #expect(words.count == 2)
            #expect(["Fluffy", "Rusty", "Shiny"].contains(words.first))
            #expect(["Bear", "Spork", "Mac"].contains(words.last))
            #expect((0...99).contains(item.valueInDollars))
            let serial = try #require(item.serialNumber)
            #expect(serial.count == 8 && UInt32(serial, radix: 16) != nil && serial == serial.uppercased())
        }
        #expect(Item.random().id != Item.random().id)
    }

    @Test func `the total value doesn't overflow`() {
        var item = Item(name: "Lamp", valueInDollars: .max)
        item.quantity = .max
        #expect(item.total.plain.parts == (Int128(Int.max) * Int128(Int.max), 0))
        item.quantity = 0
        #expect(item.total == 0)
    }

    @Test func `custom names and values are validated`() throws {
        let item = Item(name: "Lamp")
        for (name, value) in [("Color", .text("red\nblue")), ("ä.ö", .decimal(-0.5)), ("x", .flag(false))]
            as [(String, FieldValue)]
        {
            var copy = item
            try copy.set(value, for: .custom(name))
            #expect(copy.value(for: .custom(name)) == value)
            try copy.set(nil, for: .custom(name))
            #expect(copy == item)
        }
        for (name, value) in [
            ("", .integer(1)), ("a\nb", .integer(1)), ("a", .text("\u{1}")), ("a", .list(["b"])),
            ("a", .decimal(.nan)),
        ] as [(String, FieldValue)] {
            var copy = item
            let error = #expect(throws: LootError.self) { try copy.set(value, for: .custom(name)) }
            #expect(error?.code == .invalidValue && error?.field == .custom(name))
            #expect(copy == item)
        }
    }

    @Test func `an unknown field can't be set`() {
        var item = Item(name: "Lamp")
        for key in ["id", "nonsense", "", "Name"] as [FieldKey] {
            let error = #expect(throws: LootError.self) { try item.set(.text("x"), for: key) }
            #expect(error?.code == .unknownField)
        }
    }
}

@Suite struct ItemIDTests {
    @Test func `an ID is a UUID in text, bytes and order`() throws {
        var generator = SeededGenerator(seed: 4)
        var ids: [ItemID] = []
        for _ in 0..<200 {
            let id = ItemID(using: &generator)
            #expect(id.description == id.uuid.uuidString.lowercased())
            #expect(ItemID(id.uuid) == id)
            #expect(ItemID(id.description) == id)
            #expect(ItemID(id.description.uppercased()) == id)
            #expect(id.short == String(id.description.prefix(8)))
            let version = id.description.dropFirst(14).first
            #expect(version == "4")
            ids.append(id)
        }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
    }

    @Test(arguments: [
        "", "2f1d7c60", "2f1d7c6095e44c6e8f3e0d2b9a51c7aa", "2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7a",
        "2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aaa", "2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7ag",
        "2f1d7c60x95e4-4c6e-8f3e-0d2b9a51c7aa", "{2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa}",
        "2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7é", "-2f1d7c6095e4-4c6e-8f3e-0d2b9a51c7aa",
    ])
    func `other text isn't an ID`(text: String) { #expect(ItemID(text) == nil) }
}
