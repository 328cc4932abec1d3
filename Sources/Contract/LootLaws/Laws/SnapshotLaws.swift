import LootCore

extension StoreConformance {
    static let snapshotLaws: [Case] = [
        Case("a snapshot doesn't change, or reports a conflict") { trial in
            let medium = trial.newMedium()
            let store = try await trial.open(with: ItemFixtures.items(40, seed: 120), medium: medium)
            let capabilities = trial.conformance.capabilities
            let writer = capabilities.contains(.shared) ? try await trial.open(medium) : store
            let held = try await store.snapshot()
            let list = ItemList(try await held.items())
            try await held.mustStay(list, at: try await store.summary().revision)
            var generator = SeededGenerator(seed: 120)
            var current = list
            for round in 0..<6 {
                var changes: [Change] = []
                for number in 0..<40 {
                    let change = ItemFixtures.change(of: current, round * 40 + number, using: &generator)
                    _ = try current.apply([change])
                    changes.append(change)
                }
                _ = try await writer.apply(changes)
                do {
                    try await held.mustStay(list, at: held.revision)
                } catch let error as LootError where error.code == .conflict {
                    try require(
                        !capabilities.contains(.snapshots),
                        "the store declares that it holds states, and says: \(error)")
                    return
                }
            }
            try await store.mustHold(current.items, "after 240 changes beside a snapshot")
            for _ in 0..<10 {
                let query = ItemFixtures.query(using: &generator)
                let start = Int.random(in: 0...40, using: &generator)
                try await held.mustAnswer(query, like: list, rows: start..<start + 20)
            }
            await held.close()
        },
        Case("snapshots of several states exist at the same time", needs: [.writable, .snapshots]) {
            trial in
            let store = try await trial.open()
            var held: [(any ItemSnapshot, ItemList)] = []
            for item in ItemFixtures.items(4, seed: 121) {
                try await store.add(item, at: 0)
                held.append((try await store.snapshot(), ItemList(try await store.items())))
            }
            for (snapshot, list) in held.reversed() {
                try await snapshot.mustStay(list, at: snapshot.revision)
                await snapshot.close()
            }
            let revisions = held.map(\.0.revision)
            try require(
                revisions == Set(revisions).sorted(),
                "snapshots of later states have the revisions \(revisions)")
        },
        Case("a closed snapshot rejects calls, and others work", needs: .snapshots) { trial in
            let store = try await trial.open()
            let first = try await store.snapshot()
            let second = try await store.snapshot()
            await first.close()
            await first.close()
            do {
                _ = try await first.page(of: .all, rows: 0..<10)
            } catch let error as LootError where error.code == .closed {
                _ = try await second.items()
                await second.close()
                _ = try await store.items()
                return
            }
            throw BrokenLaw("a closed snapshot can be read")
        },
    ]
}

extension ItemSnapshot {
    /// Throws unless the snapshot returns the same results as the list for all kinds of queries.
    fileprivate func mustStay(_ list: ItemList, at revision: Revision) async throws {
        try require(
            self.revision == revision, "the snapshot has revision \(self.revision), not \(revision)")
        let bands = SectionRule.bands("valueInDollars", bounds: [25, 50])
        let queries = [
            Query.all, Query(sort: [SortKey("name")]), Query(search: Search("e")),
            Query(sectioning: SectioningByRule(rule: bands, direction: .descending)),
            Query(sort: [SortKey("valueInDollars")], sectioning: SectioningByLength()),
        ]
        for query in queries {
            try await mustAnswer(query, like: list)
            let answer = try await answer(to: query, rows: 3..<9)
            try requireSame(answer.outline, answer.page, 3..<9, query, like: list)
            try require(
                answer.page.revision == revision && answer.outline.revision == revision,
                "a snapshot of revision \(revision) returns revision \(answer.page.revision)")
        }
        for (position, item) in list.items.enumerated().filter({ $0.offset % 7 == 0 }) {
            let found = try await self.item(item.id)
            try requireSame([found].compactMap { $0 }, [item], "by its ID, the items")
            let row = try await self.position(of: item.id, in: .all)
            try require(row == position, "an item is at \(String(describing: row)), not \(position)")
        }
        let none = try await item(ItemID())
        try require(none == nil, "a snapshot returns an item for an unknown id")
    }
}

extension ItemFixtures {
    /// Returns a valid change to a list. Consecutive numbers result in different kinds.
    fileprivate static func change(
        of list: ItemList, _ number: Int, using generator: inout SeededGenerator
    ) -> Change {
        guard let item = list.items.randomElement(using: &generator) else {
            return .insert(Item(name: "Lamp \(number)"))
        }
        switch number % 4 {
        case 0: return .insert(Item(name: "Lamp \(number)"))
        case 1:
            return .update(item.id, ["name": .text("Renamed \(number)"), "valueInDollars": .integer(number)])
        case 2: return .move(item.id, to: .position(number % list.items.count))
        default: return .remove(item.id)
        }
    }
}
