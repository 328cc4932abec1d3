import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct SplitTests {
    private static let items: [Item] = {
        var chair = Item(name: "Chair", valueInDollars: 20, serialNumber: "C-1")
        (chair.quantity, chair.location, chair.tags) = (6, "Kitchen", ["wood"])
        (chair.lentTo, chair.lentUntil) = ("Ann", Day("2026-12-01"))
        return [chair, Item(name: "Lamp", valueInDollars: 40)]
    }()

    private let store: MemoryStore
    private let inventory: Inventory
    private let ids = Self.items.map(\.id)

    init() throws {
        store = try MemoryStore(Self.items)
        inventory = Inventory(store, for: .owner)
    }

    @discardableResult
    private func run(
        _ action: Action, _ ids: [ItemID], _ arguments: [String: String] = [:]
    ) async throws(LootError) -> ActionOutcome {
        try await ActionRunner(inventory).prepareAndCommit(
            ActionRequest(action, on: .items(ids), arguments: arguments))
    }

    @Test func `a part moves to another place, and joining reverses that`() async throws {
        try await inventory.save(ItemTransaction([.update(ids[0], ["lentTo": nil])], title: "Return"))
        try await run(.split, [ids[0]], ["count": "2", "to": "Attic"])
        let items = try await store.items()
        #expect(items.map(\.name) == ["Chair", "Chair", "Lamp"] && items.map(\.quantity) == [4, 2, 1])
        #expect(items.map(\.location) == ["Kitchen", "Attic", nil] && items[1].tags == ["wood"])
        try await run(.join, [ids[0], items[1].id])
        #expect(try await store.items().map(\.quantity) == [6, 1])
        try await inventory.undo()
        #expect(try await store.items() == items)
        try await inventory.undo()
        #expect(try await store.items().map(\.quantity) == [6, 1])
    }

    @Test func `the loan stays with the rest, which must have enough pieces`() async throws {
        try await run(.takeBack, [ids[0]])
        try await run(.lend, [ids[0]], ["to": "Ann", "quantity": "4"])
        let lent = try await store.items()
        let error = await #expect(throws: LootError.self) {
            try await run(.split, [ids[0]], ["count": "3", "to": "Attic"])
        }
        #expect(error?.code == .invalidValue && error?.field == "quantity" && error?.item == ids[0])
        #expect(try await store.items() == lent)
        try await run(.split, [ids[0]], ["count": "2", "to": "Attic"])
        #expect(try await store.items().map(\.lentTo) == ["Ann", nil, nil])
        #expect(try await store.items().map(\.quantity) == [4, 2, 1])
    }

    @Test func `pieces that are needed for reservations stay`() async throws {
        try await run(.takeBack, [ids[0]])
        try await run(.lend, [ids[0]], ["to": "Ann", "quantity": "4", "from": "+10d", "until": "+12d"])
        try await run(.lend, [ids[0]], ["to": "Ben", "quantity": "5", "from": "+20d"])
        let error = await #expect(throws: LootError.self) {
            try await run(.split, [ids[0]], ["count": "2", "to": "Attic"])
        }
        #expect(error?.code == .invalidValue && error?.field == "quantity")
        try await run(.split, [ids[0]], ["count": "1", "to": "Attic"])
        #expect(try await store.items().map { $0.reservations.count } == [2, 0, 0])
    }

    /// Splits off and then sells three of five pieces, with a reservation that ends on a day.
    @Test(arguments: [(nil, "+12d", false), (3, "+12d", false), (2, "+12d", true), (5, "-3d", true)])
    func `splitting refuses and selling cancels a reservation for more pieces than remain, unless it is over`(
        quantity: Int?, end: String, isKept: Bool
    ) async throws {
        var stool = Item(name: "Stool")
        stool.quantity = 5
        let until = try #require(Day(end, today: .today))
        let reservation = LoanEntry(
            .reserved, to: "Ben", quantity: quantity, from: until.adding(CalendarSpan(-2, .day)), until: until
        )
        stool.loans = [reservation]
        try await inventory.add([stool])
        let split = ["count": "3", "to": "Attic"]
        if isKept {
            try await run(.split, [stool.id], split)
            #expect(try await store.item(stool.id)?.quantity == 2)
            try await inventory.undo()
        } else {
            let error = await #expect(throws: LootError.self) { try await run(.split, [stool.id], split) }
            #expect(error?.code == .invalidValue && error?.field == "quantity")
        }
        #expect(try await store.item(stool.id) == stool)
        let sale = try await run(.sell, [stool.id], ["quantity": "3"])
        #expect(sale.message.text.contains("Ben") == !isKept)
        let rest = try await store.item(stool.id)
        #expect(rest?.quantity == 2 && rest?.reservations == (isKept ? [reservation] : []))
    }

    @Test func `both parts keep the maintenance log, and its costs are counted once`() async throws {
        let paint = CareEntry(on: .first, cost: 30, note: "Paint")
        var stool = Item(name: "Stool")
        (stool.quantity, stool.careLog) = (4, [paint, CareEntry(on: .first, note: "Clean")])
        try await inventory.add([stool])
        try await run(.split, [stool.id], ["count": "1", "to": "Attic"])
        let parts = try await store.items().suffix(2)
        #expect(parts.map { $0.careLog.map(\.note) } == [["Paint", "Clean"], ["Paint", "Clean"]])
        #expect(parts.map { $0.careLog.compactMap(\.cost) } == [[30], []])
        try await run(.join, parts.map(\.id))
        #expect(try await store.item(stool.id)?.careLog == stool.careLog)
        #expect(try await store.item(stool.id)?.quantity == 4)
    }

    @Test(arguments: ["0", "6", "7", "-1", "some"])
    func `an invalid number of pieces is refused and changes nothing`(count: String) async throws {
        let error = await #expect(throws: LootError.self) {
            try await run(.split, [ids[0]], ["count": count, "to": "Attic"])
        }
        #expect(error?.code == .invalidValue && error?.field == "quantity")
        #expect(try await store.items() == Self.items)
    }

    @Test func `different items, and a single one, can't be joined`() async throws {
        var error = await #expect(throws: LootError.self) { try await run(.join, ids) }
        #expect(error?.code == .invalidValue && error?.field == "name")
        error = await #expect(throws: LootError.self) { try await run(.join, [ids[0]]) }
        #expect(error?.code == .invalidValue)
        #expect(try await store.items() == Self.items)
    }

    @Test func `copies are added after their items in one step`() async throws {
        let outcome = try await run(.duplicate, ids)
        let items = try await store.items()
        #expect(items.map(\.name) == ["Chair", "Chair", "Lamp", "Lamp"] && Set(items.map(\.id)).count == 4)
        #expect(items[1].serialNumber == nil && !items[1].isLent && items[1].tags == ["wood"])
        #expect(items[1].quantity == 6 && items[0] == Self.items[0] && outcome.commit?.changes.count == 2)
        try await inventory.undo()
        #expect(try await store.items() == Self.items)
    }
}
