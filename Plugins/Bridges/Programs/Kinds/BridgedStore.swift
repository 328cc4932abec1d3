import LootCollection
import LootCore
import LootFormats
import LootPlugins
import Platform
import Synchronization

/// A store implemented by an external program. The program opens, loads and commits. The host keeps all items in
/// memory and runs queries, live answers, validation and snapshots itself.
///
/// If the program dies during a commit, the revision that it reports after a restart shows whether the commit was made.
/// An acknowledged commit is never lost, and an unacknowledged one is either there completely or not at all.
final class BridgedStore: ItemStore, HistoryStore, SnapshotStore, LiveStore, MonitoredStore {
    private struct State {
        /// The number of the connection on which the store was opened.
        var opened: Int?
        var problem: LootError?
        /// Whether observers were notified of the current problem.
        var isProblemTold = false
        /// The history, once it has been requested.
        var history: History?
        var isWatched = false
        var isLooking = false
        /// Whether a check is scheduled for the end of the restart delay.
        var isWaiting = false
        var isClosed = false
    }

    let capabilities: StoreCapabilities
    private let session: Session
    private let offer: Offer
    private let settings: ForeignValue
    private let live: LiveItems
    private let state: Mutex<State>
    /// Held during a commit or while changes by another writer are applied.
    private let gate = Mutex(())

    /// Opens a store that the program of a session offers.
    static func open(
        _ offer: Offer, _ settings: PluginSettings, _ session: Session
    ) async throws(LootError) -> BridgedStore {
        let outcome: Result<BridgedStore, LootError> = await Threads.waiting {
            do throws(LootError) { return .success(try BridgedStore(offer, settings, session)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private init(
        _ offer: Offer, _ settings: PluginSettings, _ session: Session
    ) throws(LootError) {
        let talk = StoreTalk(
            name: session.name, store: offer.descriptor.name, settings: settings.json, session.limits)
        do throws(LootError) {
            let connection = try session.connection()
            let opened = try talk.open(on: connection)
            let loaded = try talk.load(on: connection)
            live = try LiveItems(loaded.items, revision: loaded.revision)
            state = Mutex(State(opened: connection.number))
            var capabilities: StoreCapabilities = .snapshots
            if opened.isWritable { capabilities.insert(.writable) }
            if !offer.features.contains("volatile") { capabilities.insert(.durable) }
            if offer.features.contains("history") { capabilities.insert(.history) }
            self.capabilities = capabilities
            session.isWell()
        } catch {
            session.kill()
            throw error.code == .duplicateItem ? talk.breach("It gave two items the same ID.") : error
        }
        self.session = session
        self.offer = offer
        self.settings = settings.json
        session.listen { [weak self] method in self?.hear(method) }
    }

    private var talk: StoreTalk {
        StoreTalk(name: session.name, store: offer.descriptor.name, settings: settings, session.limits)
    }

    // MARK: Reading

    var health: StoreHealth { StoreHealth(problem: state.withLock { $0.problem }) }

    func outline(of query: Query) async throws(LootError) -> Outline { try await live.outline(of: query) }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await live.page(of: query, rows: rows)
    }

    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await live.answer(to: query, rows: rows)
    }

    func item(_ id: ItemID) async throws(LootError) -> Item? { try live.item(id) }

    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await live.position(of: id, in: query)
    }

    func makeSnapshot() async throws(LootError) -> any ItemSnapshot { try live.hold() }

    func readHistory(limit: Int) async throws(LootError) -> History {
        _ = try live.snapshot()
        guard capabilities.contains(.history) else { return History() }
        if let known = state.withLock({ $0.history }) { return known.newest(limit) }
        let outcome: Result<History, LootError> = await Threads.waiting { [self] in
            gate.withLock { _ in
                do throws(LootError) {
                    var history = History()
                    for commit in try talk.commits(on: try ready()) { history.record(commit) }
                    state.withLock { $0.history = history }
                    return .success(history)
                } catch { return .failure(error) }
            }
        }
        return try outcome.get().newest(limit)
    }

    func events() -> AsyncStream<StoreEvent> {
        state.withLock { $0.isWatched = true }
        return live.events()
    }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        state.withLock { $0.isWatched = true }
        return try await live.live(query)
    }

    func close() async throws(LootError) {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        live.close()
        if isFirst { await session.close() }
    }

    /// Closes the store without ending the program, so that another store can be opened in the session.
    func leave() {
        state.withLock { $0.isClosed = true }
        live.close()
        session.listen(nil)
        gate.withLock { _ in }
    }

