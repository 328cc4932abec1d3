import Localization
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@testable import LootActions

@Suite struct LoanTests {
    private let today = Day("2026-11-20") ?? .first

    private static let items: [Item] = {
        var chairs = Item(name: "Chairs", valueInDollars: 10)
        chairs.quantity = 5
        return [Item(name: "Drill", valueInDollars: 90), chairs]
    }()

    private let store: MemoryStore
    private let inventory: Inventory
    private let drill = Self.items[0].id
    private let chairs = Self.items[1].id

    init() throws {
        store = try MemoryStore(Self.items)
        inventory = Inventory(store, for: .owner)
    }

    @discardableResult
    private func run(
        _ action: Action, _ id: ItemID, _ arguments: [String: String]
    ) async throws(LootError) -> ActionOutcome {
        try await ActionRunner(inventory).prepareAndCommit(
            ActionRequest(action, on: .items([id]), arguments: arguments, today: today))
    }

    private func refusal(of action: Action, _ id: ItemID, _ arguments: [String: String]) async throws
        -> LootError
    {
        let before = try await store.items()
        let error = await #expect(throws: LootError.self) { try await run(action, id, arguments) }
        #expect(try await store.items() == before)
        return try #require(error)
    }

    private func item(_ id: ItemID) async throws -> Item { try #require(try await store.item(id)) }
    private func loans(_ id: ItemID) async throws -> [String] { try await item(id).loans.map(\.description) }

    @Test func `a simple loan sets the borrower and the day, and leaves a record`() async throws {
        try await run(.lend, drill, ["to": "Ann", "until": "2026-12-04"])
        var item = try await item(drill)
        #expect(item.lentTo == "Ann" && item.lentUntil == Day("2026-12-04"))
        #expect(item.loans.map(\.description) == ["lent 2026-11-20 until 2026-12-04: Ann"])
        try await run(.takeBack, drill, [:])
        item = try await self.item(drill)
        #expect(item.lentTo == nil && item.lentUntil == nil)
        #expect(
            item.loans.map(\.description) == ["returned 2026-11-20 until 2026-12-04 on 2026-11-20: Ann"])
        try await inventory.undo()
        try await inventory.undo()
        #expect(try await store.items() == Self.items)
    }

    @Test func `several people borrow pieces of an item at once`() async throws {
        try await run(.lend, chairs, ["to": "Ann", "quantity": "2", "until": "2026-12-04"])
        try await run(.lend, chairs, ["to": "Ben", "quantity": "1", "until": "2026-11-25"])
        var item = try await item(chairs)
        #expect(item.lentTo == "Ann, Ben" && item.lentUntil == Day("2026-11-25"))
        let error = try await refusal(of: .lend, chairs, ["to": "Jo", "quantity": "3"])
        #expect(error.code == .invalidValue && error.field == "lentTo")
        #expect(["Ann", "Ben"].allSatisfy(error.reason.text.contains))
        // Without a number, the person gets the remaining pieces.
        try await run(.lend, chairs, ["to": "Jo"])
        #expect(try await self.item(chairs).openLoans.map { $0.pieces(of: item) } == [2, 1, 2])
        try await run(.takeBack, chairs, ["from": "Ben"])
        item = try await self.item(chairs)
        #expect(item.openLoans.map(\.borrower) == ["Ann", "Jo"] && item.pastLoans.map(\.borrower) == ["Ben"])
        #expect(item.lentUntil == Day("2026-12-04"))
        try await run(.takeBack, chairs, [:])
        #expect(try await self.item(chairs).lentTo == nil)
    }

    @Test func `more pieces on the same day are one loan`() async throws {
        try await run(.lend, chairs, ["to": "Ann", "quantity": "2"])
        try await run(.lend, chairs, ["to": "Ann", "quantity": "1"])
        #expect(try await loans(chairs) == ["lent 2026-11-20 x3: Ann"])
    }

