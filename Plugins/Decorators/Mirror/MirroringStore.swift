import LootCore
import Synchronization

/// The store that ``MirrorStore/open(_:to:named:)`` opens.
final class MirroringStore: StoreWrapper, FileKeepingStore, MonitoredStore, NoticeSource {
    struct State {
        /// The revisions at which the store and the mirror are identical, or `nil` if they aren't known.
        var level: (store: Revision, mirror: Revision)?
        var failure: LootError?
        var following: Task<Void, Never>?
        var isClosed = false
    }

    /// The authoritative store.
    let wrapped: any ItemStore
    let mirror: any ItemStore
    /// The name of the mirror for messages.
    let name: String
    /// The persistent note that the store and the mirror are identical.
    private let note: LevelNote?
    private let queue = SerialQueue()
    private let relay: EventRelay
    let state: Mutex<State>

    /// The maximum number of commits that a mirror can be behind and still be updated on opening.
    private static let knownCommits = 100
    /// The maximum number of attempts if other writers commit at the same time.
    private static let attempts = 20

    private init(
        _ store: any ItemStore, _ mirror: any ItemStore, _ name: String, _ note: LevelNote?,
        _ level: (store: Revision, mirror: Revision)
    ) {
        wrapped = store
        self.mirror = mirror
        self.name = name
        self.note = note
        relay = EventRelay(after: level.store)
        state = Mutex(State(level: level))
    }

    deinit { state.withLock { $0.following?.cancel() } }

    /// Opens the store and its mirror. See ``MirrorStore/open(_:to:named:)``.
    static func open(
        _ store: any ItemStore, to mirror: any ItemStore, named name: String, noting note: LevelNote?
    ) async throws(LootError) -> MirroringStore {
        // Subscribe before comparing, so that no event is missed.
        let events = store.events()
        let level: (Revision, Revision)
        do {
            level = try await verified(store, mirror, name, note)
        } catch { throw error.during("Can't mirror the store to “\(TextRules.visible(address: name))”.") }
        let mirrored = MirroringStore(store, mirror, name, note, level)
        let following = Task { [weak mirrored] in
            for await event in events { await mirrored?.follow(event) }
        }
        mirrored.state.withLock { $0.following = following }
        return mirrored
    }

    // MARK: Capabilities

    /// The problem of the store, or the failure of the mirror.
    var health: StoreHealth {
        StoreHealth(problem: wrapped.problem ?? state.withLock(\.failure), damage: wrapped.damage)
    }

    /// Returns and clears the notices of the store and the mirror.
    func takeNotices() -> [Message] { wrapped.takeNotices() + mirror.takeNotices() }

    /// The store's files. They are copied to the mirror if it has files.
    var keeper: (any FileKeeper)? {
        wrapped.fileKeeper.map {
            MirroredFiles($0, mirror: mirror.fileKeeper, failed: { [weak self] in self?.fail($0) })
        }
    }

    /// Returns a stream of all following events of the store, and of failures of the mirror.
    func events() -> AsyncStream<StoreEvent> { relay.events() }

    // MARK: Writing

    /// Applies a transaction to the store, then to the mirror.
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        if state.withLock(\.isClosed) { throw LootError.storeClosed }
        return try await queue.perform { () throws(LootError) in try await self.write(transaction) }
    }

    private func write(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let level = try await levelled()
        let commit = try await wrapped.apply(transaction)
        relay.announce(commit)
        do throws(LootError) {
            if commit.revision == level.store.next {
                try await repeatInMirror(commit, onto: level.mirror)
            } else {
                // Copy the changes of other writers as well.
                try await catchUp()
            }
        } catch { fail(error) }
        return commit
    }

    /// Returns the revisions at which the store and the mirror are identical. Updates the mirror if necessary.
    private func levelled() async throws(LootError) -> (store: Revision, mirror: Revision) {
        if let level = state.withLock(\.level) { return level }
        do { return try await catchUp() } catch {
            var error = error.during("Can't change the store while its mirror is out of date.")
            error.advice = "Make the mirror writable again, or remove “mirror” from store.with."
            throw error
        }
    }

    private func repeatInMirror(_ commit: Commit, onto revision: Revision) async throws(LootError) {
        state.withLock { $0.level = nil }
        let changes = commit.changes.map(\.change).filter {
            $0.item != nil || mirror.capabilities.contains(.settings)
        }
        let copy = try await mirror.apply(
            ItemTransaction(
                changes, title: commit.title, expecting: revision, author: commit.author,
                purpose: commit.purpose == .bookkeeping ? .bookkeeping : .edit))
        state.withLock { $0.level = (commit.revision, copy.revision) }
    }

    /// Updates the mirror to the current state of the store.
    @discardableResult
    private func catchUp() async throws(LootError) -> (store: Revision, mirror: Revision) {
        state.withLock { $0.level = nil }
        let level = try await MirroringStore.synchronized(wrapped, mirror)
        state.withLock { state in
            state.level = level
            state.failure = nil
        }
        return level
    }

    private func fail(_ error: LootError) {
        var failure = error.during(
            "Can't save the change in the mirror “\(TextRules.visible(address: name))”.")
        failure.advice =
            "The change was saved in the store. Make the mirror writable again before you make another change."
        state.withLock { state in
            state.level = nil
            state.failure = failure
        }
        relay.relay(.failed(failure))
    }

    // MARK: Following

    /// Copies other writers' changes to the mirror.
    private func follow(_ event: StoreEvent) async {
        relay.relay(event)
        switch event {
        case .committed(let commit): await follow(commit.revision)
        case .reloaded(let revision): await follow(revision)
        case .failed: break
        }
    }

    private func follow(_ revision: Revision) async {
        await queue.perform {
            if let level = state.withLock(\.level), level.store >= revision { return }
            // After a failure, the next change or closing the store retries and reports the result.
            if state.withLock({ $0.failure != nil || $0.isClosed }) { return }
            do throws(LootError) { try await catchUp() } catch { fail(error) }
        }
    }

    /// Closes the store and the mirror.
    ///
    /// - Throws: ``/LootCore/LootError`` if one can't be closed or if the mirror remains behind.
    func close() async throws(LootError) {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        if wasClosed { return }
        var failure = await queue.perform { () -> LootError? in
            guard let failure = self.state.withLock(\.failure) else { return nil }
            do throws(LootError) { try await self.catchUp() } catch { return failure }
            return nil
        }
        await noteLevel()
        do throws(LootError) { try await wrapped.close() } catch { failure = failure ?? error }
        // The store's events have ended. Wait until the mirror is updated.
        await state.withLock { $0.following.take() }?.value
        do throws(LootError) { try await mirror.close() } catch { failure = failure ?? error }
        relay.finish()
        if let failure { throw failure }
    }

    /// Writes the note for the next process if the store and the mirror are still identical.
    private func noteLevel() async {
        guard let note, let level = state.withLock(\.level), let now = try? await NotedLevel(wrapped, mirror),
            (now.store, now.mirror) == level, !note.holds(now)
        else { return }
        note.note(now)
    }
}

