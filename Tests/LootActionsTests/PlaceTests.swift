import LootActions
import LootCore
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct PlaceTests {
    private let store = MemoryStore()
    private var inventory: Inventory { Inventory(store, for: .owner) }

    @discardableResult
    private func add(_ name: String, in location: String?, worth value: Int = 10) async throws -> Item {
        var item = Item(name: name, valueInDollars: value)
        item.location = location
        try await store.add(item)
        return item
    }

    /// Returns each item with its place: `Lamp: House / Attic`.
    private func places() async throws -> [String] {
        try await store.items().map { "\($0.name): \($0.location ?? "-")" }
    }

    @Test func `the tree contains every place with its contents`() async throws {
        try await add("Lamp", in: "House/Attic")
        let box = try await add("Box 3", in: "house / attic")
        try await add("Bear", in: "House / Attic / Box 3", worth: 5)
        try await add("Car", in: "Garage", worth: 900)
        try await add("Idea", in: nil)
        let tree = try await inventory.places()
        let rows = tree.rows.indices.map { row in
            let place = tree.rows[row]
            return "\(place.depth) \(tree.place(row)) \(place.own.count)/\(place.all.count)"
        }
        #expect(
            rows == ["0 Garage 1/1", "0 House 0/3", "1 House / Attic 2/3", "2 House / Attic / Box 3 1/1"])
        #expect(tree.rows[1].all.total == MoneyTotal(25))
        #expect(tree.rows.map(\.item) == [nil, nil, nil, box.id])
        #expect(tree.unplaced.count == 1)
        #expect(tree.row(of: PlacePath("HOUSE/Attic")) == 2)
        #expect(tree.row(of: PlacePath("Attic")) == nil)
        #expect(tree.range(of: 1) == 1..<4)
    }

    @Test func `renaming a place with all its contents is one step`() async throws {
        try await add("Attic", in: "House")
        try await add("Lamp", in: "House/Attic")
        try await add("Bear", in: "House / Attic / Box 3")
        try await add("Vase", in: "House / Attic 2")
        let before = try await places()
        let (commit, met) = try await inventory.move(.rename(PlacePath("house/attic"), to: "Loft"))
        #expect(commit?.changes.count == 3)
        #expect(commit?.title == "Move the place “house / attic” to “house / Loft”")
        #expect(met == 0)
        #expect(
            try await places() == [
                "Loft: house", "Lamp: house / Loft", "Bear: house / Loft / Box 3", "Vase: House / Attic 2",
            ])
        try await inventory.undo()
        #expect(try await places() == before)
    }

    @Test func `moving a place into another one reports what is already there`() async throws {
        try await add("Lamp", in: "House / Attic")
        try await add("Car", in: "Garage / Attic")
        let (_, met) = try await inventory.move(.move(PlacePath("House / Attic"), into: PlacePath("Garage")))
        #expect(met == 1)
        #expect(try await places() == ["Lamp: Garage / Attic", "Car: Garage / Attic"])
        _ = try await inventory.move(.move(PlacePath("Garage / Attic"), into: PlacePath("/")))
        #expect(try await places() == ["Lamp: Attic", "Car: Attic"])
        let (commit, _) = try await inventory.move(.rename(PlacePath("Attic"), to: "Attic"))
        #expect(commit == nil)
    }

    @Test func `a place that can't be moved is reported with the reason`() async throws {
        try await add("Lamp", in: "House / Attic")
        for name in ["", " ", "A / B"] {
            #expect(throws: LootError.self) { try PlaceMove.rename(PlacePath("House / Attic"), to: name) }
        }
        let error = #expect(throws: LootError.self) {
            try PlaceMove.move(PlacePath("House"), into: PlacePath("house / Attic"))
        }
        #expect(error?.reason.text == "“house / Attic” is inside it.")
        let missing = await #expect(throws: LootError.self) {
            try await inventory.move(.rename(PlacePath("Attic"), to: "Loft"))
        }
        #expect(missing?.advice.text == "Did you mean “House / Attic”?")
        #expect(try await places() == ["Lamp: House / Attic"])
    }

    @Test func `moving or renaming a box moves its contents`() async throws {
        let box = try await add("Box 3", in: "House / Attic")
        try await add("Bear", in: "House / Attic / Box 3")
        try await add("Pin", in: "house/attic/box 3/Tin")
        try await add("Lamp", in: "House / Attic")
        let commit = try await inventory.edit([box.id], ["location": .text("Garage")])
        #expect(commit?.title == "Edit “Box 3”, with 2 items in it")
        #expect(
            try await places() == [
                "Box 3: Garage", "Bear: Garage / Box 3", "Pin: Garage / Box 3 / Tin", "Lamp: House / Attic",
            ])
        try await inventory.edit([box.id], ["name": .text("Toys")])
        #expect(
            try await places() == [
                "Toys: Garage", "Bear: Garage / Toys", "Pin: Garage / Toys / Tin", "Lamp: House / Attic",
            ])
        try await inventory.undo()
        try await inventory.undo()
        #expect(try await places().first == "Box 3: House / Attic")
        try await inventory.edit([box.id], ["notes": .text("Heavy")])
        #expect(try await places()[1] == "Bear: House / Attic / Box 3")
    }

    @Test func `moving many boxes moves the contents of each`() async throws {
        var boxes: [ItemID] = []
        for number in 0..<30 { boxes.append(try await add("Box \(number)", in: "Attic").id) }
        try await add("Bear", in: "Attic / Box 7")
        let commit = try await inventory.edit(boxes, ["location": .text("Cellar")])
        #expect(commit?.changes.count == 31)
        #expect(try await places().last == "Bear: Cellar / Box 7")
    }

    @Test func `a box in a box ends at its destination, in any order of moves`() async throws {
        for reversed in [false, true] {
            let inventory = Inventory(MemoryStore(), for: .owner)
            func item(_ name: String, _ place: String) -> Item {
                var item = Item(name: name)
                item.location = place
                return item
            }
            let items = [
                item("Box", "House"), item("Inner", "House / Box"), item("Fork", "House / Box / Inner"),
                item("Pin", "House / Box"),
            ]
            try await inventory.add(items)
            let ids = [items[0].id, items[1].id]
            try await inventory.edit(reversed ? ids.reversed() : ids, ["location": .text("Shed")])
            #expect(
                try await inventory.store.items().map { $0.location ?? "-" } == [
                    "Shed", "Shed", "Shed / Inner", "Shed / Box",
                ])
        }
    }

    @Test func `a box can't be moved into itself`() async throws {
        let box = try await add("Box", in: "Attic")
        try await add("Bear", in: "Attic / Box")
        for place in ["Attic / Box", "attic/box/deep"] {
            let error = await #expect(throws: LootError.self) {
                try await inventory.edit([box.id], ["location": .text(place)])
            }
            #expect(error?.code == .invalidValue && error?.reason.text.contains("is inside it") == true)
        }
        #expect(try await places() == ["Box: Attic", "Bear: Attic / Box"])
    }

    @Test func `a box with contents can't get a name with a slash`()
        async throws
    {
        let box = try await add("Box", in: "Attic")
        let bear = try await add("Bear", in: "Attic / Box")
        let error = await #expect(throws: LootError.self) {
            try await inventory.edit([box.id], ["name": .text("Toys/Games")])
        }
        #expect(
            error?.description
                == """
                Can't rename the place “Attic / Box”. The name “Toys/Games” contains a slash, but the place contains \
                items. Choose a name without a slash, or move the items first.
                """)
        #expect(error?.field == "name")
        let nameless = await #expect(throws: LootError.self) {
            try await inventory.edit([box.id], ["name": .text("")])
        }
        #expect(nameless?.reason == "Without a name, it wouldn't be a place, but it contains items.")
        #expect(try await places() == ["Box: Attic", "Bear: Attic / Box"])
        // The box is empty and remains so.
        try await inventory.edit([bear.id], ["location": .text("Attic")])
        try await inventory.edit([box.id], ["name": .text("Toys/Games")])
        #expect(try await places() == ["Toys/Games: Attic", "Bear: Attic"])
    }

    @Test func `contents of a place that two items have stay when one of them moves`() async throws {
        let box = try await add("Box", in: "Attic")
        try await add("Box", in: "Attic")
        try await add("Bear", in: "Attic / Box")
        try await inventory.edit([box.id], ["location": .text("Cellar")])
        #expect(try await places() == ["Box: Cellar", "Box: Attic", "Bear: Attic / Box"])
    }

    @Test func `a path with very many components works`() async throws {
        try await add("Bear", in: Array(repeating: "a", count: 20_000).joined(separator: "/"))
        let tree = try await inventory.places()
        #expect(tree.rows.count == 100)
        #expect(tree.rows.last?.own.count == 1)
    }

    @Test func `an import that renames a box moves its contents`() async throws {
        let box = try await add("Box 3", in: "House / Attic")
        let bear = try await add("Bear", in: "House / Attic / Box 3")
        try await add("Vase", in: "house/attic/box 3/Wrap")
        let cup = try await add("Cup", in: "House / Attic / Box 3")
        let lines = [
            "id,name,location,value", "\(box.id),Crate,House / Cellar,10",
            "\(bear.id),Bear,House / Attic / Box 3,12", "\(cup.id),Cup,Kitchen,10",
        ]
        let plan = try await planned(lines.joined(separator: "\n"), into: store)
        let commit = try await inventory.commit(plan, title: "Import f")
        #expect(
            try await places() == [
                "Crate: House / Cellar", "Bear: House / Cellar / Crate",
                "Vase: House / Cellar / Crate / Wrap", "Cup: Kitchen",
            ])
        #expect(commit?.title == "Import f, with 1 item in it")
        try await inventory.undo()
        #expect(try await places()[2] == "Vase: house/attic/box 3/Wrap")
    }

    @Test func `sections by place have one title, in any order of changes`() async throws {
        let spellings = ["House / Attic", "HOUSE/attic", "house / Áttic", "House", "hOUSE", "Garage"]
        let queries = [
            PlaceTree.query(), PlaceTree.query(Query(search: Search("a"))),
            PlaceTree.query(Query(filter: .compare("valueInDollars", .greaterOrEqual, .amount(3)))),
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let items = try await store.items()
            let location = try #require(spellings.randomElement(using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: try await add("a", in: location, worth: Int.random(in: 0...5, using: &generator))
            case 1:
                if let item = items.randomElement(using: &generator) {
                    try await store.apply([.update(item.id, ["location": .text(location)])])
                }
            case 2:
                if let item = items.randomElement(using: &generator), items.count > 5 {
                    try await store.apply([.remove(item.id)])
                }
            default:
                if let item = items.randomElement(using: &generator) {
                    try await store.apply([.move(item.id, to: .first)])
                }
            }
            let list = ItemList(try await store.items())
            for query in queries {
                let outline = try await store.outline(of: query)
                #expect(outline == list.outline(of: query, at: outline.revision))
            }
        }
    }
}