    @Test func `the message names the number of pieces, unless all are lent`() async throws {
        func message(_ quantity: String, _ dates: [String: String] = [:]) async throws -> String {
            let arguments = ["to": "Ann", "quantity": quantity].merging(dates) { $1 }
            return try await run(.lend, chairs, arguments).message.text(in: .english)
        }
        #expect(try await message("3") == "Lent 3 pieces of “Chairs” to Ann.")
        #expect(try await message("") == "No changes were needed.")
        try await run(.takeBack, chairs, [:])
        #expect(try await message("5") == "Lent “Chairs” to Ann.")
        try await run(.takeBack, chairs, [:])
        let lent = try await message("1", ["until": "2026-12-01"])
        #expect(lent.hasPrefix("Lent 1 piece of “Chairs” to Ann until ") && lent.hasSuffix("."))
        try await run(.takeBack, chairs, [:])
        let reserved = try await message("2", ["from": "2027-01-02", "until": "2027-01-09"])
        #expect(reserved == "Reserved 2 pieces of “Chairs” for Ann.")
    }

    @Test(arguments: ["0", "-1", "6"])
    func `an impossible number of pieces is refused`(quantity: String) async throws {
        let error = try await refusal(of: .lend, chairs, ["to": "Ann", "quantity": quantity])
        #expect(error.code == .invalidValue && error.field == "quantity")
    }

    @Test func `a loan that starts later is a reservation`() async throws {
        try await run(.lend, drill, ["to": "Ben", "from": "2027-01-02", "until": "2027-01-09"])
        #expect(try await item(drill).lentTo == nil)
        #expect(try await loans(drill) == ["reserved 2027-01-02 until 2027-01-09: Ben"])
        // The same reservation changes nothing.
        let again = try await run(.lend, drill, ["to": "Ben", "from": "2027-01-02", "until": "2027-01-09"])
        #expect(again.commit == nil)
        // Loans that overlap a reservation are refused, and the error names its borrower. Other loans are
        // accepted.
        for days in [
            ("2027-01-09", "2027-01-12"), ("2027-01-01", "2027-01-02"), ("2027-01-03", "2027-01-04"),
        ] {
            let error = try await refusal(of: .lend, drill, ["to": "Jo", "from": days.0, "until": days.1])
            #expect(error.reason.text.contains("Ben"))
        }
        #expect(try await refusal(of: .lend, drill, ["to": "Jo"]).reason.text.contains("Ben"))
        try await run(.lend, drill, ["to": "Jo", "until": "2027-01-01"])
        try await run(.takeBack, drill, [:])
        try await run(.lend, drill, ["to": "Jo", "from": "2027-01-10", "until": "2027-01-12"])
        #expect(try await item(drill).reservations.map(\.borrower) == ["Ben", "Jo"])
        try await run(.takeBack, drill, ["from": "ben"])
        #expect(try await item(drill).reservations.map(\.borrower) == ["Jo"])
    }

    @Test func `reservations of some pieces may overlap as long as there are enough`() async throws {
        try await run(
            .lend, chairs, ["to": "Ben", "quantity": "3", "from": "2027-01-02", "until": "2027-01-09"])
        try await run(
            .lend, chairs, ["to": "Ann", "quantity": "2", "from": "2027-01-05", "until": "2027-01-12"])
        _ = try await refusal(
            of: .lend, chairs, ["to": "Jo", "quantity": "1", "from": "2027-01-01", "until": "2027-01-31"])
        try await run(
            .lend, chairs, ["to": "Jo", "quantity": "3", "from": "2027-01-10", "until": "2027-01-12"])
    }

    @Test func `lending to the person with a reservation uses the reservation`() async throws {
        try await run(
            .lend, chairs, ["to": "Ben", "quantity": "3", "from": "2026-11-21", "until": "2026-11-24"])
        let later = ActionRequest(
            .lend, on: .items([chairs]), arguments: ["to": "Ben"], today: Day("2026-11-21") ?? .first)
        _ = try await ActionRunner(inventory).prepareAndCommit(later)
        #expect(try await loans(chairs) == ["lent 2026-11-21 until 2026-11-24 x3: Ben"])
    }

