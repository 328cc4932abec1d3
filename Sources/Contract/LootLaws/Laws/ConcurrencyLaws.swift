import LootCore
import Synchronization

extension StoreConformance {
    static let concurrencyLaws: [Case] = [
        Case("concurrent changes are all kept") { trial in
            let store = try await trial.open()
            let batches = (0..<8).map { ItemFixtures.items(6, seed: 80 + UInt64($0)) }
            let revisions = try await withThrowingTaskGroup(of: [Revision].self) { group in
                for batch in batches {
                    group.addTask {
                        var revisions: [Revision] = []
                        for item in batch {
                            revisions.append(try await store.apply([.insert(item, at: 0)]).revision)
                            let name = try await store.item(item.id)?.name
                            try require(name == item.name, "an item is missing after it was added")
                        }
                        return revisions
                    }
                    group.addTask {
                        for _ in 0..<4 {
                            let page = try await store.page(of: Query(sort: [SortKey("name")]), rows: 0..<100)
                            try require(
                                Set(page.items.map(\.id)).count == page.items.count,
                                "a page contains an item twice")
                            _ = try await store.outline(of: Query(favoritesOnly: true))
                        }
                        return []
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try require(Set(revisions).count == revisions.count, "two commits have the same revision")
            let found = try await store.items()
            try require(
                Set(found.map(\.id)) == Set(batches.joined().map(\.id)) && found.count == 48,
                "48 items were added, but there are \(found.count)")
            for batch in batches {
                let order = found.map(\.id).filter(Set(batch.map(\.id)).contains)
                try require(
                    order == batch.reversed().map(\.id),
                    "items that were added one after another have another order")
            }
        },
        Case("rows and outline of an answer belong to one state, during writes") { trial in
            let medium = trial.newMedium()
            let store = try await trial.open(with: ItemFixtures.items(20, seed: 95), medium: medium)
            let isShared = trial.conformance.capabilities.contains(.shared)
            let writer = isShared ? try await trial.open(medium) : store
            let bands = SectionRule.bands("valueInDollars", bounds: [25, 50, 75])
            let sectionings: [(any Sectioning)?] = [
                nil, SectioningByRule(rule: bands, direction: .descending), SectioningByLength(),
            ]
            let readers = Readers(sectionings.count)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    while readers.areReading {
                        let item = Item.random()
                        try await writer.add(item, at: 0)
                        try await Task.sleep(for: .milliseconds(2))
                        try await writer.remove(item.id)
                        // Give readers without snapshots some time, even on a busy machine.
                        try await Task.sleep(for: .milliseconds(2))
                    }
                }
                for sectioning in sectionings {
                    group.addTask {
                        defer { readers.leave() }
                        for _ in 0..<20 {
                            let query = Query(sectioning: sectioning)
                            let answer = try await store.answer(to: query, rows: 0..<1000)
                            let expected = ItemList(answer.page.items)
                                .outline(of: query, at: answer.page.revision)
                            try require(
                                answer.outline == expected,
                                "\(query.spelled) has the outline \(answer.outline.spelled) of revision \(answer.outline.revision), its rows result in \(expected.spelled) of revision \(expected.revision)"
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        Case("one of several changes that expect the same revision is accepted") { trial in
            let store = try await trial.open(with: ItemFixtures.items(2, seed: 90))
            let seen = try await store.summary().revision
            let outcomes = await withTaskGroup(of: LootError.Code?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let change = Change.insert(Item(name: "Lamp \(number)"))
                        do throws(LootError) {
                            _ = try await store.apply(ItemTransaction([change], expecting: seen))
                            return nil
                        } catch { return error.code }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try require(
                outcomes.count { $0 == nil } == 1,
                "\(outcomes.count { $0 == nil }) of 8 changes that expect one revision were accepted")
            try require(
                outcomes.allSatisfy { $0 == nil || $0 == .conflict },
                "the others were rejected with \(Set(outcomes.compactMap { $0?.rawValue }).sorted())")
            let count = try await store.summary().count
            try require(count == 3, "there are \(count) items, not 3")
        },
        Case("one of several changes that expect the same item is accepted") { trial in
            let items = ItemFixtures.items(2, seed: 91)
            let store = try await trial.open(with: items)
            let outcomes = await withTaskGroup(of: LootError.Code?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        do throws(LootError) {
                            _ = try await store.apply(
                                ItemTransaction(
                                    [.update(items[0].id, ["notes": .text("\(number)")])],
                                    conditions: [.item(items[0].id, items[0].digest)]))
                            return nil
                        } catch { return error.code }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try require(
                outcomes.count { $0 == nil } == 1 && outcomes.allSatisfy { $0 == nil || $0 == .conflict },
                "of 8 changes that expect one item \(outcomes.count { $0 == nil }) were accepted, and the others were rejected with \(Set(outcomes.compactMap { $0?.rawValue }).sorted())"
            )
        },
        Case("observers receive commits in order of revision, from all tasks") { trial in
            let store = try await trial.open()
            let watcher = store.events()
            try await withThrowingTaskGroup { group in
                for number in 0..<20 {
                    group.addTask { _ = try await store.apply([.insert(Item(name: "Lamp \(number)"))]) }
                }
                try await group.waitForAll()
            }
            try await store.close()
            let revisions = try await watcher.untilItEnds(trial).compactMap { event -> Revision? in
                if case .committed(let commit) = event { commit.revision } else { nil }
            }
            try require(revisions.count == 20, "of 20 commits \(revisions.count) were received")
            try require(revisions == revisions.sorted(), "commits were received in the order \(revisions)")
        },
    ]
}

/// Counts the tasks that are still reading.
private final class Readers: Sendable {
    private let count: Mutex<Int>

    init(_ count: Int) { self.count = Mutex(count) }

    var areReading: Bool { count.withLock { $0 > 0 } }

    func leave() { count.withLock { $0 -= 1 } }
}
