import LootCore

extension StoreConformance {
    static let lifetimeLaws: [Case] = [
        Case("closing twice has no effect", needs: []) { trial in
            let store = try await trial.open()
            try await store.close()
            try await store.close()
        },
        Case("a closed store rejects calls", needs: []) { trial in
            let store = try await trial.open()
            try await store.close()
            func mustBeClosed(_ what: String, _ call: () async throws -> Void) async throws {
                do { try await call() } catch {
                    let code = (error as? LootError)?.code
                    if code == .closed { return }
                    throw BrokenLaw(
                        "\(what) throws “\(code?.rawValue ?? "\(error)")” on a closed store, not “closed”")
                }
                throw BrokenLaw("\(what) throws nothing on a closed store")
            }
            try await mustBeClosed("outline") { _ = try await store.outline(of: .all) }
            try await mustBeClosed("page") { _ = try await store.page(of: .all, rows: 0..<1) }
            try await mustBeClosed("item") { _ = try await store.item(ItemID()) }
            try await mustBeClosed("position") { _ = try await store.position(of: ItemID(), in: .all) }
            try await mustBeClosed("snapshot") { _ = try await store.snapshot() }
            if trial.conformance.capabilities.contains(.writable) {
                try await mustBeClosed("apply") { _ = try await store.apply([.insert(Item(name: "Lamp"))]) }
            }
            if trial.conformance.capabilities.contains(.history) {
                try await mustBeClosed("history") { _ = try await store.history(limit: 1) }
            }
        },
        Case(
            "acknowledged changes survive a process that doesn't close the store",
            needs: [.writable, .durable]
        ) {
            trial in
            let conformance = trial.conformance
            guard conformance.copying != nil || conformance.capabilities.contains(.shared) else {
                throw SkippedLaw(reason: "The data of an open store can't be copied.")
            }
            let medium = trial.newMedium()
            let store = try await trial.open(medium)
            var list = ItemList()
            for (round, item) in ItemFixtures.items(6, seed: 101).enumerated() {
                try await store.mustMake([.insert(item, at: round % 2 == 0 ? .first : .last)], like: &list)
                let first = list.items[0].id
                try await store.mustMake([.update(first, ["notes": .text("Round \(round)")])], like: &list)
                try await store.mustMake([.move(item.id, to: .last)], like: &list)
                let left: String
                if let copying = conformance.copying {
                    left = trial.newMedium()
                    try await copying(medium, left)
                } else {
                    left = medium
                }
                let reopened = try await trial.open(left)
                try await reopened.mustHold(list.items, "after round \(round) without closing")
                try await reopened.close()
            }
        },
        Case(
            "a change of the file by another program is applied, as one commit",
            needs: [.writable, .durable]
        ) {
            trial in
            guard let writing = trial.conformance.writing else {
                throw SkippedLaw(reason: "No other program can write the store's data.")
            }
            let hasHistory = trial.conformance.capabilities.contains(.history)
            for isOpen in [false, true] {
                let medium = trial.newMedium()
                let store = try await trial.open(medium)
                var list = ItemList()
                for item in ItemFixtures.items(6, seed: 102) {
                    try await store.mustMake([.insert(item, at: .first)], like: &list)
                }
                try await store.mustMake([.remove(list.items[2].id)], like: &list)
                // After closing, everything must be on disk.
                try await store.close()
                let watcher = isOpen ? try await trial.open(medium) : nil
                if let watcher { try await watcher.mustHold(list.items) }
                var theirs = Array(list.items.dropFirst().reversed())
                theirs[1].name += ", by another program"
                theirs.insert(ItemFixtures.items(1, seed: 103)[0], at: 2)
                try await writing(medium, theirs)

                var reopened = try await trial.open(medium)
                try await reopened.mustHold(theirs, "after another program's write")
                if let watcher { try await watcher.mustHold(theirs, "in a store that remained open") }
                if hasHistory {
                    guard let last = try await reopened.history(limit: 1).undoable.last else {
                        throw BrokenLaw("another program's write isn't in the history")
                    }
                    _ = try await reopened.apply(last.undo)
                    try await reopened.mustHold(list.items, "after another program's write was undone")
                    try await reopened.close()
                    try await writing(medium, theirs)
                    reopened = try await trial.open(medium)
                    try await reopened.mustHold(theirs, "after repeating the write")
                }
                let added = Item(name: "Sofa")
                try await reopened.add(added)
                try await reopened.close()
                try await trial.open(medium).mustHold(
                    theirs + [added], "after an addition to the written items")
                try await watcher?.close()
            }
        },
        Case("acknowledged changes are kept when the store is reopened", needs: [.writable, .durable]) {
            trial in
            let medium = trial.newMedium()
            let items = ItemFixtures.items(30, seed: 100)
            var list = ItemList()
            var revision = Revision.initial
            for round in 0..<4 {
                let store = try await trial.open(medium)
                try await store.mustHold(list.items, "after reopening it \(round) times")
                let found = try await store.summary().revision
                try require(
                    found == revision, "closed at revision \(revision), the store reopens at \(found)")
                let some = Array(items[round * 7..<round * 7 + 7])
                var changes: [Change] = some.map { .insert($0, at: .position(round)) }
                changes += [.move(some[0].id, to: 0), .remove(some[1].id)]
                changes += [.update(some[2].id, ["name": .text("Renamed"), "notes": .text("a\nb")])]
                for change in changes { try await store.mustMake([change], like: &list) }
                revision = try await store.summary().revision
                try await store.close()
            }
        },
    ]
}