    @Test func `the borrower picks up a reservation before its first day, and others can't`() async throws {
        try await run(.lend, drill, ["to": "Ben", "from": "2027-02-02", "until": "2027-02-09"])
        try await run(.lend, drill, ["to": "Ben", "from": "2026-12-02", "until": "2026-12-09"])
        #expect(try await refusal(of: .lend, drill, ["to": "Ann"]).reason.text.contains("Ben"))
        try await run(.lend, drill, ["to": "ben"])
        // The earliest reservation is used.
        #expect(
            try await loans(drill) == [
                "reserved 2027-02-02 until 2027-02-09: Ben", "lent 2026-11-20 until 2026-12-09: ben",
            ])
    }

    @Test func `a loan of fewer pieces leaves a later reservation as it is`() async throws {
        try await run(
            .lend, chairs, ["to": "Ben", "quantity": "3", "from": "2027-02-02", "until": "2027-02-09"])
        try await run(.lend, chairs, ["to": "Ben", "quantity": "1", "until": "2026-12-01"])
        #expect(
            try await loans(chairs) == [
                "reserved 2027-02-02 until 2027-02-09 x3: Ben", "lent 2026-11-20 until 2026-12-01 x1: Ben",
            ])
    }

    @Test func `a loan of more pieces than there are isn't extended into a reservation`() async throws {
        try await run(.lend, chairs, ["to": "Ann", "quantity": "3", "until": "2026-11-22"])
        try await run(
            .lend, chairs, ["to": "Ben", "quantity": "1", "from": "2026-11-27", "until": "2026-11-28"])
        try await inventory.edit([chairs], ["quantity": .integer(2)])
        let error = try await refusal(of: .lend, chairs, ["to": "Ann", "until": "2026-11-30"])
        #expect(error.field == "lentTo" && error.reason.text.contains("Ben"))
        try await run(.lend, chairs, ["to": "Ann", "until": "2026-11-26"])
        #expect(try await item(chairs).lentUntil == Day("2026-11-26"))
    }

    @Test func `a reservation isn't picked up if somebody else reserved the days before it`() async throws {
        try await run(.lend, drill, ["to": "Ben", "from": "2026-12-02", "until": "2026-12-09"])
        try await run(.lend, drill, ["to": "Ann", "from": "2026-11-25", "until": "2026-11-26"])
        #expect(try await refusal(of: .lend, drill, ["to": "Ben"]).reason.text.contains("Ann"))
        // A loan that ends before the reservation leaves it as it is.
        try await run(.lend, drill, ["to": "Ben", "until": "2026-11-24"])
        #expect(try await item(drill).reservations.count == 2)
    }

    @Test func `an end before the start and a return by a person without a loan are refused`() async throws {
        let error = try await refusal(
            of: .lend, drill, ["to": "Ben", "from": "2027-01-09", "until": "2027-01-02"])
        #expect(error.field == "lentUntil")
        // Without a first day, the loan begins today.
        #expect(
            try await refusal(of: .lend, drill, ["to": "Ben", "until": "2026-11-19"]).field == "lentUntil")
        try await run(.lend, drill, ["to": "Ann"])
        #expect(try await refusal(of: .takeBack, drill, ["from": "Ben"]).code == .invalidValue)
    }

    @Test func `editing the borrower keeps the record`() async throws {
        try await run(.lend, drill, ["to": "Ann"])
        try await inventory.edit([drill], ["lentTo": .text("Ben")])
        var item = try await item(drill)
        #expect(item.openLoans.map(\.borrower) == ["Ben"] && item.pastLoans.map(\.borrower) == ["Ann"])
        try await inventory.edit([drill], ["lentUntil": .day(.last)])
        item = try await self.item(drill)
        #expect(item.openLoans.map(\.until) == [.last])
        try await inventory.edit([drill], ["lentTo": nil])
        item = try await self.item(drill)
        #expect(item.openLoans.isEmpty && item.lentUntil == nil && item.pastLoans.count == 2)
    }

    @Test func `a disposal ends loans and cancels reservations`() async throws {
        try await run(.lend, chairs, ["to": "Ann", "quantity": "2", "until": "2026-12-04"])
        try await run(.lend, chairs, ["to": "Ben", "quantity": "1", "from": "2027-01-02"])
        try await run(.discard, chairs, [:])
        let item = try await item(chairs)
        #expect(item.lentTo == nil && item.reservations.isEmpty && item.pastLoans.count == 1)
        #expect(try await refusal(of: .lend, chairs, ["to": "Ann"]).code == .invalidValue)
        let reservation = ["to": "Ann", "from": "2027-01-02"]
        #expect(try await refusal(of: .lend, chairs, reservation).code == .invalidValue)
    }

    @Test func `a list shows who has which items, and a slip is for one person`() async throws {
        try await run(.lend, drill, ["to": "Ann", "from": "2026-10-01", "until": "2026-11-01"])
        try await run(.lend, chairs, ["to": "ann", "quantity": "2"])
        try await run(.lend, chairs, ["to": "Ben", "from": "2027-01-02", "quantity": "1"])
        let all = try await inventory.loans(of: .kept, on: today)
        #expect(all.rows.map { all.state(of: $0.loan) } == ["overdue", "lent", "reserved"])
        #expect(throws: LootError.self) { try LoanSlip(all, presentation: ItemPresentation()) }
        #expect(try await inventory.loans(of: .kept, to: "Ann", on: today).rows.count == 2)
        let ben = try await inventory.loans(of: .kept, to: "Ben", on: today)
        #expect(try LoanSlip(ben, presentation: ItemPresentation()).document.contains("Chairs"))
        #expect(try await inventory.loans(of: .all, past: true, on: today).rows.isEmpty)
    }

    @Test func `documents are in the person's language and name it`() async throws {
        try await run(.lend, chairs, ["to": "Ben", "quantity": "2"])
        let list = try await inventory.loans(of: .kept, on: today)
        let item = try await item(chairs)
        try await Language.$named.withValue(Language("en-XA")) {
            let slip = try LoanSlip(list, presentation: ItemPresentation()).document
            let labels = LabelSheet.document(
                try LabelSheet.sheets(for: [item], on: LabelPaper(named: "L7160")))
            var report: [UInt8] = []
            try await InventoryReport(inventory).writeDocument { bytes in
                report += bytes
                return true
            }
            for document in [slip, labels, String(decoding: report, as: UTF8.self)] {
                #expect(document.contains("<html lang=\"en-XA\">"))
            }
            #expect(slip.contains(": Ben</title>") && !slip.contains("Loan slip"))
        }
    }

    @Test func `a reservation that is over isn't handed out`() async throws {
        try await run(.lend, drill, ["to": "Ben", "from": "2026-11-21", "until": "2026-11-24"])
        let later = ActionRequest(
            .lend, on: .items([drill]), arguments: ["to": "Ben"], today: Day("2026-12-01") ?? .first)
        _ = try await ActionRunner(inventory).prepareAndCommit(later)
        let item = try await item(drill)
        #expect(item.openLoans.map(\.description) == ["lent 2026-12-01: Ben"])
        #expect(item.lentUntil == nil)
    }

    @Test func `the case of a name doesn't make another borrower`() async throws {
        try await run(
            .lend, chairs, ["to": "Ben", "quantity": "5", "from": "2026-11-21", "until": "2026-11-24"])
        let later = ActionRequest(
            .lend, on: .items([chairs]), arguments: ["to": "ben"], today: Day("2026-11-21") ?? .first)
        _ = try await ActionRunner(inventory).prepareAndCommit(later)
        #expect(try await item(chairs).reservations.isEmpty)
        try await run(.lend, chairs, ["to": "BEN", "until": "2026-12-01"])
        let open = try await item(chairs).openLoans
        #expect(open.map(\.until) == [Day("2026-12-01")])
    }

    @Test func `pieces that are left can be lent, and a key returns the others`() async throws {
        try await run(.lend, chairs, ["to": "Ann", "quantity": "2"])
        try await run(.lend, drill, ["to": "Ann"])
        let (some, all) = (try await item(chairs), try await item(drill))
        #expect(Action.lend.isOffered(for: some) && Action.takeBack.isOffered(for: some))
        #expect(!Action.lend.isOffered(for: all) && Action.takeBack.isOffered(for: all))
        let runner = ActionRunner(inventory)
        for selection in [Selection.items([chairs]), .matching(.all)] {
            #expect(try await runner.applicable(.lend, or: .takeBack, to: selection).id == "return")
        }
    }
}
