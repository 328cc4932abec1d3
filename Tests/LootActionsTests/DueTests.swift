import LootActions
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct DueTests {
    private let today = Day("2026-11-23") ?? .first

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private func item(_ name: String, _ values: [FieldKey: String] = [:]) throws -> Item {
        var item = Item(name: name, value: nil)
        for (key, text) in values {
            try item.set(try #require(try Field.with(key: key)?.parse(text, today: today)), for: key)
        }
        return item
    }

    private func told(_ due: DueList) -> [String] {
        due.dates.map { "\($0.item.name) \($0.kind.rawValue) \($0.days(from: today))" }
    }

    // MARK: Due items

    @Test func `due items are sorted by date, overdue loans and services first`() async throws {
        let items = [
            try item("Camera", ["warrantyUntil": "+12d"]), try item("Old", ["warrantyUntil": "-1d"]),
            try item("Drill", ["lentTo": "Ann", "lentUntil": "-3d"]), try item("Open", ["lentTo": "Bob"]),
            try item("Pump", ["nextService": "today", "warrantyUntil": "today", "lentUntil": "today"]),
            try item("Boiler", ["nextService": "-400d"]), try item("Later", ["nextService": "+31d"]),
            try item("Plain"),
        ]
        let inventory = try Inventory(MemoryStore(items), for: .owner)
        let due = try await inventory.due(on: today, through: today.through(CalendarSpan(30, .day)))
        #expect(
            told(due) == [
                "Boiler service -400", "Drill loan -3", "Pump loan 0", "Pump service 0", "Pump warranty 0",
                "Camera warranty 12",
            ])
        #expect(
            due.count == 6 && due.late == 2 && ItemPresentation.summary(of: due) == "6 due, 2 of them overdue"
        )
    }

    @Test func `the first of many due items are returned, and all are counted`() async throws {
        var items: [Item] = []
        for number in 0..<20 {
            items.append(
                try item("L\(number)", ["lentUntil": "\(number - 10 < 0 ? "-" : "+")\(abs(number - 10))d"]))
            items.append(try item("S\(number)", ["nextService": "-5d"]))
        }
        let inventory = try Inventory(MemoryStore(items.reversed()), for: .owner)
        let due = try await inventory.due(on: today, through: .last, limit: 3)
        #expect(told(due) == ["L0 loan -10", "L1 loan -9", "L2 loan -8"])
        #expect(due.count == 40 && due.late == 30)
    }

    @Test func `dates at the limits of the calendar don't overflow`() async throws {
        let inventory = try Inventory(
            MemoryStore([item("Last", ["warrantyUntil": "9999-12-31"])]), for: .owner)
        #expect(Day.last.through(CalendarSpan(1, .day)) == .last)
        #expect(try await inventory.due(on: .last, through: .last).count == 1)
        #expect(try await inventory.due(on: .first, through: .first).isEmpty)
    }

    // MARK: Loans

    @Test func `lending and returning are one step each`() async throws {
        let items = [try item("Drill"), try item("Saw")]
        let inventory = try Inventory(MemoryStore(items), for: .owner)
        let until = try day("2026-12-07")
        let lent = try await inventory.lend(items, to: " Ann ", until: "2026-12-07")
        #expect(lent?.title == "Lend 2 items to Ann")
        for item in try await inventory.store.items() {
            #expect(item.lentTo == "Ann" && item.lentUntil == until)
        }
        #expect(try await inventory.lend([items[0]], to: "Ann", until: "2026-12-07") == nil)
        #expect(try await inventory.lend([items[0]], to: "Ann") == nil)
        let back = try await inventory.run(.takeBack, items)
        #expect(back?.title == "Return 2 items")
        var returned = try await inventory.store.items()
        #expect(returned.map(\.pastLoans.count) == [1, 1])
        for index in returned.indices { returned[index].loans = [] }
        #expect(returned == items)
        try await inventory.undo()
        #expect(try await inventory.store.items().map(\.lentTo) == ["Ann", "Ann"])
    }

    @Test(arguments: ["", "  ", "\n"])
    func `a loan needs a name`(name: String) async throws {
        let drill = try item("Drill")
        let inventory = try Inventory(MemoryStore([drill]), for: .owner)
        let error = await #expect(throws: LootError.self) { try await inventory.lend([drill], to: name) }
        #expect(error?.code == .invalidValue && error?.field == "lentTo")
    }

    @Test func `an item that is lent can't be lent to others, and then nothing else is lent`() async throws {
        let items = [try item("Saw"), try item("Drill", ["lentTo": "Ann"])]
        let inventory = try Inventory(MemoryStore(items), for: .owner)
        let error = await #expect(throws: LootError.self) {
            try await inventory.lend(items, to: "Bob")
        }
        #expect(error?.code == .invalidValue && error?.remedy == .giveBack && error?.item == items[1].id)
        #expect(try await inventory.store.items() == items)
    }

    @Test func `an item that isn't lent can't be returned`() async throws {
        let drill = try item("Drill")
        let inventory = try Inventory(MemoryStore([drill]), for: .owner)
        #expect(try await inventory.run(.takeBack, [drill]) == nil)
        #expect(try await inventory.history(limit: 9).undoable.isEmpty)
    }

    // MARK: Care

    @Test func `a service sets the next one, counted from its day`() async throws {
        let pump = try item("Pump", ["nextService": "2026-01-31", "serviceEvery": "1 month"])
        let inventory = try Inventory(MemoryStore([pump]), for: .owner)
        let commit = try await inventory.run(.service, [pump], ["on": "2026-01-31"])
        #expect(commit?.title == "Service “Pump”")
        #expect(try await inventory.store.item(pump.id)?.nextService == day("2026-02-28"))
        #expect(try await inventory.run(.service, [pump], ["on": "2026-01-31"]) == nil)
    }

    @Test func `a service without an interval is due once`() async throws {
        let roof = try item("Roof", ["nextService": "today"])
        let inventory = try Inventory(MemoryStore([roof]), for: .owner)
        for note in ["", "Moss removed"] {
            try await inventory.run(.service, [roof], ["note": note, "on": "2026-11-23"])
        }
        let item = try await inventory.store.item(roof.id)
        #expect(item?.nextService == nil)
        #expect(item?.careLog == [CareEntry(on: today), CareEntry(on: today, note: "Moss removed")])
    }

    @Test func `a repair is in the log, adds its cost, and doesn't change the next service`()
        async throws
    {
        var pump = try item(
            "Pump", ["nextService": "2026-01-31", "serviceEvery": "1 month", "currency": "EUR"])
        pump.careLog = [CareEntry(on: today, cost: "2.5", in: Currency("CHF"), note: "Oil; and, more")]
        let inventory = try Inventory(MemoryStore([pump]), for: .owner)
        let belt = ["on": "2026-01-02", "cost": "40.05", "note": " New belt ", "repair": "true"]
        let commit = try await inventory.run(.service, [pump], belt)
        #expect(commit?.title == "Repair “Pump”")
        let item = try #require(try await inventory.store.item(pump.id))
        #expect(item.nextService == pump.nextService)
        #expect(
            item.value(for: "careLog")
                == .list(["2026-01-02 EUR 40.05: New belt", "2026-11-23 CHF 2.5: Oil; and, more"]))
        #expect(item.careTotal.description == "0, CHF 2.5, EUR 40.05")
        #expect(
            ItemPresentation().text(of: "careLog", in: item)
                == "2026-11-23, CHF\u{A0}2.50: Oil; and, more\n2026-01-02, €40.05: New belt\n"
                + "CHF\u{A0}2.50 + €40.05 in total")
        #expect(try await inventory.run(.service, [pump], belt) == nil)
        #expect(try await inventory.care(since: try day("2026-01-03")).lines.map(\.entry.cost) == ["2.5"])
        try await inventory.undo()
        #expect(try await inventory.store.item(pump.id) == pump)
    }

    @Test(arguments: [
        ("cost", "much"), ("cost", "1,299"), ("cost", "-1"), ("on", "soon"), ("note", "a\u{7}b"),
    ])
    func `an invalid argument is rejected, and the error names it`(name: String, text: String) async throws {
        let pump = try item("Pump")
        let inventory = try Inventory(MemoryStore([pump]), for: .owner)
        let error = await #expect(throws: LootError.self) {
            try await inventory.run(.service, [pump], [name: text])
        }
        #expect(error?.code == .invalidValue && error?.field?.rawValue == name)
        #expect(try await inventory.store.item(pump.id) == pump)
    }

    @Test func `the defaults are today and a note, and a cost can have its own currency`() async throws {
        let pump = try item("Pump")
        let inventory = try Inventory(MemoryStore([pump]), for: .owner)
        try await inventory.run(.service, [pump], ["cost": "CHF 40.50"])
        try await inventory.run(.service, [pump], ["repair": "true"])
        #expect(
            try await inventory.store.item(pump.id)?.careLog == [
                CareEntry(cost: "40.5", in: Currency("CHF")), CareEntry(note: "Repaired"),
            ])
    }

    @Test func `a next service after the year 9999 is rejected, and nothing is written`() async throws {
        let items = [try item("Lamp"), try item("Pump", ["serviceEvery": "1 year"])]
        let inventory = try Inventory(MemoryStore(items), for: .owner)
        let error = await #expect(throws: LootError.self) {
            try await inventory.run(.service, items, ["on": "9999-12-31"])
        }
        #expect(error?.item == items[1].id && error?.remedy == .setServicePeriod)
        #expect(try await inventory.store.items() == items)
    }

    // MARK: Texts

    @Test(
        arguments: [
            ("en", "Nov 30", "Jan 2, 2027"), ("de", "30.11.", "02.01.2027"), ("ja", "11月30日", "2027年1月2日"),
        ])
    func `a day has a short form, with its year if it isn't the current one`(
        tag: String, thisYear: String, nextYear: String
    ) throws {
        let days = (try day("2026-11-30"), try day("2027-01-02"))
        Language.$named.withValue(Language(tag)) {
            #expect(ItemPresentation.short(days.0, on: today) == thisYear)
            #expect(ItemPresentation.short(days.1, on: today) == nextYear)
        }
    }

    @Test(
        arguments: [
            (["lentTo": "Ann"], "lent to Ann"), (["lentUntil": "2026-11-30"], "lent until Nov 30"),
            (["lentTo": "Ann", "lentUntil": "2026-11-30"], "lent to Ann until Nov 30"),
            (["lentTo": "Ann", "lentUntil": "2027-01-02"], "lent to Ann until Jan 2, 2027"),
            (["lentTo": "Ann", "lentUntil": "today"], "lent to Ann, due today"),
            (["lentTo": "Ann", "lentUntil": "-1d"], "lent to Ann, 1 day overdue!"),
            (
                ["lentTo": "Ann", "lentUntil": "-2d", "nextService": "today"],
                "lent to Ann, 2 days overdue!; service due"
            ),
            (["nextService": "-3d"], "service 3 days overdue!"), (["nextService": "tomorrow"], ""),
            (["warrantyUntil": "today"], ""), ([:], ""),
        ] as [([FieldKey: String], String)])
    func `an item's badges show loans and services`(values: [FieldKey: String], expected: String) throws {
        let badges = ItemPresentation.badges(of: try item("Drill", values), on: today)
        #expect(badges.map { $0.text + ($0.isLate ? "!" : "") }.joined(separator: "; ") == expected)
    }

    @Test(
        arguments: [
            ("warrantyUntil", "-1d", "ended yesterday"), ("warrantyUntil", "-9d", "ended 9 days ago"),
            ("warrantyUntil", "tomorrow", "tomorrow"), ("nextService", "-1d", "1 day overdue"),
            ("lentUntil", "+12d", "in 12 days"), ("lentUntil", "today", "today"),
            ("purchaseDate", "today", nil),
        ] as [(FieldKey, String, String?)])
    func `a due date shows how far away it is`(
        key: FieldKey, text: String, expected: String?
    ) throws {
        let item = try item("Drill", [key: text])
        #expect(ItemPresentation.remaining(of: key, in: item, on: today) == expected)
    }

    @Test func `a borrower keeps the due date unless another one is given`() async throws {
        let items = [try item("Camera")]
        let inventory = try Inventory(MemoryStore(items), for: .owner)
        try await inventory.lend(items, to: "Ann", until: "2026-12-24")
        try await inventory.lend(items, to: "Ann")
        #expect(try await inventory.store.items()[0].lentUntil == day("2026-12-24"))
        try await inventory.lend(items, to: "Ann", until: "2027-01-02")
        #expect(try await inventory.store.items()[0].lentUntil == day("2027-01-02"))
    }

    // MARK: Entering

    @Test func `a period is converted to a date for each item`() async throws {
        let items = [
            try item("Camera", ["purchaseDate": "2024-02-29"]),
            try item("Lens", ["purchaseDate": "2025-01-31"]),
        ]
        let inventory = try Inventory(MemoryStore(items), for: .owner)
        var edit = ItemEdit()
        try edit.set(try #require(Field.with(key: "warrantyUntil")), to: "1 month")
        try await inventory.edit(items.map(\.id), edit, in: Money(), knowing: items)
        #expect(
            try await inventory.store.items().map(\.warrantyUntil?.description) == [
                "2024-03-29", "2025-02-28",
            ])
        try edit.set(try #require(Field.with(key: "purchaseDate")), to: "2026-06-30")
        try await inventory.edit([items[0].id], edit, in: Money(), knowing: items)
        #expect(try await inventory.store.item(items[0].id)?.warrantyUntil == day("2026-07-30"))
    }

    @Test func `a form accepts a period and counts from its date of purchase`() throws {
        var form = DetailForm(try item("Camera"))
        form.set("36 months", for: "warrantyUntil")
        #expect(form["warrantyUntil"]?.problem?.remedy == .setPurchaseDate)
        form.set("2024-02-29", for: "purchaseDate")
        #expect(try form.edited().warrantyUntil == day("2027-02-28"))
    }

    @Test func `a table row counts from its own date of purchase`() async throws {
        let table = """
            name,warranty,purchased
            Camera,36 months,2024-02-29
            Lens,2027-01-01,
            Lamp,2y,
            """
        let plan = try await planned(table)
        #expect(plan.told == ["+Camera@2", "+Lens@3", "+Lamp@4"])
        guard case .added(let lamp, _)? = plan.entries.last else { return #expect(Bool(false)) }
        #expect(lamp.warrantyUntil == nil && lamp.custom["warranty"] == .text("2y"))
        guard case .added(let camera, _)? = plan.entries.first else { return #expect(Bool(false)) }
        #expect(try camera.warrantyUntil == day("2027-02-28"))
    }
}

extension Inventory {
    /// Runs an action on items. Returns the commit, or `nil` if nothing changed.
    @discardableResult
    fileprivate func run(
        _ action: Action, _ items: [Item], _ arguments: [String: String] = [:]
    ) async throws(LootError) -> Commit? {
        let request = ActionRequest(action, on: .items(items.map(\.id)), arguments: arguments)
        return try await ActionRunner(self).prepareAndCommit(request).commit
    }

    @discardableResult
    fileprivate func lend(
        _ items: [Item], to name: String, until day: String = ""
    ) async throws(LootError) -> Commit? {
        try await run(.lend, items, ["to": name, "until": day])
    }
}
