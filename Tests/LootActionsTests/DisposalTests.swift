import LootCore
import LootPlugins
import LootQueryText
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing

@testable import LootActions

@Suite struct DisposalTests {
    private let today = Day("2026-11-20") ?? .first

    private static let items: [Item] = {
        var drill = Item(name: "Drill", valueInDollars: 40)
        drill.purchasePrice = 100
        drill.purchaseDate = Day("2024-05-01")
        drill.nextService = Day("2026-11-19")
        var lamp = Item(name: "Desk lamp", valueInDollars: 10)
        lamp.lentTo = "Ann"
        lamp.lentUntil = Day("2026-11-01")
        return [drill, lamp]
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

    private func count(_ conditions: [String] = [], search: String = "", all: Bool = false) async throws
        -> Int
    {
        let text = QueryText(search: search, conditions: conditions, includesDisposed: all)
        return try await store.outline(of: text.query(today: today)).count
    }

    @Test func `the outcome and the title of a disposal name the reservations that it cancels`() async throws
    {
        for (name, from) in [("Ben", "2027-01-02"), ("Jo", "2027-03-01")] {
            try await run(
                .lend, [ids[0]],
                ["to": name, "from": from, "until": "2027-01-09"].filter {
                    name == "Ben" || $0.key != "until"
                })
        }
        let outcome = try await run(.sell, [ids[0]])
        #expect(
            outcome.message.text
                == "Sold “Drill”. 2 reservations were canceled: “Drill” for Ben from 2027-01-02 until "
                + "2027-01-09 and “Drill” for Jo from 2027-03-01.")
        #expect(outcome.commit?.title == "Sell “Drill” and cancel 2 reservations")
        try await inventory.undo()
        #expect(try await store.item(ids[0])?.reservations.count == 2)
    }

    @Test func `some pieces are disposed of in one step, and the rest stays`() async throws {
        var chairs = Item(name: "Chair")
        (chairs.quantity, chairs.number) = (6, "A-1")
        try await inventory.add([chairs])
        try await run(.lend, [chairs.id], ["to": "Ann", "quantity": "2"])
        try await run(.lend, [chairs.id], ["to": "Ben", "quantity": "3", "from": "2027-01-02"])
        let before = try await store.items()
        let outcome = try await run(.sell, [chairs.id], ["quantity": "4", "for": "30"])
        #expect(outcome.message.text.contains("Ben"))
        let items = try await store.items()
        #expect(items.map(\.quantity) == [1, 1, 2, 4])
        let (rest, sold) = (items[2], items[3])
        #expect(rest.disposal == nil && rest.number == "A-1" && rest.openLoans.map(\.borrower) == ["Ann"])
        #expect(rest.reservations.isEmpty)
        #expect(sold.disposal == .sold && sold.proceeds == 30 && sold.number == nil && sold.loans.isEmpty)
        try await inventory.undo()
        #expect(try await store.items() == before)
        // All pieces are the item itself.
        try await run(.takeBack, [chairs.id])
        try await run(.discard, [chairs.id], ["quantity": "6"])
        #expect(try await store.items().count == 3)
        #expect(try await store.item(chairs.id)?.disposal == .discarded)
    }

