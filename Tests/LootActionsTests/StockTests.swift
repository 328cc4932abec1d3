import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct StockTests {
    private let today = Day("2026-11-20") ?? .first

    private static let items: [Item] = {
        var cells = Item(name: "Batteries", valueInDollars: 1)
        (cells.quantity, cells.minimum) = (6, 8)
        var salt = Item(name: "Salt", valueInDollars: 2)
        (salt.quantity, salt.minimum) = (2, 2)
        return [cells, salt, Item(name: "Lamp", valueInDollars: 40)]
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
            ActionRequest(action, on: .items(ids), arguments: arguments, today: today))
    }

    private func quantity(_ id: ItemID) async throws -> Int? { try await store.item(id)?.quantity }

    @Test func `pieces are used and refilled in single steps`() async throws {
        try await run(.use, [ids[0]])
        #expect(try await quantity(ids[0]) == 5)
        try await run(.use, [ids[0]], ["count": "5"])
        #expect(try await quantity(ids[0]) == 0)
        try await run(.refill, [ids[0]], ["count": "3"])
        #expect(try await quantity(ids[0]) == 3)
        try await run(.refill, [ids[0]])
        #expect(try await quantity(ids[0]) == 8)
        for _ in 0..<4 { try await inventory.undo() }
        #expect(try await store.items() == Self.items)
    }

    @Test(
        arguments: [
            (Action.use, 0, "7"), (.use, 0, "0"), (.use, 0, "-1"), (.refill, 0, "0"), (.refill, 1, nil),
            (.refill, 2, nil),
        ] as [(Action, Int, String?)])
    func `an invalid number of pieces is refused and changes nothing`(
        action: Action, item: Int, count: String?
    ) async throws {
        let error = await #expect(throws: LootError.self) {
            try await run(action, [ids[item]], count.map { ["count": $0] } ?? [:])
        }
        #expect(error?.code == .invalidValue && error?.field == "quantity")
        #expect(try await store.items() == Self.items)
    }

    @Test func `items below their minimum are due today`() async throws {
        for last in [today, .last] {
            let due = try await inventory.due(on: today, through: last)
            #expect(due.dates.map(\.item.id) == [ids[0]] && due.dates.map(\.kind) == [.stock])
            #expect(due.dates.first?.day == today && due.count == 1 && due.late == 0)
        }
        #expect(try await inventory.due(on: today, through: today, limit: 0).late == 0)
        var bytes: [UInt8] = []
        try await DueCalendar(on: today).write(inventory, through: .last) { piece in
            bytes += piece
            return true
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("DTSTART;VALUE=DATE:20261120"))
        try await run(.refill, [ids[0]])
        #expect(try await inventory.due(on: today, through: .last).isEmpty)
    }
}
