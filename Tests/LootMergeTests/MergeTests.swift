import LootCore
import LootMerge
import LootTesting
import Testing

@Suite struct MergeTests {
    private let lamp = Item(name: "Lamp", valueInDollars: 10)
    private let items = (0..<6).map { Item(name: "Item \($0)") }

    private func changed(_ item: Item, _ change: (inout Item) -> Void) -> Item {
        var item = item
        change(&item)
        return item
    }

    @Test func `two people can edit different fields of one item`() {
        let merge = Merge(
            base: [lamp], ours: [changed(lamp) { $0.valueInDollars = 999 }],
            theirs: [changed(lamp) { $0.notes = "from Aunt May" }])
        #expect(merge.items.first?.valueInDollars == 999 && merge.items.first?.notes == "from Aunt May")
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `a field that both set differently keeps our value and records theirs`() {
        let merge = Merge(
            base: [lamp], ours: [changed(lamp) { $0.valueInDollars = 20 }],
            theirs: [changed(lamp) { $0.valueInDollars = 30 }])
        #expect(merge.items.first?.valueInDollars == 20)
        #expect(
            merge.conflicts == [
                MergeConflict(
                    of: lamp, "valueInDollars", base: .amount(10), ours: .amount(20), theirs: .amount(30))
            ])
        #expect(
            merge.items.first?.conflicts == [
                MergeConflict(of: lamp, "valueInDollars", ours: .amount(20), theirs: .amount(30))
            ])
    }

    @Test func `a field that both set alike isn't a conflict`() {
        let other = changed(lamp) { $0.location = "Attic" }
        let merge = Merge(base: [lamp], ours: [other], theirs: [changed(other) { $0.isFavorite = true }])
        #expect(merge.items == [changed(other) { $0.isFavorite = true }])
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `tags are added and removed one by one`() {
        let base = changed(lamp) { $0.tags = ["red", "old"] }
        let merge = Merge(
            base: [base], ours: [changed(base) { $0.tags = ["red", "old", "fragile"] }],
            theirs: [changed(base) { $0.tags = ["insured", "red"] }])
        #expect(merge.items.first?.tags == ["insured", "red", "fragile"])
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `custom fields are merged by name and unknown ones by key`() {
        let base = changed(lamp) {
            $0.custom = ["Color": .text("red"), "Pages": .integer(3)]
            $0.foreign = [ForeignField("a", .flag(true)), ForeignField("b", .text("x"))]
        }
        let ours = changed(base) {
            $0.custom["Color"] = .text("blue")
            $0.foreign[0].value = .flag(false)
        }
        let theirs = changed(base) {
            $0.custom["Pages"] = nil
            $0.foreign[1].value = .text("y")
        }
        let merge = Merge(base: [base], ours: [ours], theirs: [theirs])
        #expect(merge.items.first?.custom == ["Color": .text("blue")])
        #expect(
            merge.items.first?.foreign == [ForeignField("a", .flag(false)), ForeignField("b", .text("y"))])
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `an item that one side removed and the other changed stays with a conflict`() {
        let edited = changed(lamp) { $0.notes = "keep" }
        for (ours, theirs, kind) in [
            ([edited], [Item](), MergeConflict.Kind.removedInTheirs), ([], [edited], .removedInOurs),
        ] {
            let merge = Merge(base: [lamp], ours: ours, theirs: theirs)
            #expect(merge.items.map(\.notes) == ["keep"])
            #expect(merge.conflicts.map(\.kind) == [kind])
            #expect(merge.items.first?.conflicts.map(\.kind) == [kind])
        }
        #expect(Merge(base: [lamp], ours: [lamp], theirs: []).items.isEmpty)
    }

    @Test func `items that both add at one position follow each other, earliest first`() throws {
        let early = Item(name: "Early", dateCreated: try #require(Moment(secondsSinceEpoch: 1000)))
        let late = Item(name: "Late", dateCreated: try #require(Moment(secondsSinceEpoch: 2000)))
        for (ours, theirs) in [(early, late), (late, early)] {
            let merge = Merge(base: items, ours: items + [ours], theirs: items + [theirs])
            #expect(merge.items == items + [early, late])
            #expect(merge.conflicts.isEmpty && merge.displaced.isEmpty)
        }
    }

    @Test func `moves, additions and removals of both sides are combined`() {
        let new = (Item(name: "Ours"), Item(name: "Theirs"))
        let ours = [items[5], items[0], items[1], new.0, items[2], items[3], items[4]]
        let theirs = [items[0], items[2], items[3], new.1, items[4], items[5], items[1]]
        let merge = Merge(base: items, ours: ours, theirs: theirs)
        #expect(
            merge.items.map(\.name) == [
                "Item 5", "Item 0", "Ours", "Item 2", "Item 3", "Theirs", "Item 4", "Item 1",
            ])
    }

    @Test func `an item that both moved has our position, and is reported`() {
        let rest = Array(items.dropFirst())
        let merge = Merge(
            base: items, ours: rest + [items[0]],
            theirs: Array(rest.prefix(2)) + [items[0]] + rest.dropFirst(2))
        #expect(merge.items == rest + [items[0]])
        #expect(merge.displaced == [items[0].id])
    }

    @Test func `a number that both sides assigned goes to the item that was created first`() throws {
        func item(_ name: String, _ number: String?, _ second: Int64) throws -> Item {
            let date = try #require(Moment(secondsSinceEpoch: second))
            var item = Item(name: name, dateCreated: date)
            item.number = number
            return item
        }
        let base = [try item("Lamp", "A-0001", 1)]
        let ours = base + [try item("Vase", "A-0002", 9), try item("Mug", "A-0003", 9)]
        let theirs = base + [try item("Drill", "a-0002", 5)]
        for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
            let numbers = Merge(base: base, ours: ours, theirs: theirs).items.map {
                [$0.name, $0.number ?? ""]
            }
            #expect(
                Set(numbers) == [
                    ["Lamp", "A-0001"], ["Drill", "a-0002"], ["Mug", "A-0003"], ["Vase", "A-0004"],
                ])
        }
    }

    @Test func `two people can lend pieces of one item to different borrowers`() {
        let base = changed(Item(name: "Chairs")) { $0.quantity = 5 }
        let ours = changed(base) { $0.lend([LoanEntry(to: "Ann", quantity: 2)], others: []) }
        let theirs = changed(base) { $0.lend([LoanEntry(to: "Ben", quantity: 3)], others: []) }
        let merge = Merge(base: [base], ours: [ours], theirs: [theirs])
        #expect(merge.conflicts.isEmpty && merge.items.first?.openLoans.count == 2)
        let many = changed(base) { $0.lend([LoanEntry(to: "Ben", quantity: 4)], others: []) }
        #expect(Merge(base: [base], ours: [ours], theirs: [many]).conflicts.map(\.field) == ["loans"])
    }

    /// The loans of both sides and of the base.
    @Test(arguments: [
        // The same borrower gets more pieces than there are.
        [["lent 2026-11-20 x3: Ann"], ["lent 2026-11-21 x4: Ann"], []],
        // One side ends the loan, the other one extends it.
        [
            ["returned 2026-11-20 on 2026-11-22: Ann"], ["lent 2026-11-20 until 2026-12-24: Ann"],
            ["lent 2026-11-20: Ann"],
        ],
        // Both sides hand out the same reservation.
        [
            ["lent 2026-11-20 until 2026-11-30 x2: Ann"], ["lent 2026-11-21 until 2026-11-30 x2: Ann"],
            ["reserved 2026-11-20 until 2026-11-30 x2: Ann"],
        ],
        // Reservations of the last pieces overlap.
        [
            ["reserved 2027-01-02 until 2027-01-09 x3: Ann"],
            ["reserved 2027-01-05 until 2027-01-12 x3: Ben"], [],
        ],
    ])
    func `loans that can't be in effect together are a conflict`(_ loans: [[String]]) throws {
        let (here, there, before) = (loans[0], loans[1], loans[2])
        func item(_ base: Item, _ loans: [String]) -> Item {
            let entries = loans.compactMap { LoanEntry($0) }
            return changed(base) { $0.lend(entries.filter(\.isOpen), others: entries.filter { !$0.isOpen }) }
        }
        let base = item(changed(Item(name: "Chairs")) { $0.quantity = 5 }, before)
        let (ours, theirs) = (item(base, here), item(base, there))
        let (merged, conflicts) = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(conflicts.map(\.field) == ["loans"])
        #expect(merged.loans == ours.loans && merged.lentTo == ours.lentTo)
        var settled = merged
        try settled.settle(try #require(merged.conflicts.first), taking: .theirs)
        #expect(settled == theirs)
        // Entries on other days don't conflict.
        let other = item(base, before + ["reserved 2028-01-01 until 2028-01-02 x1: Jo"])
        #expect(Merge.item(base: base, ours: ours, theirs: other).conflicts.isEmpty)
    }

    @Test func `without a base, the result contains all items of both sides`() {
        let ours = [items[0], changed(items[1]) { $0.location = "Attic" }, items[2]]
        let theirs = [items[0], changed(items[1]) { $0.name = "Other" }, items[3]]
        let merge = Merge(base: [], ours: ours, theirs: theirs)
        #expect(Set(merge.items.map(\.id)) == Set(items[0...3].map(\.id)))
        #expect(merge.items.first { $0.id == items[1].id }?.location == "Attic")
        #expect(merge.conflicts.map(\.field) == ["name"])
        #expect(Merge(base: [], ours: ours, theirs: ours).items == ours)
    }

    @Test func `a duplicate id in a list counts once`() {
        let twice = [lamp, changed(lamp) { $0.name = "Again" }, items[0], lamp]
        #expect(Merge(base: twice, ours: twice, theirs: twice).items == [lamp, items[0]])
        #expect(Merge.changes(from: twice, to: [lamp, items[0]]).isEmpty)
    }

    @Test func `moving one item of many is one change`() {
        let old = (0..<1000).map { Item(name: "Item \($0)") }
        var new = old
        new.insert(new.remove(at: 900), at: 17)
        #expect(Merge.changes(from: old, to: new) == [.move(old[900].id, to: .after(old[16].id))])
        new[30].name = "Other"
        new.append(lamp)
        new.remove(at: 500)
        #expect(Merge.changes(from: old, to: new).count == 4)
    }

    @Test func `a conflict is settled with one side's value or another one`() throws {
        let merged = try #require(
            Merge(
                base: [lamp], ours: [changed(lamp) { $0.warrantyUntil = Day("2027-01-01") }],
                theirs: [changed(lamp) { $0.warrantyUntil = Day("2028-01-01") }]
            ).items.first)
        let conflict = try #require(merged.conflicts.first)
        for (side, day) in [(MergeConflict.Side.ours, "2027-01-01"), (.theirs, "2028-01-01")] {
            var item = merged
            try item.settle(conflict, taking: side)
            #expect(item.warrantyUntil == Day(day) && item.conflicts.isEmpty && item.foreign.isEmpty)
        }
        var item = merged
        try item.settle(conflict, with: nil)
        #expect(item == lamp)
        item = merged
        #expect(throws: LootError.self) { try item.settle(conflict, with: .text("tomorrow")) }
        #expect(item == merged)
    }

    @Test func `conflicts can have and apply values of every type`() throws {
        for (index, item) in ItemFixtures.items(200, seed: 5).enumerated() {
            let other = ItemFixtures.items(1, seed: 1000 + UInt64(index))[0].identified(by: item.id)
            let merge = Merge.item(base: Item(id: item.id, name: "Base"), ours: item, theirs: other)
            var settled = merge.item
            for conflict in merge.item.conflicts { try settled.settle(conflict, taking: .theirs) }
            for conflict in merge.conflicts where Field.with(key: conflict.field ?? "") != nil {
                let key = try #require(conflict.field)
                #expect(FieldValue.same(settled.value(for: key), other.value(for: key)))
            }
            #expect(settled.conflicts.isEmpty)
        }
    }

    @Test func `merging unsettled conflicts keeps all of them`() {
        func noted(_ key: String) -> ForeignField {
            ForeignField("conflicts", .object([ForeignField(key, .null)]))
        }
        let base = changed(lamp) {
            $0.location = "Attic"
            $0.notes = "x"
        }
        let merge = Merge.item(
            base: base, ours: changed(base) { $0.foreign = [noted("location")] },
            theirs: changed(base) { $0.foreign = [noted("notes")] })
        #expect(Set(merge.item.conflicts.map(\.field)) == ["location", "notes"])
        #expect(merge.conflicts.isEmpty)
    }
}