    @Test func `reservations that fit together are kept if pieces are disposed of, earlier ones first`()
        async throws
    {
        var chairs = Item(name: "Chair")
        chairs.quantity = 8
        try await inventory.add([chairs])
        try await run(.lend, [chairs.id], ["to": "Ann", "quantity": "2"])
        let weeks =
            [("Ben", 3, "2027-01-02", "2027-01-09"), ("Jo", 3, "2027-01-05", "2027-01-12")]
            + [("Zoë", 2, "2027-02-01", "2027-02-02")]
        for (name, count, from, until) in weeks {
            try await run(
                .lend, [chairs.id], ["to": name, "quantity": "\(count)", "from": from, "until": until])
        }
        try await run(.sell, [chairs.id], ["quantity": "3"])
        let rest = try #require(try await store.item(chairs.id))
        #expect(rest.quantity == 5 && rest.reservations.map(\.borrower) == ["Ben", "Zoë"])
        // The same rule decides about new reservations.
        let error = await #expect(throws: LootError.self) {
            try await run(.lend, [chairs.id], ["to": "Jo", "quantity": "1", "from": "2027-01-05"])
        }
        #expect(error?.code == .invalidValue)
        try await run(.lend, [chairs.id], ["to": "Jo", "quantity": "1", "from": "2027-02-01"])
    }

    @Test(arguments: ["0", "-1", "7", "5", "-9223372036854775808", "9223372036854775807"])
    func `pieces that don't exist or are lent can't be disposed of`(quantity: String) async throws {
        var chairs = Item(name: "Chair")
        chairs.quantity = 6
        try await inventory.add([chairs])
        try await run(.lend, [chairs.id], ["to": "Ann", "quantity": "2"])
        let before = try await store.items()
        let error = await #expect(throws: LootError.self) {
            try await run(.discard, [chairs.id], ["quantity": quantity])
        }
        #expect(error?.code == .invalidValue && error?.field == "quantity")
        #expect(try await store.items() == before)
    }

    @Test func `pieces of an item that was already disposed of can't be split off`() async throws {
        try await run(.sell, [ids[0]])
        let error = await #expect(throws: LootError.self) {
            try await run(.sell, [ids[0]], ["quantity": "1"])
        }
        #expect(error?.field == "disposal")
    }

    @Test func `a sale fills the fields, is one step, and bring-back reverses it`() async throws {
        try await run(.sell, [ids[0]], ["to": "Jo", "for": "120", "note": "At the market"])
        let sold = try #require(try await store.item(ids[0]))
        #expect(sold.disposal == .sold && sold.disposedOn == today && sold.proceeds == 120)
        #expect(sold.recipient == "Jo" && sold.disposalNote == "At the market")
        try await inventory.undo()
        #expect(try await store.item(ids[0]) == Self.items[0])
        try await inventory.redo()
        try await run(.bringBack, [ids[0]])
        #expect(try await store.items() == Self.items)
    }

    @Test(arguments: [0, 1, 3])
    func `rows have their positions in the user's order, with a few reads`(every: Int) async throws {
        let items = (0..<6_000).map { number in
            var item = Item(name: "\(number)")
            if every > 0, number % every == 0, number != 17 { item.disposal = .discarded }
            return item
        }
        let counter = ReadCounter(wrapped: try MemoryStore(items))
        let query = try QueryText().query(today: today)
        let kept = items.indices.filter { items[$0].disposal == nil }
        try await counter.withRows(of: query) { rows throws(LootError) in
            var found: [Int?] = []
            try await rows.forEachPage { page throws(LootError) in
                counter.reads.store(0, ordering: .relaxed)
                found += try await rows.positions(of: page)
                #expect(counter.reads.load(ordering: .relaxed) <= 5)
                return true
            }
            #expect(found == kept)
        }
    }

    /// Counts the reads of pages and positions.
    private final class ReadCounter: StoreWrapper {
        let wrapped: any ItemStore
        let reads = Atomic(0)

        init(wrapped: any ItemStore) { self.wrapped = wrapped }

        func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
            reads.add(1, ordering: .relaxed)
            return try await wrapped.page(of: query, rows: rows)
        }

        func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
            reads.add(1, ordering: .relaxed)
            return try await wrapped.position(of: id, in: query)
        }
    }

    @Test func `disposed items are hidden unless they are requested`() async throws {
        try await run(.lose, [ids[0]])
        #expect(try await count() == 1)
        #expect(try await count(all: true) == 2)
        #expect(try await count(["is disposed"]) == 1)
        #expect(try await count(["is not disposed"]) == 1)
        #expect(try await count(["disposal = lost"]) == 1)
        #expect(try await count(["value = 40"]) == 0)
        #expect(try await inventory.due(on: today, through: today).dates.map(\.item.id) == [ids[1]])
        #expect(try await inventory.places().unplaced.count == 1)
    }

    @Test func `a search reports how many disposed items also match`() async throws {
        func remark(_ text: QueryText) async throws -> String? {
            try await inventory.disposedMatches(of: text.query(today: today))
        }
        #expect(try await remark(QueryText(search: "drill")) == nil)
        try await run(.give, [ids[0]], ["to": "Jo"])
        #expect(try await remark(QueryText(search: "drill")) != nil)
        #expect(try await remark(QueryText(search: "drill", includesDisposed: true)) == nil)
        #expect(try await remark(QueryText(search: "lamp")) == nil)
        #expect(try await remark(QueryText()) == nil)
        // A search that finds only disposed items doesn't suggest a different spelling.
        #expect(try await store.near(QueryText(search: "drill").query(today: today)) == nil)
    }

    @Test func `the text of a query finds the same items again`() throws {
        for query in [
            Query.all, Query(hidesDisposed: true), Query(filter: .isDisposed, hidesDisposed: true),
            Query(filter: .all([.isSet("location"), .not(.isDisposed)])),
        ] {
            #expect(try #require(QueryText(query)).query(today: today) == query)
        }
    }

    @Test func `disposal ends a loan without a due date`() async throws {
        try await run(.lend, [ids[0]], ["to": "Ann"])
        try await run(.sell, [ids[0]])
        #expect(try await store.item(ids[0])?.lentTo == nil)
    }

    @Test func `disposal ends a loan, and a disposed item can't be lent`() async throws {
        try await run(.sell, [ids[1]])
        let sold = try #require(try await store.item(ids[1]))
        #expect(sold.lentTo == nil && sold.lentUntil == nil)
        let before = try await store.summary().revision
        let error = await #expect(throws: LootError.self) { try await run(.lend, [ids[1]], ["to": "Bob"]) }
        #expect(error?.code == .invalidValue && error?.field == "lentTo")
        let revision = try await store.summary().revision
        #expect(revision == before)
    }

    @Test(
        arguments: [
            (["on": "2026-11-21"], "disposedOn"), (["on": "2024-04-30"], "disposedOn"),
            (["for": "-1"], "proceeds"),
            (["for": "120 EUR"], "proceeds"), (["on": "soon"], "disposedOn"),
        ] as [([String: String], FieldKey)])
    func `an invalid sale is refused and changes nothing`(arguments: [String: String], field: FieldKey)
        async throws
    {
        let error = await #expect(throws: LootError.self) { try await run(.sell, [ids[0]], arguments) }
        #expect(error?.code == .invalidValue && error?.field == field)
        #expect(try await store.items() == Self.items)
    }

    @Test func `an item is disposed of only once`() async throws {
        try await run(.sell, [ids[0]], ["for": "120", "on": "2026-11-01"])
        let error = await #expect(throws: LootError.self) { try await run(.discard, [ids[0]]) }
        #expect(error?.code == .invalidValue && error?.field == "disposal")
        #expect(try await run(.sell, [ids[0]]).commit == nil)
        try await run(.sell, [ids[0]], ["for": "110"])
        let corrected = try #require(try await store.item(ids[0]))
        #expect(corrected.proceeds == 110 && corrected.disposedOn == Day("2026-11-01"))
    }
}
