import LootCore

extension StoreConformance {
    static let writingLaws: [Case] = [
        Case("an item is inserted at its position or at the end") { trial in
            let store = try await trial.open()
            let items = ItemFixtures.items(5, seed: 10)
            var list = ItemList()
            for (item, position) in zip(items, [.last, 0, 1, .last, 4] as [Destination]) {
                try await store.mustMake([.insert(item, at: position)], like: &list)
            }
            try await store.mustHold(list.items)
        },
        Case("a move removes the item before it inserts it") { trial in
            let items = ItemFixtures.items(5, seed: 11)
            var list = ItemList(items)
            let store = try await trial.open(with: items)
            for source in 0..<5 {
                for target in 0..<5 where target != source {
                    try await store.mustMake(
                        [.move(list.items[source].id, to: .position(target))], like: &list)
                    try await store.mustHold(list.items, "after a move from \(source) to \(target)")
                }
            }
        },
        Case("a move to the same position changes no item") { trial in
            let items = ItemFixtures.items(3, seed: 12)
            let store = try await trial.open(with: items)
            for (position, item) in items.enumerated() {
                _ = try await store.apply([.move(item.id, to: .position(position))])
                try await store.moveItem(from: position, to: position)
            }
            try await store.mustHold(items)
        },
        Case("many moves to one position keep the order") { trial in
            // Each move halves the gap between two neighbors. Stores that represent positions by numbers between
            // those of neighbors run out of 64-bit numbers here.
            let items = ItemFixtures.items(6, seed: 13)
            var list = ItemList(items)
            let store = try await trial.open(with: items)
            for round in 0..<16 {
                let changes = (0..<5).map { Change.move(list.items[(round + $0) % 2 == 0 ? 5 : 2].id, to: 1) }
                for change in changes {
                    try await store.mustMake([change], like: &list)
                }
            }
            try await store.mustHold(list.items)
        },
        Case("an update changes only its fields") { trial in
            let items = ItemFixtures.items(8, seed: 14)
            let others = ItemFixtures.items(8, seed: 15)
            var list = ItemList(items)
            let store = try await trial.open(with: items)
            let patches = zip(items, others).map { Patch(from: $0, to: $1) }
            // Updates one field of all items at once, then the next one.
            for index in 0..<(patches.map(\.edits.count).max() ?? 0) {
                let changes = zip(items, patches).compactMap { item, patch in
                    patch.edits.count > index ? Change.update(item.id, Patch([patch.edits[index]])) : nil
                }
                try await store.mustMake(changes, like: &list)
                try await store.mustHold(list.items)
            }
        },
        Case("a value can be cleared") { trial in
            let items = ItemFixtures.items(12, seed: 16)
            var list = ItemList(items)
            let store = try await trial.open(with: items)
            let keys = Field.all.map(\.key) + ItemFixtures.customFields.map { .custom($0.name) }
            for item in items {
                let edits = keys.filter { $0 != "name" && $0 != "dateCreated" }.map { Patch.Edit($0, nil) }
                try await store.mustMake([.update(item.id, Patch(edits))], like: &list)
            }
            try await store.mustHold(list.items)
        },
        Case("each change of a transaction sees the results of earlier ones") { trial in
            let items = ItemFixtures.items(4, seed: 17)
            var list = ItemList(Array(items.prefix(3)))
            let store = try await trial.open(with: list.items)
            try await store.mustMake(
                [
                    .insert(items[3], at: 1), .update(items[3].id, ["name": .text("Lamp")]),
                    .move(items[3].id, to: 3), .remove(items[0].id), .insert(items[0]),
                    .move(items[0].id, to: 0), .remove(items[3].id), .insert(items[3], at: 2),
                ], like: &list)
            try await store.mustHold(list.items)
        },
        Case("the inverse changes of a commit, in reverse order, revert it") { trial in
            let items = ItemFixtures.items(6, seed: 18)
            let store = try await trial.open(with: items)
            let commit = try await store.apply([
                .update(items[1].id, Patch(from: items[1], to: ItemFixtures.items(1, seed: 19)[0])),
                .remove(items[4].id), .move(items[1].id, to: 4), .insert(Item(name: "Lamp"), at: 0),
                .remove(items[0].id), .update(items[1].id, ["location": .text("Attic"), "quantity": nil]),
            ])
            _ = try await store.apply(commit.changes.reversed().map(\.inverse))
            try await store.mustHold(items)
        },
        Case("a commit contains the applied changes") { trial in
            let store = try await trial.open()
            let now = Moment.now.secondsSinceEpoch
            let commit = try await store.apply([.insert(Item(name: "Lamp"))], title: "Add “Lamp”")
            try require(commit.title == "Add “Lamp”", "its title is \(commit.title.spelled)")
            try require(commit.purpose == .edit, "its purpose is \(commit.purpose), not an edit")
            try require(
                abs(commit.date.secondsSinceEpoch - now) < 86_400,
                "its date is \(commit.date), which isn't today")
        },
        Case("every commit increases the revision, which reading returns") { trial in
            let store = try await trial.open()
            var last = try await store.summary().revision
            let items = ItemFixtures.items(5, seed: 20)
            let changes: [Change] =
                items.map { .insert($0) } + [
                    .update(items[0].id, ["isFavorite": .flag(!items[0].isFavorite)]),
                    .move(items[4].id, to: .first), .remove(items[1].id),
                ]
            for change in changes {
                let revision = try await store.apply([change]).revision
                try require(last < revision, "revision \(revision) isn't greater than \(last)")
                let outline = try await store.outline(of: Query(sort: [SortKey("name")])).revision
                let page = try await store.page(of: .all, rows: 0..<1).revision
                try require(outline == revision, "the outline has revision \(outline), not \(revision)")
                try require(page == revision, "the page has revision \(page), not \(revision)")
                last = revision
            }
        },
        Case("a transaction can contain a thousand items") { trial in
            let items = ItemFixtures.items(1000, seed: 21)
            let store = try await trial.open(with: items)
            try await store.mustHold(items)
            _ = try await store.apply(items.map { .remove($0.id) })
            try await store.mustHold([])
        },
    ]
}