    // MARK: Writing

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        guard capabilities.contains(.writable) else {
            _ = try live.snapshot()
            throw LootError(
                .readOnly, "Can't save the change.",
                reason: "The store of the plugin “\(session.name)” is read-only.")
        }
        if transaction.changes.contains(where: { $0.item == nil }) {
            throw LootError(
                .unsupported, "Can't change the settings of the list.",
                reason: "The plugin “\(session.name)” doesn't store settings.")
        }
        let outcome: Result<Commit, LootError> = await Threads.waiting { [self] in
            gate.withLock { _ in
                do throws(LootError) { return .success(try commit(transaction)) } catch {
                    return .failure(error)
                }
            }
        }
        do throws(LootError) {
            let commit = try outcome.get()
            state.withLock { $0.problem = nil }
            return commit
        } catch {
            if error.code == .unavailable { state.withLock { $0.problem = error } }
            throw error
        }
    }

    /// Commits a transaction. If another writer committed first, applies its changes and retries on top of them.
    private func commit(_ transaction: ItemTransaction) throws(LootError) -> Commit {
        for _ in 0..<3 {
            var overtaken: StoreTalk.Loaded?
            do throws(LootError) {
                let results = try live.apply([transaction]) { (commits, items) throws(LootError) in
                    for commit in commits { overtaken = try write(commit, outcome: items) }
                    if overtaken != nil { throw LootError.overtaken }
                }
                guard let result = results.first else { throw LootError.overtaken }
                let commit = try result.get()
                state.withLock { $0.history?.record(commit) }
                session.isWell()
                return commit
            } catch {
                guard let loaded = overtaken else { throw error }
                try take(over: loaded, from: try session.connection())
            }
        }
        throw LootError.overtaken
    }

    /// Sends a commit to the program.
    ///
    /// - Returns: The program's state if another writer committed first, otherwise `nil`.
    private func write(_ commit: Commit, outcome: ItemCollection.Items) throws(LootError) -> StoreTalk.Loaded?
    {
        let talk = talk
        let from = live.revision
        let connection = try session.connection()
        if let loaded = try reopen(connection), loaded.revision != from { return loaded }
        do throws(LootError) {
            try talk.commit(
                commit, put: try commit.changedItems { id throws(LootError) in try live.item(id) },
                from: from, on: connection)
            return nil
        } catch {
            if connection.isOpen {
                guard error.code == .conflict else { throw error }
                return try talk.load(on: connection)
            }
            // The program is gone, and whether it wrote the commit is unknown. Its state after a restart decides.
            guard let revived = try? session.connection(), let loaded = try? reopen(revived) else {
                var error = error
                error.advice = "Check whether the change was made before you repeat it."
                throw error
            }
            if loaded.revision == commit.revision, loaded.items.elementsEqual(outcome) { return nil }
            if loaded.revision == from { throw error.followed(by: "Nothing was changed.") }
            return loaded
        }
    }

    /// Returns a connection on which the store is open and up to date.
    private func ready() throws(LootError) -> Connection {
        let connection = try session.connection()
        if let loaded = try reopen(connection), loaded.revision != live.revision {
            try take(over: loaded, from: connection)
        }
        return connection
    }

    /// Opens the store if the program was restarted, and returns its contents. Returns `nil` if the store is already
    /// open on this connection.
    private func reopen(_ connection: Connection) throws(LootError) -> StoreTalk.Loaded? {
        if state.withLock({ $0.opened }) == connection.number { return nil }
        let talk = talk
        _ = try talk.open(on: connection)
        let loaded = try talk.load(on: connection)
        state.withLock { $0.opened = connection.number }
        return loaded
    }

    /// Applies the changes that another writer made. Uses the program's history if possible, otherwise a computed
    /// commit. If too much has changed, or the program went back to an older state, reloads the list.
    private func take(over loaded: StoreTalk.Loaded, from connection: Connection) throws(LootError) {
        state.withLock { $0.history = nil }
        let before = try live.snapshot()
        let keepsHistory = capabilities.contains(.history)
        if let commits = talk.commits(
            from: before.items, at: before.revision, to: loaded, keepsHistory: keepsHistory, on: connection)
        {
            return try live.follow(commits)
        }
        try live.reload(loaded.items, revision: loaded.revision, history: History())
    }

    // MARK: Watching

    /// Handles a notification on the thread that reads the program's output. An empty method represents the
    /// tick that is sent each second.
    private func hear(_ method: String) {
        let looks = state.withLock { state in
            guard method == "changed" || method.isEmpty && state.isWatched, !state.isClosed, !state.isLooking
            else {
                return false
            }
            state.isLooking = true
            return true
        }
        guard looks else { return }
        Task.detached { [self] in
            await Threads.waiting { [self] in look() }
            state.withLock { $0.isLooking = false }
        }
    }

    /// Checks for changes by another writer and applies them.
    private func look() {
        var asked: Connection?
        do throws(LootError) {
            do throws(LootError) {
                asked = try session.connection()
                try look(at: asked)
            } catch {
                guard let asked, !asked.isOpen else { throw error }
                // The program died in the meantime. Restart it once.
                try look(at: nil)
            }
            try tellRecovery()
        } catch {
            let isNew = state.withLock { state in
                defer { (state.problem, state.isProblemTold) = (error, true) }
                return !state.isProblemTold && !state.isClosed
            }
            if isNew { live.fail(error) }
            waitForRest()
        }
    }

    private func look(at connection: Connection?) throws(LootError) {
        let before = live.revision
        guard let connection, state.withLock({ $0.opened }) == connection.number else {
            return try gate.withLock { _ throws(LootError) in _ = try ready() }
        }
        if try talk.revision(on: connection) == before { return }
        let loaded = try talk.load(on: connection)
        try gate.withLock { _ throws(LootError) in
            if live.revision == before, loaded.revision != before {
                try take(over: loaded, from: connection)
            }
        }
    }

    /// Reloads all subscriptions that were notified of a problem, now that it is fixed.
    private func tellRecovery() throws(LootError) {
        let isNews = state.withLock { state in
            defer { (state.problem, state.isProblemTold) = (nil, false) }
            return state.isProblemTold
        }
        guard isNews else { return }
        try gate.withLock { _ throws(LootError) in
            let now = try live.snapshot()
            try live.reload(now.items, revision: now.revision, history: now.history)
        }
    }

    /// Schedules a check for the end of the restart delay, if the program keeps ending.
    private func waitForRest() {
        guard let rest = session.rest else { return }
        let isFirst = state.withLock { state in
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        guard isFirst else { return }
        Task.detached { [weak self] in
            try? await Task.sleep(for: rest)
            self?.state.withLock { $0.isWaiting = false }
            self?.hear("")
        }
    }
}
