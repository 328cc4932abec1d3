public import LootCore
import Synchronization

/// The connections of a process to a database. The stores of all lists in the database share them.
public final class SQLConnections: Sendable {
    private struct State {
        /// The caches of the open stores.
        var caches: [ObjectIdentifier: WarmAnswers] = [:]
        /// The stores with observers.
        var watched: [ObjectIdentifier: Watched] = [:]
        var isWatching = false
    }

    /// A store that may be deallocated without being closed.
    private struct Watched: Sendable {
        weak let store: SQLStore?
    }

    /// The pool for writing.
    let writers: SQLPool
    /// The pool for reading.
    let readers: SQLPool
    /// The pool for reading from replicas, if there are any.
    let replicas: SQLPool?
    /// Opens a connection that belongs to no pool.
    package let connect: @Sendable (SQLUse) throws(LootError) -> any SQLSession
    private let state = Mutex(State())

    /// Creates pools of connections that are opened on demand.
    ///
    /// - Parameters:
    ///   - place: The name of the database for messages.
    ///   - readers: The maximum number of connections for reading.
    ///   - writers: The maximum number of connections for writing. Each store uses one at a time for commits.
    ///   - hasReplicas: Whether stores also read from replicas, through as many connections.
    ///   - patience: The maximum time to wait for a connection, or `nil` to wait as long as necessary.
    ///   - connect: Connects to the database. Throws ``/LootCore/LootError`` with a code such as `unavailable`,
    ///     `damaged` or `configuration`.
    public init(
        to place: String, readers: Int, writers: Int = 1, hasReplicas: Bool = false,
        patience: Duration? = nil,
        connect: @escaping @Sendable (SQLUse) throws(LootError) -> any SQLSession
    ) {
        func pool(_ limit: Int, _ use: SQLUse) -> SQLPool {
            SQLPool(limit: limit, to: place, patience: patience) { () throws(LootError) in try connect(use) }
        }
        self.connect = connect
        self.writers = pool(writers, .writing)
        self.readers = pool(readers, .reading)
        replicas = hasReplicas ? pool(readers, .readingReplica) : nil
        for pool in pools { pool.whenLost { [weak self] in self?.forgetAnswers() } }
    }

    private var pools: [SQLPool] { [writers, readers] + (replicas.map { [$0] } ?? []) }

    // MARK: Stores

    /// Registers a store by its cache when it is opened.
    func open(_ cache: WarmAnswers) {
        state.withLock { state in
            state.caches[ObjectIdentifier(cache)] = cache
            for pool in pools { pool.open() }
        }
    }

    /// Removes a store when it is closed.
    ///
    /// - Returns: The idle connections after the last store, which the caller closes or releases.
    func close(_ cache: WarmAnswers) -> [SQLConnection] {
        state.withLock { state in
            let isLast =
                state.caches.removeValue(forKey: ObjectIdentifier(cache)) != nil && state.caches.isEmpty
            return isLast ? pools.flatMap { $0.close() } : []
        }
    }

    /// Clears all caches. A server that replaces a lost one may lack some changes.
    private func forgetAnswers() {
        for cache in state.withLock({ Array($0.caches.values) }) { cache.forget() }
    }

    // MARK: Changes by other clients

    /// Starts to report changes by other clients to a store.
    func watch(_ store: SQLStore) {
        let mustStart = state.withLock { state in
            state.watched[ObjectIdentifier(store)] = Watched(store: store)
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if mustStart { Task.detached { await self.reportNews() } }
    }

    func stopWatching(_ store: ObjectIdentifier) { state.withLock { $0.watched[store] = nil } }

    private var watchedStores: [SQLStore] { state.withLock { $0.watched.values.compactMap(\.store) } }

    /// Returns whether any store has observers. If not, the next observer starts a new task.
    private func keepsWatching() -> Bool {
        state.withLock { state in
            state.isWatching = !state.watched.isEmpty
            return state.isWatching
        }
    }

    /// Waits for changes by other clients on a single connection, until no store has observers.
    private func reportNews() async {
        let connect = connect
        let pool = SQLPool(limit: 1) { () throws(LootError) in try connect(.watching) }
        while keepsWatching() {
            do throws(LootError) {
                let lists = try await pool.perform(repeating: false) { session throws(LootError) in
                    try session.waitForNews()
                }
                let stores = watchedStores.filter { $0.needsNews(of: lists) }
                await withDiscardingTaskGroup { group in
                    for store in stores { group.addTask { await store.receiveNews() } }
                }
            } catch {
                // Changes made during a failure aren't announced.
                for store in watchedStores { store.missNews(error) }
                try? await Task.sleep(for: .seconds(1))
            }
        }
        for connection in pool.close() { await connection.close() }
    }
}
