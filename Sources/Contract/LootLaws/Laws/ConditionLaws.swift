import LootCore

extension StoreConformance {
    static let conditionLaws: [Case] = [
        Case("an item is moved before or after another one") { trial in
            let items = ItemFixtures.items(5, seed: 110)
            var list = ItemList(items)
            let store = try await trial.open(with: items)
            for moved in items {
                let places = items.flatMap { [.before($0.id), .after($0.id)] as [Destination] }
                for place in places + [.first, .last] {
                    try await store.mustMake([.move(moved.id, to: place)], like: &list)
                }
            }
            let places: [Destination] = [.first, .last, .before(items[2].id), .after(items[2].id)]
            for (number, place) in places.enumerated() {
                let item = Item(name: "Lamp \(number)")
                try await store.mustMake([.insert(item, at: place)], like: &list)
                try await store.mustMake(
                    [.remove(items[0].id), .insert(items[0], at: .after(item.id))], like: &list)
            }
            try await store.mustHold(list.items)
            for place in [.before(ItemID()), .after(ItemID())] as [Destination] {
                try await store.mustRefuse(
                    .noSuchItem, [.move(items[0].id, to: place)], "a move next to an unknown item")
                try await store.mustRefuse(
                    .noSuchItem, [.insert(Item(name: "Lamp"), at: place)], "an item next to an unknown one")
            }
        },
        Case("a change with true conditions is applied") { trial in
            let items = ItemFixtures.items(6, seed: 111)
            var list = ItemList(items)
            let store = try await trial.open(with: items)
            for (item, other) in zip(items, ItemFixtures.items(6, seed: 112)) {
                guard let seen = try await store.item(item.id) else { throw BrokenLaw("an item is missing") }
                try require(seen.digest == item.digest, "a returned item has another digest")
                let everything = Field.all.map { Patch.Edit($0.key, item.value(for: $0.key)) }
                let revision = try await store.summary().revision
                let conditions: [Condition] = [
                    .item(item.id, item.digest), .fields(item.id, Patch(everything)), .list(revision),
                    .fields(item.id, ["custom.nowhere": nil]),
                ]
                let changes = [Change.update(item.id, Patch(from: item, to: other))]
                _ = try await store.apply(ItemTransaction(changes, conditions: conditions))
                _ = try list.apply(changes)
            }
            try await store.mustHold(list.items)
            _ = try await store.apply(
                ItemTransaction(
                    [.remove(items[0].id)], conditions: [.item(items[1].id, list.items[1].digest)]))
        },
        Case("a change with a false condition is rejected completely, with the condition") {
            trial in
            let items = ItemFixtures.items(3, seed: 113)
            let store = try await trial.open(with: items)
            let stale = try await store.summary().revision
            let title = "valueInDollars" as FieldKey
            let commit = try await store.apply([.update(items[0].id, [title: .integer(987_654)])])
            let gone = ItemID()
            let held = Condition.item(items[1].id, items[1].digest)
            let refused: [(Condition, ItemID?, FieldKey?)] = [
                (.item(items[0].id, items[0].digest), items[0].id, nil),
                (.fields(items[0].id, [title: .integer(items[0].valueInDollars)]), items[0].id, title),
                (.fields(items[0].id, ["custom.nowhere": .text("here")]), items[0].id, "custom.nowhere"),
                (.item(gone, items[0].digest), gone, nil), (.fields(gone, [title: .integer(1)]), gone, nil),
                (.list(stale), nil, nil),
            ]
            for (condition, item, field) in refused {
                // Includes changes to an unrelated item, and a condition that holds before the one that doesn't.
                let changes: [Change] = [.insert(Item(name: "Lamp"), at: 0), .remove(items[2].id)]
                do throws(LootError) {
                    _ = try await store.apply(ItemTransaction(changes, conditions: [held, condition]))
                } catch {
                    try require(
                        error.code == .conflict,
                        "\(condition) is rejected with “\(error.code.rawValue)”, not “conflict”")
                    try require(
                        error.item == item && error.field == field,
                        "the error for \(condition) contains the item \(String(describing: error.item)) and the field \(String(describing: error.field))"
                    )
                    let revision = try await store.summary().revision
                    try require(revision == commit.revision, "the rejection created revision \(revision)")
                    continue
                }
                throw BrokenLaw("a change is applied although its condition \(condition) is false")
            }
            var list = ItemList(items)
            _ = try list.apply(commit.changes.map(\.change))
            try await store.mustHold(list.items)
        },
        Case("concurrent changes of different items are all accepted") { trial in
            let items = ItemFixtures.items(32, seed: 114)
            let store = try await trial.open(with: items)
            let refusals = await withTaskGroup(of: String?.self) { group in
                for (number, item) in items.enumerated() {
                    let neighbor = items[(number + 1) % items.count].id
                    group.addTask {
                        do throws(LootError) {
                            let id = item.id
                            try await store.apply([.update(id, ["notes": .text("Mine")])])
                            _ = try await store.apply(
                                ItemTransaction(
                                    [.update(id, ["isFavorite": .flag(!item.isFavorite)])],
                                    conditions: [.fields(id, ["notes": .text("Mine")])]))
                            try await store.apply([.move(id, to: .before(neighbor))])
                            return nil
                        } catch { return "\(error)" }
                    }
                }
                return await group.reduce(into: []) { if let refusal = $1 { $0.append(refusal) } }
            }
            try require(
                refusals.isEmpty, "\(refusals.count) of 32 writers are rejected: \(refusals.first ?? "")")
            let found = try await store.items()
            try require(
                found.count == 32
                    && items.allSatisfy { item in
                        found.contains {
                            $0.id == item.id && $0.notes == "Mine" && $0.isFavorite != item.isFavorite
                        }
                    },
                "an edit of one writer is lost")
        },
        Case("a commit has its purpose and author") { trial in
            let store = try await trial.open()
            let watcher = store.events()
            let lamp = Item(name: "Lamp")
            let added = try await store.apply(ItemTransaction([.insert(lamp)], title: "Add", author: "Zoë"))
            var undo = added.undo
            undo.author = "Max"
            let undone = try await store.apply(undo)
            var redo = added.redo
            redo.author = "Ann"
            let redone = try await store.apply(redo)
            try requireSame(added, .edit, "Zoë")
            try requireSame(undone, .undo(added.revision), "Max")
            try requireSame(redone, .redo(added.revision), "Ann")
            if trial.conformance.capabilities.contains(.history) {
                let history = try await store.history(limit: 9)
                try require(
                    history.undoable.count == 1 && history.redoable.isEmpty,
                    "after an undo and a redo \(history.undoable.count) commits can be undone")
                if let last = history.undoable.last { try requireSame(last, .edit, "Zoë") }
            }
            try await store.close()
            for case .committed(let commit) in try await watcher.untilItEnds(trial) {
                if commit.revision == added.revision { try requireSame(commit, .edit, "Zoë") }
                if commit.revision == undone.revision {
                    try requireSame(commit, .undo(added.revision), "Max")
                }
            }
        },
    ]
}

/// Throws unless a commit has the given purpose and author.
private func requireSame(_ commit: Commit, _ purpose: ItemTransaction.Purpose, _ author: String) throws {
    try require(commit.purpose == purpose, "the purpose of a commit is \(commit.purpose), not \(purpose)")
    try require(
        commit.author == author,
        "the author of a commit is \(commit.author ?? "unknown"), not \(author)")
}
