package import LootCore

extension StoreConformance {
    static let eventLaws: [Case] = [
        Case("every observer receives every commit, in order") { trial in
            let store = try await trial.open()
            let watchers = [store.events(), store.events()]
            let items = ItemFixtures.items(4, seed: 70)
            var commits: [Commit] = []
            for item in items { commits.append(try await store.apply([.insert(item, at: 0)], title: "Add")) }
            commits.append(try await store.apply([.move(items[0].id, to: 0), .remove(items[1].id)]))
            try await store.close()
            for watcher in watchers {
                let told = try await watcher.untilItEnds(trial)
                try require(
                    told == commits.map { .committed($0) },
                    "after \(commits.count) commits an observer received \(told.map(\.spelled)), not all of them in order"
                )
            }
        },
        Case("observers receive commits before the store is closed") { trial in
            let store = try await trial.open()
            let watcher = store.events()
            let commit = try await store.apply([.insert(Item(name: "Lamp"))])
            let told = try await watcher.first(1, trial)
            try require(
                told == [.committed(commit)], "after a commit an observer received \(told.map(\.spelled))")
        },
        Case("rejected changes aren't published") { trial in
            let store = try await trial.open()
            let watcher = store.events()
            try await store.mustRefuse(.noSuchItem, [.remove(ItemID())], "the removal of an unknown ID")
            try await store.mustRefuse(
                .invalidValue, [.insert(Item(name: "La\nmp"))], "an item with a line break in its name")
            try await store.close()
            let told = try await watcher.untilItEnds(trial)
            try require(told.isEmpty, "an observer received \(told.map(\.spelled))")
        },
        Case("undos and redos are published like other commits", needs: [.writable, .history]) { trial in
            let store = try await trial.open()
            let watcher = store.events()
            var commits = [try await store.apply([.insert(Item(name: "Lamp"))])]
            commits.append(try await store.apply(commits[0].undo))
            if let undone = try await store.history(limit: 1).redoable.last {
                commits.append(try await store.apply(undone.redo))
            }
            try await store.close()
            let received = try await watcher.untilItEnds(trial)
            try require(
                received == commits.map { .committed($0) },
                "after an edit, an undo and a redo an observer received \(received.map(\.spelled))")
        },
        Case("an observer that stops doesn't affect others") { trial in
            let store = try await trial.open()
            let leaver = Task { [events = store.events()] in for await _ in events {} }
            let watcher = store.events()
            leaver.cancel()
            await leaver.value
            let commit = try await store.apply([.insert(Item(name: "Lamp"))])
            let told = try await watcher.first(1, trial)
            try require(
                told == [.committed(commit)], "after a commit an observer received \(told.map(\.spelled))")
        },
        Case("the event stream ends when the store is closed", needs: []) { trial in
            let store = try await trial.open()
            let watcher = store.events()
            try await store.close()
            _ = try await watcher.untilItEnds(trial)
            _ = try await store.events().untilItEnds(trial)
        },
        Case("the event stream ends when the store is released", needs: []) { trial in
            func watch() async throws -> AsyncStream<StoreEvent> {
                let store = try await trial.conformance.open(trial.newMedium())
                _ = try await store.summary()
                return store.events()
            }
            _ = try await watch().untilItEnds(trial)
        },
        Case("two stores on one medium see each other's changes", needs: [.writable, .shared]) { trial in
            let medium = trial.newMedium()
            let (here, there) = (try await trial.open(medium), try await trial.open(medium))
            let watcher = there.events()
            let items = ItemFixtures.items(3, seed: 71)
            _ = try await here.apply([.insert(items[0]), .insert(items[1])])
            let told = try await watcher.first(1, trial)
            try require(!told.isEmpty, "the other store receives no event for a commit")
            try await there.mustHold(Array(items.prefix(2)), "in the other store")
            _ = try await there.apply([.insert(items[2])])
            try await here.mustHold(items, "in the first store")
        },
    ]
}

extension AsyncStream<StoreEvent> {
    /// Returns all remaining events. Throws if the stream doesn't end.
    func untilItEnds(_ trial: Trial) async throws -> [StoreEvent] {
        let (events, isEnded) = await events(atMost: .max, within: trial.conformance.patience)
        try require(isEnded, "the stream of events doesn't end, after \(events.map(\.spelled))")
        return events
    }

    /// Returns the next `count` events, or fewer if they don't arrive in time.
    func first(_ count: Int, _ trial: Trial) async throws -> [StoreEvent] {
        await events(atMost: count, within: trial.conformance.patience).events
    }

    /// Returns up to `count` events that arrive in time, and whether the stream has ended.
    package func events(atMost count: Int, within patience: Duration) async -> (
        events: [StoreEvent], isEnded: Bool
    ) {
        await withTaskGroup(of: (events: [StoreEvent], isEnded: Bool)?.self) { group in
            group.addTask {
                var events: [StoreEvent] = []
                for await event in self {
                    events.append(event)
                    if events.count == count { return (events, false) }
                }
                return (events, !Task.isCancelled)
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            var outcome: (events: [StoreEvent], isEnded: Bool) = ([], false)
            for await finished in group {
                // The first task to finish cancels the other. Events that were received are always returned.
                group.cancelAll()
                if let finished { outcome = finished }
            }
            return outcome
        }
    }
}

extension StoreEvent {
    /// A description of the event for reports.
    var spelled: String {
        switch self {
        case .committed(let commit): "commit \(commit.revision) “\(commit.title)”"
        case .reloaded(let revision): "reloaded \(revision)"
        case .failed(let error): "failed: \(error)"
        }
    }
}