extension MirroringStore {
    // MARK: Comparing

    /// Returns all items of a store, at the same revision.
    private static func contents(_ store: any ItemStore) async throws(LootError) -> Page {
        try await store.page(of: .all, rows: 0..<Int.max)
    }

    /// Makes the mirror identical to the store, and returns the revisions of both.
    private static func synchronized(_ store: any ItemStore, _ mirror: any ItemStore) async throws(LootError)
        -> (
            store: Revision, mirror: Revision
        )
    {
        var attempts = attempts
        while true {
            let (items, copy) = (try await contents(store), try await contents(mirror))
            var changes = MirrorDifference(of: copy.items, from: items.items).changes
            if mirror.capabilities.contains(.settings) {
                changes += try await mirror.settings().changes(to: try await store.settings())
            }
            try await MirroredFiles.copy(store.fileKeeper, to: mirror.fileKeeper, of: items.items)
            if changes.isEmpty { return (items.revision, copy.revision) }
            do {
                let commit = try await mirror.apply(
                    ItemTransaction(changes, title: "Mirror", expecting: copy.revision))
                return (items.revision, commit.revision)
            } catch {
                attempts -= 1
                if error.code != .conflict || attempts == 0 { throw error }
            }
        }
    }

    /// Compares the store and the mirror on opening, and updates the mirror if it is empty or behind. Returns the
    /// revisions at which they are identical.
    private static func verified(
        _ store: any ItemStore, _ mirror: any ItemStore, _ name: String, _ note: LevelNote?
    ) async throws(LootError) -> (store: Revision, mirror: Revision) {
        guard mirror.capabilities.contains(.writable) else {
            throw LootError(.readOnly, "The mirror is read-only.", advice: "Use another mirror.")
        }
        if let problem = store.damage ?? mirror.problem { throw problem }
        if let note, let level = try await NotedLevel(store, mirror), note.holds(level) {
            return (level.store, level.mirror)
        }
        let (items, copy) = (try await contents(store), try await contents(mirror))
        let difference = MirrorDifference(of: copy.items, from: items.items)
        if !difference.changes.isEmpty, !copy.items.isEmpty,
            try await !isEarlier(copy.items, than: items, in: store)
        {
            throw LootError(
                .cannotCreate, difference.message,
                advice: "Compare the two stores. Then use an empty mirror, or copy one store to the other.",
                remedy: .copy,
                place: TextRules.visible(address: name))
        }
        return try await synchronized(store, mirror)
    }

    /// Whether the items are an earlier state of the store, according to its history.
    private static func isEarlier(_ copy: [Item], than page: Page, in store: any ItemStore)
        async throws(LootError) -> Bool
    {
        let history = try await store.history(limit: knownCommits)
        for steps in [history.undoable.reversed().map(\.undo), history.redoable.reversed().map(\.redo)] {
            var list = ItemList(page.items)
            for step in steps {
                guard (try? list.apply(step.changes)) != nil else { break }
                if list.items.count == copy.count,
                    MirrorDifference(of: copy, from: list.items).changes.isEmpty
                {
                    return true
                }
            }
        }
        return false
    }
}