extension FieldValue {
    fileprivate static func same(_ left: FieldValue?, _ right: FieldValue?) -> Bool {
        left == nil ? right == nil : right.map { left?.isIdentical(to: $0) ?? false } ?? false
    }
}

@Suite struct `Merging amounts` {
    @Test func `a merge keeps one side's amounts with their currency, and records the other's`() {
        var base = Item(name: "Lamp", valueInDollars: 10)
        base.purchasePrice = 8
        var (ours, theirs) = (base, base)
        ours.value = 12
        theirs.currency = Currency("EUR")
        let (merged, conflicts) = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(merged.value == 12 && merged.currency == nil && merged.purchasePrice == 8)
        #expect(conflicts.map(\.field) == ["currency"])
        let (back, others) = Merge.item(base: base, ours: theirs, theirs: ours)
        #expect(back.value == 10 && back.currency == Currency("EUR"))
        #expect(others.map(\.field) == ["valueInDollars"])
    }

    @Test func `a merge combines amounts of one currency like other fields`() {
        let base = Item(name: "Lamp", valueInDollars: 10)
        var (ours, theirs) = (base, base)
        ours.value = 12
        theirs.purchasePrice = 9
        (ours.currency, theirs.currency) = (Currency("EUR"), Currency("EUR"))
        let (merged, conflicts) = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(merged.value == 12 && merged.purchasePrice == 9 && conflicts.isEmpty)
    }

    @Test func `a currency that only one side changed is merged`() {
        let base = Item(name: "Lamp", valueInDollars: 10)
        var (ours, theirs) = (base, base)
        ours.name = "Light"
        theirs.currency = Currency("EUR")
        let (merged, conflicts) = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(merged.name == "Light" && merged.currency == Currency("EUR") && conflicts.isEmpty)
    }
}
