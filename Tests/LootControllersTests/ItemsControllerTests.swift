import ListKit
import LootActions
import LootControllers
import LootCore
import LootQueryText
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@Suite struct ItemsControllerTests {
    private func controller(_ items: [Item], _ query: Query = .all) async throws -> (
        ItemsController, MemoryStore
    ) {
        let store = try MemoryStore(items)
        let controller = ItemsController(Inventory(store, for: .owner), list: ListView(width: 40, height: 10))
        try await controller.show(query)
        return (controller, store)
    }

    private func numbered(_ count: Int) -> [Item] {
        (0..<count).map { Item(name: "Item \($0)", valueInDollars: $0 % 100, serialNumber: "S\($0)") }
    }

    /// Returns the rows on the screen.
    private func screen(_ controller: ItemsController) -> [String] {
        controller.list.layout().elements.compactMap { $0.cell?.text ?? $0.title }
    }

    @Test func `the screen shows the first rows without placeholders`() async throws {
        let (controller, _) = try await controller(numbered(100))
        #expect(screen(controller) == (0..<5).map { "Item \($0)" })
        #expect(controller.list.layout().elements.allSatisfy { $0.cell?.isPlaceholder == false })
    }

    @Test func `the first settle() runs the query that the controller was created with`() async throws {
        let store = try MemoryStore(numbered(3))
        let query = Query(search: Search("Item 1"))
        let controller = ItemsController(store, query: query, list: ListView(width: 40, height: 10))
        #expect(!controller.isSettled)
        try await controller.settle()
        #expect(screen(controller) == ["Item 1"])
        #expect(controller.isSettled)
    }

    @Test func `an empty list shows its constant row, which can't be edited`() async throws {
        let (controller, _) = try await controller([])
        #expect(controller.list.constantRow?.text == "No items!")
        #expect(controller.list.numberOfRows == 0)
        #expect(try !controller.list.commitEditing(at: RowPath(row: 0)))
        try await controller.show(Query(search: Search("x")))
        #expect(controller.list.constantRow?.text == "No matching items")
    }

    @Test func `if all items are marked, items that are added later are marked, too`() async throws {
        let items = numbered(3)
        let (controller, store) = try await controller(items)
        controller.markAll()
        controller.keepMarks(on: items.map(\.id))
        try await store.add(Item(name: "New"))
        #expect(try await controller.markedIDs().count == 4)
        // The items that another query finds are marked individually.
        try await controller.show(Query(search: Search("Item 1")))
        controller.markAll()
        controller.keepMarks(on: [items[1].id])
        try await store.add(Item(name: "Item 1"))
        #expect(try await controller.markedIDs() == [items[1].id])
    }

    @Test func `adjacent missing rows are read together, and none twice`() async throws {
        let store = NotedStore(wrapped: try MemoryStore(numbered(100_000)))
        let controller = ItemsController(
            Inventory(store, for: .owner), list: ListView(width: 40, height: 200))
        try await controller.show(.all)
        controller.list.scroll(to: RowPath(row: 70_000), at: .top)
        try await controller.settle()
        let read = store.rows.withLock { $0 }
        #expect(read.count <= 4)
        #expect(Set(read.joined()).count == read.map(\.count).reduce(0, +), "\(read)")
    }

    @Test func `a distant row is a placeholder until it is read`() async throws {
        let (controller, _) = try await controller(numbered(100_000))
        controller.list.scroll(to: RowPath(row: 70_000), at: .top)
        #expect(controller.list.layout().elements.allSatisfy { $0.cell?.isPlaceholder == true })
        try await controller.settle()
        #expect(screen(controller).first == "Item 70000")
        #expect(controller.list.cellsMade < 40)
    }

    @Test func `sections have headers, footers and an index`() async throws {
        let query = Query(sectioning: Bands())
        let (controller, _) = try await controller(numbered(100), query)
        let list = controller.list
        #expect(controller.numberOfSections(in: list) == 2)
        #expect(controller.list(list, titleForHeaderInSection: 1) == "dear")
        #expect(controller.list(list, titleForFooterInSection: 0) == "50 items, $1,225")
        #expect(controller.sectionIndexTitles(in: list) == ["c", "d"])
        #expect(list.jump(toIndexTitle: 1) == 1)
        try await controller.settle()
        #expect(screen(controller).first == "dear")
    }

    @Test func `leading actions of the front end are saved, and the row shows the result`() async throws {
        let (controller, store) = try await controller(numbered(3))
        let path = RowPath(row: 1)
        controller.leadingActions = { [weak controller] item in
            [
                RowAction(item.isFavorite ? "Unfavorite" : "Favorite") { _ in
                    controller?.perform { (inventory: Inventory) async throws(LootError) in
                        try await inventory.edit([item.id], ["isFavorite": .flag(!item.isFavorite)])
                    }
                }
            ]
        }
        #expect(controller.list(controller.list, leadingActionsForRowAt: path).map(\.title) == ["Favorite"])
        #expect(controller.list.swipe(path, .leading))
        #expect(controller.list.performSwipeAction(0))
        try await controller.settle()
        #expect(try await store.items()[1].isFavorite)
        #expect(screen(controller)[1] == "Item 1 (Favorite)")
        #expect(controller.list(controller.list, leadingActionsForRowAt: path).map(\.title) == ["Unfavorite"])
    }

    @Test func `deleting removes the row, and undo restores it`() async throws {
        let (controller, store) = try await controller(numbered(5))
        #expect(try controller.list.commitEditing(at: RowPath(row: 2)))
        try await controller.settle()
        #expect(try await store.items().map(\.name) == ["Item 0", "Item 1", "Item 3", "Item 4"])
        #expect(screen(controller) == ["Item 0", "Item 1", "Item 3", "Item 4"])
        try await controller.inventory.undo()
        try await controller.settle()
        #expect(screen(controller)[2] == "Item 2")
        try await controller.inventory.redo()
        try await controller.settle()
        #expect(screen(controller)[2] == "Item 3")
    }

    @Test func `a row moves in the user's order, also in a filtered list`() async throws {
        let (controller, store) = try await controller(
            numbered(6), Query(filter: try Filter(parsing: "value != 2")))
        #expect(screen(controller) == ["Item 0", "Item 1", "Item 3", "Item 4", "Item 5"])
        #expect(try controller.list.moveRow(at: RowPath(row: 0), to: RowPath(row: 2)) == RowPath(row: 2))
        try await controller.settle()
        #expect(try await store.items().map(\.name).joined() == "Item 1Item 2Item 3Item 0Item 4Item 5")
        #expect(screen(controller) == ["Item 1", "Item 3", "Item 0", "Item 4", "Item 5"])
    }

    @Test func `rows of a sorted list can't be moved`() async throws {
        let (controller, _) = try await controller(numbered(3), Query(sort: [SortKey("name")]))
        #expect(try controller.list.moveRow(at: RowPath(row: 0), to: RowPath(row: 2)) == nil)
    }

    @Test func `the cursor moves to a new item`() async throws {
        let (controller, _) = try await controller(numbered(500))
        controller.add(Item(name: "New"))
        try await controller.settle()
        #expect(controller.list.cursor == RowPath(row: 500))
        #expect(screen(controller).last == "New")
    }

    @Test func `external changes keep the screen and the cursor at their items`() async throws {
        let (controller, store) = try await controller(numbered(1000))
        controller.list.moveCursor(to: RowPath(row: 502))
        controller.list.scroll(to: RowPath(row: 500), at: .top)
        try await controller.settle()
        let before = screen(controller)
        try await store.apply(
            (0..<300).map { .insert(Item(name: "Front \($0)"), at: 0) } + [.insert(Item(name: "End"))])
        try await controller.catchUp()
        #expect(screen(controller) == before)
        #expect(controller.list.cursor == RowPath(row: 802))
        #expect(controller.item(at: RowPath(row: 802))?.name == "Item 502")
    }

    @Test func `changes without steps keep the screen and the cursor at their items`()
        async throws
    {
        let store = EndingStore(wrapped: try MemoryStore(numbered(1000)))
        let controller = ItemsController(Inventory(store, for: .owner), list: ListView(width: 40, height: 10))
        try await controller.show(.all)
        controller.list.moveCursor(to: RowPath(row: 502))
        controller.list.scroll(to: RowPath(row: 500), at: .top)
        try await controller.settle()
        let before = screen(controller)
        try await store.apply([.insert(Item(name: "Front"), at: 0)])
        await controller.answer?.arrival()
        #expect(!controller.isSettled)
        try await controller.settle()
        #expect(screen(controller) == before)
        #expect(controller.list.cursor == RowPath(row: 503))
        #expect(controller.item(at: RowPath(row: 503))?.name == "Item 502")
    }

    @Test func `a failed action changes nothing and drops the queued ones`() async throws {
        let full = LootError(.noSpace, "Can't write.", reason: "The disk is full.")
        let store = FailingStore(try MemoryStore(numbered(3))) { call, _ in call == .apply ? full : nil }
        let controller = ItemsController(Inventory(store, for: .owner), list: ListView(width: 40, height: 10))
        try await controller.show(.all)
        controller.remove(at: RowPath(row: 0))
        controller.add(Item(name: "Lamp"))
        let error = await #expect(throws: LootError.self) { try await controller.settle() }
        #expect(error?.code == .noSpace)
        #expect(screen(controller) == ["Item 0", "Item 1", "Item 2"])
        try await controller.settle()
        #expect(screen(controller) == ["Item 0", "Item 1", "Item 2"])
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, UInt64.random(in: 5...UInt64.max)])
    func `after any changes the list shows the items of the store`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let (controller, store) = try await controller(numbered(Int.random(in: 0...200, using: &random)))
        for _ in 0..<80 {
            if Int.random(in: 0..<8, using: &random) == 0 {
                let queries = [
                    .all, Query(sectioning: Bands()), Query(sort: [SortKey("name", .descending)]),
                    Query(filter: try Filter(parsing: "value < 40"), sectioning: Bands()),
                ]
                try await controller.show(queries.randomElement(using: &random) ?? .all)
            }
            let items = try await store.items()
            var changes: [Change] = []
            for item in items.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changes.append(.remove(item.id))
                case 1:
                    let value = Int.random(in: 0..<100, using: &random)
                    changes.append(.update(item.id, ["valueInDollars": .integer(value)]))
                default:
                    changes.insert(
                        .move(item.id, to: .position(Int.random(in: 0..<items.count, using: &random))), at: 0)
                }
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                changes.insert(
                    .insert(
                        Item.random(using: &random),
                        at: .position(Int.random(in: 0...items.count, using: &random))),
                    at: 0)
            }
            if controller.list.numberOfRows > 0 {
                controller.list.scroll(by: Int.random(in: -40...40, using: &random))
                controller.list.moveCursor(by: Int.random(in: -5...5, using: &random))
            }
            try await controller.settle()
            let cursor = controller.list.cursor.flatMap { controller.item(at: $0) }
            try await store.apply(changes)
            try await controller.catchUp()
            try await compare(controller, store)
            if let cursor, try await store.position(of: cursor.id, in: controller.query) != nil {
                #expect(
                    controller.list.cursor.flatMap { controller.item(at: $0) }?.id == cursor.id,
                    "seed \(seed)")
            }
        }
    }

    private func compare(_ controller: ItemsController, _ store: MemoryStore) async throws {
        let outline = try await store.outline(of: controller.query)
        let items = try await store.items(of: controller.query)
        #expect(controller.list.numberOfRows == items.count)
        #expect(controller.list.numberOfSections == max(1, outline.sections.count))
        for path in controller.list.visibleRows {
            let row = try #require(controller.row(at: path))
            let cell = try #require(controller.list.cell(at: path) as? ItemCell)
            #expect(cell.item == items[row])
        }
    }
}

/// A store that records the requested rows.
private final class NotedStore: StoreWrapper {
    let wrapped: any ItemStore
    let rows = Mutex<[Range<Int>]>([])

    init(wrapped: any ItemStore) { self.wrapped = wrapped }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        self.rows.withLock { $0.append(rows) }
        return try await wrapped.page(of: query, rows: rows)
    }
}

/// A store whose live answers end with each change.
private struct EndingStore: StoreWrapper, LiveStore {
    let wrapped: any ItemStore

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        let behind = try await wrapped.live(query)
        let answer = LiveAnswer(to: query, outline: behind.outline)
        Task { [weak answer] in
            await behind.arrival()
            answer?.end()
        }
        return answer
    }
}

private struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [50]) }
    func title(for key: SectionKey) -> String { key == .number(0) ? "cheap" : "dear" }
    func indexTitle(for key: SectionKey) -> String? { key == .number(0) ? "c" : "d" }
}