extension ItemStore {
    /// Throws unless the store applies the changes, and returns them in the commit, like the reference
    /// implementation.
    func mustMake(_ changes: [Change], like list: inout ItemList) async throws {
        let commit = try await apply(changes)
        try requireSame(commit.changes, try list.apply(changes))
        guard let id = changes.last?.item else { return }
        let expected = list.items.firstIndex { $0.id == id }
        let position = try await position(of: id, in: .all)
        try require(
            position == expected,
            "after \(changes.count) changes the item is at \(String(describing: position)), not \(String(describing: expected))"
        )
        let found = try await item(id)
        switch (found, expected.map { list.items[$0] }) {
        case (nil, nil): break
        case (let found?, let expected?):
            if let difference = found.difference(from: expected) {
                throw BrokenLaw("after a change \(difference)")
            }
        default: throw BrokenLaw("an item is \(found == nil ? "missing" : "present") after a change")
        }
    }
}

/// Throws unless a commit contains the changes that the reference implementation returns.
func requireSame(_ found: [AppliedChange], _ expected: [AppliedChange]) throws {
    try require(
        found.count == expected.count, "a commit contains \(found.count) changes, not \(expected.count)")
    for (found, expected) in zip(found, expected) {
        try require(
            found.change.withSortedEdits == expected.change.withSortedEdits,
            "a commit contains \(found.change.spelled()), not \(expected.change.spelled())")
        try require(
            found.inverse.withSortedEdits == expected.inverse.withSortedEdits,
            "the inverse of \(found.change.spelled()) is \(found.inverse.spelled()), not \(expected.inverse.spelled())"
        )
    }
}

extension Change {
    /// The change with its edits sorted by field. Their order has no meaning, and a store may lose it.
    fileprivate var withSortedEdits: Change {
        guard case .update(let id, let patch) = self else { return self }
        return .update(id, Patch(patch.edits.sorted { $0.field.rawValue < $1.field.rawValue }))
    }
}
