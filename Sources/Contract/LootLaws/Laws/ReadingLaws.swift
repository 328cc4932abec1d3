import LootCore

extension StoreConformance {
    static let readingLaws: [Case] = [
        Case("the store has the capabilities that it declares", needs: []) { trial in
            let store = try await trial.open()
            let found = store.capabilities
            let declared = trial.conformance.capabilities
            try require(
                found == declared, "its capabilities are \(found.rawValue), declared are \(declared.rawValue)"
            )
            try require(
                !found.contains(.history) || store.provider(of: (any HistoryStore).self) != nil,
                "it declares a history, but it provides no HistoryStore")
            try require(
                !found.contains(.snapshots) || store.provider(of: (any SnapshotStore).self) != nil,
                "it declares snapshots, but it provides no SnapshotStore")
            try require(
                !found.contains(.files) || store.fileKeeper != nil,
                "it declares files, but it has no file keeper")
        },
        Case("a new store is empty") { trial in
            let store = try await trial.open()
            try await store.mustHold([])
            let outline = try await store.summary()
            try require(outline.sections.isEmpty, "its outline has the sections \(outline.spelled)")
            let id = ItemID()
            try require(try await store.item(id) == nil, "it has an item with a new ID")
            try require(try await store.position(of: id, in: .all) == nil, "a new ID has a position")
            let history = try await store.history(limit: 10)
            try require(history == History(), "it has a history")
        },
        Case("all ways of reading return the same items", needs: []) { trial in
            let store = try await trial.open()
            let items = try await store.items()
            let outline = try await store.summary()
            try require(
                outline.count == items.count, "the outline counts \(outline.count) of \(items.count) items")
            for (position, item) in items.enumerated().prefix(50) {
                let found = try await store.item(item.id)
                let difference = found.map { $0.difference(from: item) } ?? "it doesn't exist"
                try require(difference == nil, "the item at \(position), read by its ID: \(difference ?? "")")
                let row = try await store.position(of: item.id, in: .all)
                try require(
                    row == position, "the item at \(position) has the position \(String(describing: row))")
                let page = try await store.page(of: .all, rows: position..<position + 1)
                try requireSame(page.items, [item], "the page of row \(position)")
            }
        },
        Case("reading changes nothing", needs: []) { trial in
            let store = try await trial.open()
            let before = try await store.summary()
            _ = try await store.items()
            _ = try await store.item(ItemID())
            _ = try await store.history(limit: 3)
            let after = try await store.summary()
            try require(before == after, "the outline was \(before.spelled) and is \(after.spelled)")
        },
        Case("a page can start and end anywhere", needs: []) { trial in
            let store = try await trial.open()
            if trial.conformance.capabilities.contains(.writable) {
                _ = try await store.apply(ItemFixtures.items(7, seed: 3).map { .insert($0) })
            }
            let list = ItemList(try await store.items())
            let bounds = [Int.min, -1, 0, 1, 3, 6, 7, 8, 100, Int.max - 1, Int.max]
            for lower in bounds {
                for upper in bounds where upper >= lower {
                    for query in [Query.all, Query(sort: [SortKey("name")])] {
                        let page = try await store.page(of: query, rows: lower..<upper)
                        let expected = list.page(of: query, rows: lower..<upper, at: page.revision)
                        try requireSame(page, expected, lower..<upper, query)
                    }
                }
            }
        },
        Case("a store that isn't writable rejects changes", needs: []) { trial in
            if trial.conformance.capabilities.contains(.writable) {
                throw SkippedLaw(reason: "The store is writable.")
            }
            let store = try await trial.open()
            let item = try await store.items().first
            try await store.mustRefuse(.readOnly, [.insert(Item(name: "Lamp"))], "an insertion")
            guard let item else { return }
            try await store.mustRefuse(.readOnly, [.update(item.id, ["name": .text("Lamp")])], "an update")
            try await store.mustRefuse(.readOnly, [.move(item.id, to: 0)], "a move")
            try await store.mustRefuse(.readOnly, [.remove(item.id)], "a removal")
        },
    ]
}
