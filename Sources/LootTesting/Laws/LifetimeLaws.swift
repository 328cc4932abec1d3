import LootCore

extension StoreConformance {
    static let lifetimeLaws: [Case] = [
        Case("closing again does nothing", needs: []) { trial in
            let store = try await trial.open()
            try await store.close()
            try await store.close()
        },
        Case("a closed store says so", needs: []) { trial in
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
            if trial.conformance.capabilities.contains(.writable) {
                try await mustBeClosed("apply") { _ = try await store.apply([.insert(Item(name: "Lamp"))]) }
            }
            if trial.conformance.capabilities.contains(.history) {
                try await mustBeClosed("history") { _ = try await store.history(limit: 1) }
            }
        },
        Case("what was acknowledged is there when the store is opened again", needs: [.writable, .durable]) {
            trial in
            let medium = trial.newMedium()
            let items = ItemFixtures.items(30, seed: 100)
            var list = ItemList()
            var revision = Revision.initial
            for round in 0..<4 {
                let store = try await trial.open(medium)
                try await store.mustHold(list.items, "opened for the \(round + 1). time")
                let found = try await store.summary().revision
                try require(found == revision, "a store closed at revision \(revision) is opened at \(found)")
                let some = Array(items[round * 7..<round * 7 + 7])
                var changes: [Change] = some.map { .insert($0, at: round) }
                changes += [.move(some[0].id, to: 0), .remove(some[1].id)]
                changes += [.update(some[2].id, ["name": .text("Renamed"), "notes": .text("a\nb")])]
                for change in changes { try await store.mustMake([change], like: &list) }
                revision = try await store.summary().revision
                try await store.close()
            }
        },
    ]
}
