import LootActions
import LootCore
import MemoryStorePlugin
import Testing

/// Ways to refer to items.
@Suite struct FindingTests {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    private static func id(_ high: UInt64) -> ItemID { ItemID(high: high << 48, low: 1) }

    private static func item(_ high: UInt64, _ name: String, in place: String? = nil) -> Item {
        var item = Item(id: id(high), name: name)
        item.location = place
        return item
    }

    private func add(_ items: Item...) async throws { try await inventory.add(items) }

    private func find(_ text: String) async throws -> Item {
        try await inventory.item(ItemReference(parsing: text))
    }

    private func refusal(of text: String) async throws -> LootError {
        try #require(await #expect(throws: LootError.self) { try await find(text) })
    }

    @Test func `an item is found by position, id, or beginning of its ID`() async throws {
        let items = try await inventory.fill(["A", "B", "C"])
        #expect(try await find("#2").name == "B")
        #expect(try await find(items[2].id.description.uppercased()).name == "C")
        #expect(try await find(String(items[0].id.description.prefix(12))).name == "A")
    }

    @Test(arguments: ["#0", "#", "", " ", "#99999999999999999999"])
    func `a text that isn't an ID, a position or a name finds no item`(text: String) {
        let error = #expect(throws: LootError.self) { try ItemReference(parsing: text) }
        #expect(error?.code == .noSuchItem)
    }

    @Test func `an ambiguous beginning of an ID is rejected with the matching items`() async throws {
        try await add(
            Self.item(0x2F1D, "Lamp", in: "Attic"), Self.item(0x2F1E, "Vase"),
            Self.item(0xA000, "Mug"))
        #expect(try await find("a").name == "Mug")
        #expect(try await find("2F1E").name == "Vase")
        let error = try await refusal(of: "2f1")
        #expect(error.code == .ambiguousItem)
        #expect(error.reason.text == "2 IDs begin with it: 2f1d0000 “Lamp” in Attic and 2f1e0000 “Vase”.")
        #expect(
            try await refusal(of: "b").reason.text == "No ID begins with it, and no item has this name.")
    }

    @Test func `an item is found by its whole name, ignoring case and accents`() async throws {
        try await add(Item(name: "Café Table"), Item(name: "Lamp"), Item(name: "Lamp Shade"))
        for text in ["Lamp", "lamp", "LAMP"] { #expect(try await find(text).name == "Lamp") }
        #expect(try await find("cafe table").name == "Café Table")
    }

    @Test func `a name can begin with the sign of a position`() async throws {
        try await add(Self.item(1, "#5 hammer"), Self.item(2, "Vase"))
        #expect(try await find("#5 Hammer").name == "#5 hammer")
        #expect(
            try await refusal(of: "#x").reason.text
                == "No item has this name. A position consists of # and a number.")
    }

    @Test func `the error for a few digits mentions the item with that name`() async throws {
        try await add(Self.item(0xA001, "Lamp"), Self.item(0xA002, "1984"), Self.item(0xA003, "2"))
        let far = try await refusal(of: "1984")
        #expect(far.reason.text == "It could be the name of a0020000. No item has this position.")
        #expect(far.advice.text == "Use a0020000 for the name.")
        let near = try await refusal(of: "2")
        #expect(near.reason.text == "It could be the position of “1984” or the name of a0030000.")
        #expect(
            near.advice.text == "Use a0030000 for the name, or '#2', in quotes, for the position.")
    }

    @Test func `among names that differ only in case, the exact one is chosen`() async throws {
        try await add(Item(name: "bed"), Item(name: "Bed"))
        #expect(try await find("Bed").name == "Bed")
        #expect(try await find("bed").name == "bed")
        #expect(try await refusal(of: "BED").code == .ambiguousItem)
    }

    @Test func `a name that several items have is rejected with their locations`() async throws {
        try await add(
            Self.item(1, "Lamp", in: "Attic"),
            Self.item(2, "lamp", in: "Cellar"), Self.item(3, "Lamp"))
        let error = try await refusal(of: "Lamp")
        #expect(error.code == .ambiguousItem)
        #expect(
            error.reason.text == """
                3 items have this name: 00010000 “Lamp” in Attic, 00020000 “lamp” in Cellar, and 00030000 “Lamp”.
                """)
    }

    @Test func `a name that is also the beginning of another item's ID is rejected`() async throws {
        try await add(Self.item(0xBED1, "Vase"), Self.item(1, "Bed"))
        let error = try await refusal(of: "Bed")
        #expect(error.code == .ambiguousItem)
        #expect(error.reason.text == "2 items match: bed10000 “Vase” and 00010000 “Bed”.")
        try await inventory.remove([Self.id(0xBED1)])
        #expect(try await find("Bed").id == Self.id(1))
    }

    @Test func `a part of a name isn't a name, and the error mentions the item`() async throws {
        for number in 1...7 { try await add(Self.item(UInt64(number), "Desk Lamp \(number)")) }
        let error = try await refusal(of: "lamp")
        #expect(error.code == .noSuchItem)
        #expect(error.reason.text == "No item has this name.")
        #expect(error.advice.text.hasPrefix("Did you mean 00010000 “Desk Lamp 1”, "))
        #expect(error.advice.text.hasSuffix("00050000 “Desk Lamp 5”, or 2 more?"))
    }

    @Test func `a name with a typo is rejected with the similar item`() async throws {
        try await add(Self.item(1, "Lamp"), Self.item(2, "Vase"))
        for name in ["lampe", "lam"] {
            #expect(try await refusal(of: name).advice.text == "Did you mean 00010000 “Lamp”?")
        }
        #expect(try await refusal(of: "spoon").remedy == .list)
    }

    @Test func `an unknown name is shown without control characters`() async throws {
        let error = try await refusal(of: "b\u{1B}")
        #expect(error.failure.text == "Can't find the item “b<U+001B>”.")
        #expect(error.reason.text == "No item has this name.")
    }
}
