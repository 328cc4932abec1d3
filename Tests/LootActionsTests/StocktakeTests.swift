import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct StocktakeTests {
    private let today = Day("2026-11-20") ?? .first

    private static let items: [Item] = {
        func item(_ name: String, _ place: String?, _ number: String? = nil) -> Item {
            var item = Item(name: name, valueInDollars: 10)
            (item.location, item.number) = (place, number)
            return item
        }
        return [
            item("Lamp", "Attic", "A-0001"), item("Vase", "Attic / Box", "A-0002"),
            item("Drill", "Garage"),
            item("Mug", nil),
        ]
    }()

    private let store: MemoryStore
    private let inventory: Inventory

    init() throws {
        store = try MemoryStore(Self.items)
        inventory = Inventory(store, for: .owner, author: "ann")
    }

    @discardableResult
    private func run(
        _ action: Action, _ arguments: [String: String] = [:], as inventory: Inventory? = nil
    ) async throws(LootError) -> ActionOutcome {
        try await ActionRunner(inventory ?? self.inventory).prepareAndCommit(
            ActionRequest(action, on: .items([]), arguments: arguments, today: today))
    }

    private func names(_ result: StocktakeReport.Result) async throws -> [String] {
        try await inventory.stocktakeReport().items[result]?.map(\.name) ?? []
    }

    @Test func `a stocktake finds seen, missing, misplaced and unknown items`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        #expect(try await names(.missing) == ["Lamp", "Vase"])
        for code in ["A-0001", "Drill", "4006381333931"] { try await run(.scan, ["code": code]) }
        #expect(try await names(.seen) == ["Lamp"])
        #expect(try await names(.missing) == ["Vase"])
        #expect(try await names(.misplaced) == ["Drill"])
        #expect(try await inventory.stocktake().unknown == ["4006381333931"])
        // A second scan changes nothing.
        #expect(try await run(.scan, ["code": "Lamp"]).commit == nil)
        #expect(try await run(.scan, ["code": "4006381333931"]).commit == nil)
    }

    @Test func `finishing is one step that records who saw which items, and can be undone`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        try await run(.scan, ["code": "Lamp"])
        try await run(.scan, ["code": "Drill"], as: Inventory(store, for: .owner, author: "ben"))
        let before = try await store.items()
        #expect(before == Self.items)
        try await run(.finishStocktake, ["move": "true"])
        let items = try await store.items()
        #expect(items.map(\.seen) == [today, nil, today, nil])
        #expect(items.map(\.seenBy) == ["ann", nil, "ben", nil])
        #expect(items.map(\.location) == ["Attic", "Attic / Box", "Attic", nil])
        #expect(try await store.settings().isEmpty)
        try await inventory.undo()
        #expect(try await store.items() == before)
        #expect(try await names(.misplaced) == ["Drill"])
    }

    @Test func `misplaced items stay in their place unless moving is requested`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        try await run(.scan, ["code": "Drill"])
        try await run(.finishStocktake)
        #expect(try await store.item(Self.items[2].id)?.location == "Garage")
    }

    @Test func `a stocktake of the whole list misplaces nothing`() async throws {
        try await run(.startStocktake)
        try await run(.scan, ["code": "Mug"])
        #expect(try await names(.seen) == ["Mug"])
        #expect(try await names(.missing).count == 3)
        try await run(.cancelStocktake)
        #expect(try await store.items() == Self.items)
        #expect(try await store.settings().isEmpty)
    }

    @Test func `steps that don't fit are refused and change nothing`() async throws {
        for action in [Action.finishStocktake, .cancelStocktake] {
            await #expect(throws: LootError.self) { try await run(action) }
        }
        await #expect(throws: LootError.self) { try await run(.scan, ["code": "Lamp"]) }
        await #expect(throws: LootError.self) { try await run(.startStocktake, ["place": "Nowhere"]) }
        #expect(try await store.settings().isEmpty)
        try await run(.startStocktake)
        await #expect(throws: LootError.self) { try await run(.startStocktake) }
        try await run(.finishStocktake)
        await #expect(throws: LootError.self) { try await run(.finishStocktake) }
    }

    @Test func `several people scan at the same time, and nothing is lost`() async throws {
        let items = (0..<60).map { number in
            var item = Item(name: "Item \(number)")
            item.number = "N-\(1000 + number)"
            return item
        }
        try await inventory.add(items)
        try await run(.startStocktake)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for scanner in 0..<3 {
                group.addTask { @concurrent in
                    let inventory = Inventory(store, for: .owner, author: "scanner \(scanner)")
                    for number in stride(from: scanner, to: 60, by: 2) {
                        let request = ActionRequest(
                            .scan, on: .items([]), arguments: ["code": "N-\(1000 + number)"], today: today)
                        _ = try await ActionRunner(inventory).prepareAndCommit(request)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await inventory.stocktake().scannedItems.count == 60)
        try await run(.finishStocktake)
        #expect(try await store.items(of: Query(filter: .isSet("seen"))).count == 60)
        #expect(try await store.items(of: Query(filter: .not(.isSet("seen")))).count == 4)
    }

    @Test func `a scan between the plan and the commit of the end is kept`() async throws {
        try await run(.startStocktake)
        let runner = ActionRunner(inventory)
        let prepared = try await runner.prepare(
            ActionRequest(.finishStocktake, on: .items([]), today: today))
        try await run(.scan, ["code": "Lamp"])
        _ = try await runner.commit(prepared)
        #expect(try await store.item(Self.items[0].id)?.seen == today)
        #expect(try await store.settings().isEmpty)
    }

    @Test func `the report is a table with all results`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        try await run(.scan, ["code": "Drill"])
        try await run(.scan, ["code": "=1+1"])
        let rows = try await inventory.stocktakeReport().rows
        #expect(rows.map { $0[0] } == ["missing", "missing", "misplaced", "unknown"])
        let csv = String(decoding: try await inventory.stocktakeReport().csv, as: UTF8.self)
        #expect(csv.split(whereSeparator: \.isNewline).count == 5 && !csv.contains(",=1+1"))
    }

    @Test func `the first of two scans at the same time is recorded`() async throws {
        try await run(.startStocktake)
        let request = ActionRequest(.scan, on: .items([]), arguments: ["code": "Lamp"], today: today)
        let ben = ActionRunner(Inventory(store, for: .owner, author: "ben"))
        let late = try await ben.prepare(request)
        try await run(.scan, ["code": "Lamp"])
        #expect(try await ben.commit(late).commit == nil)
        #expect(try await inventory.stocktake().scan(of: Self.items[0].id)?.person == "ann")
    }

    @Test func `long codes with the same beginning are different`() async throws {
        try await run(.startStocktake)
        let codes = ["1", "2"].map { String(repeating: "ß", count: 60) + $0 }
        for code in codes + codes { try await run(.scan, ["code": code]) }
        #expect(try await inventory.stocktake().unknown == codes)
        let endless = String(repeating: "x", count: 1_001)
        let error = await #expect(throws: LootError.self) { try await run(.scan, ["code": endless]) }
        #expect(error?.code == .invalidValue && error?.field == "code")
    }

    @Test func `scans from before an undone start don't count in the next stocktake`() async throws {
        let start = try #require(try await run(.startStocktake).commit)
        try await run(.scan, ["code": "Lamp"])
        try await run(.scan, ["code": "no item"])
        try await inventory.undo(start.revision)
        try await run(.startStocktake)
        #expect(try await names(.seen).isEmpty)
        #expect(try await inventory.stocktake().unknown.isEmpty)
    }

    @Test func `a stocktake continues in a place that is renamed or moved`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        try await run(.scan, ["code": "Lamp"])
        _ = try await inventory.move(PlaceMove.rename(PlacePath("Attic"), to: "Loft"))
        #expect(try await inventory.stocktake().place == "Loft")
        #expect(try await names(.seen) == ["Lamp"])
        #expect(try await names(.misplaced).isEmpty)
        try await inventory.undo()
        #expect(try await inventory.stocktake().place == "Attic")
    }

    @Test func `a stocktake continues in a box that is moved`() async throws {
        var box = Item(name: "Box")
        box.location = "Attic"
        try await inventory.add([box])
        try await run(.startStocktake, ["place": "Attic / Box"])
        try await run(.scan, ["code": "Vase"])
        try await inventory.edit([box.id], ["location": .text("Garage")])
        #expect(try await inventory.stocktake().place == "Garage / Box")
        #expect(try await names(.seen) == ["Vase"])
    }

    @Test func `an item that is removed or disposed of during a stocktake isn't misplaced`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        for code in ["Lamp", "Vase"] { try await run(.scan, ["code": code]) }
        try await inventory.remove([Self.items[0].id])
        try await inventory.edit([Self.items[1].id], ["disposal": .text("sold")])
        #expect(try await names(.misplaced).isEmpty)
        #expect(try await names(.missing).isEmpty)
        try await run(.finishStocktake, ["move": "true"])
        #expect(try await store.item(Self.items[1].id)?.seen == today)
        try await inventory.undo()
        #expect(try await inventory.stocktake().scannedItems.count == 2)
    }

    @Test func `the label of the place itself is found there, and finishing can move the others`()
        async throws
    {
        var box = Item(name: "Box")
        box.location = "Attic"
        try await inventory.add([box])
        try await run(.startStocktake, ["place": "Attic / Box"])
        for code in ["Box", "Drill"] { try await run(.scan, ["code": code]) }
        #expect(try await names(.misplaced) == ["Drill"])
        try await run(.finishStocktake, ["move": "true"])
        #expect(try await store.item(Self.items[2].id)?.location == "Attic / Box")
        #expect(try await store.item(box.id)?.location == "Attic")
    }

    @Test func `a lost item that turns up is reported`() async throws {
        try await inventory.edit([Self.items[0].id], ["disposal": .text("lost")])
        try await run(.startStocktake, ["place": "Attic"])
        let sentence = try await run(.scan, ["code": "A-0001"]).message.text
        #expect(sentence == "“Lamp” is here, but it is recorded as “lost”.")
    }

    @Test func `lent items aren't missing unless some pieces should be there`() async throws {
        try await inventory.edit([Self.items[0].id, Self.items[1].id], ["lentTo": .text("Ann")])
        try await inventory.edit([Self.items[2].id], ["quantity": .integer(3)])
        let loan = ActionRequest(
            .lend, on: .items([Self.items[2].id]), arguments: ["to": "Ben", "quantity": "2"], today: today)
        _ = try await ActionRunner(inventory).prepareAndCommit(loan)
        try await run(.startStocktake)
        try await run(.scan, ["code": "Vase"])
        #expect(try await names(.lent) == ["Lamp"])
        #expect(try await names(.missing) == ["Drill", "Mug"])
        #expect(try await names(.seen) == ["Vase"])
        let outcome = try await run(.finishStocktake)
        #expect(outcome.message.text.contains("1 seen, 0 misplaced, 2 missing, 1 lent, 0 unknown"))
    }

    @Test func `pieces are counted, the last count applies, and finishing can set the quantity`() async throws
    {
        let drill = Self.items[2].id
        try await inventory.edit([drill], ["quantity": .integer(6)])
        let loan = ActionRequest(
            .lend, on: .items([drill]), arguments: ["to": "Ben", "quantity": "1"], today: today)
        _ = try await ActionRunner(inventory).prepareAndCommit(loan)
        try await run(.startStocktake)
        try await run(.scan, ["code": "Drill"])
        #expect(try await inventory.stocktakeReport().miscounted(moving: true).isEmpty)
        // One of the six is lent.
        try await run(.scan, ["code": "Drill", "count": "5"])
        #expect(try await inventory.stocktakeReport().miscounted(moving: true).isEmpty)
        let outcome = try await run(.scan, ["code": "Drill", "count": "4"])
        #expect(outcome.message.text == "“Drill” was found: 4 pieces instead of 5.")
        let report = try await inventory.stocktakeReport()
        #expect(report.miscounted(moving: true).map(\.name) == ["Drill"])
        #expect(report.rows.first { $0[2] == "Drill" }?.suffix(2) == ["6", "4"])
        // Neither the same count nor a scan without one changes anything.
        #expect(try await run(.scan, ["code": "Drill", "count": "4"]).commit == nil)
        #expect(try await run(.scan, ["code": "Drill"]).commit == nil)
        try await run(.finishStocktake)
        #expect(try await store.item(drill)?.quantity == 6)
        try await inventory.undo()
        try await run(.finishStocktake, ["quantities": "true"])
        #expect(try await store.item(drill)?.quantity == 5)
        try await inventory.undo()
        #expect(try await inventory.stocktake().scan(of: drill)?.count == 4)
    }

    @Test(arguments: [
        ("lend", ["to": "Ben", "quantity": "2"], 10), ("use", ["count": "3"], 7),
    ])
    func `a count remains right if pieces are lent or used before the end`(
        action: String, arguments: [String: String], quantity: Int
    ) async throws {
        let drill = Self.items[2].id
        try await inventory.edit([drill], ["quantity": .integer(10)])
        try await run(.startStocktake)
        try await run(.scan, ["code": "Drill", "count": "10"])
        let change = ActionRequest(
            action == "lend" ? .lend : .use, on: .items([drill]), arguments: arguments, today: today)
        _ = try await ActionRunner(inventory).prepareAndCommit(change)
        #expect(try await inventory.stocktakeReport().miscounted(moving: true).isEmpty)
        try await run(.finishStocktake, ["quantities": "true"])
        #expect(try await store.item(drill)?.quantity == quantity)
    }

    @Test func `a count sets the right quantity if lent pieces are returned before the end`() async throws {
        let drill = Self.items[2].id
        try await inventory.edit([drill], ["quantity": .integer(10)])
        let loan = ActionRequest(
            .lend, on: .items([drill]), arguments: ["to": "Ben", "quantity": "2"], today: today)
        _ = try await ActionRunner(inventory).prepareAndCommit(loan)
        try await run(.startStocktake)
        try await run(.scan, ["code": "Drill", "count": "7"])
        let back = ActionRequest(.takeBack, on: .items([drill]), arguments: [:], today: today)
        _ = try await ActionRunner(inventory).prepareAndCommit(back)
        try await run(.finishStocktake, ["quantities": "true"])
        #expect(try await store.item(drill)?.quantity == 9)
    }

    @Test(arguments: ["-1", "some", "1000000001"])
    func `an impossible count is refused`(count: String) async throws {
        try await run(.startStocktake)
        let settings = try await store.settings()
        let error = await #expect(throws: LootError.self) {
            try await run(.scan, ["code": "Lamp", "count": count])
        }
        #expect(error?.code == .invalidValue)
        #expect(try await store.settings() == settings)
    }

    @Test func `the count of a misplaced item sets its quantity only if it is moved`() async throws {
        for moves in [false, true] {
            try await run(.startStocktake, ["place": "Attic"])
            try await run(.scan, ["code": "Drill", "count": "2"])
            try await run(.finishStocktake, ["move": "\(moves)", "quantities": "true"])
            #expect(try await store.item(Self.items[2].id)?.quantity == (moves ? 2 : 1))
        }
    }

    @Test func `a repeated scan is reported and changes nothing`() async throws {
        try await run(.startStocktake, ["place": "Attic"])
        for code in ["Lamp", "no item"] {
            #expect(try await run(.scan, ["code": code]).commit != nil)
            let again = try await run(.scan, ["code": code])
            #expect(again.commit == nil && again.message.text.contains("already"))
        }
    }
}
