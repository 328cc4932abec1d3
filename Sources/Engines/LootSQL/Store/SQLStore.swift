package import LootCore
import Synchronization

/// A store in a database. See ``SQLDatabase/openStore()``.
package final class SQLStore: MaintainableStore, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore,
    NoticeSource
{
    let database: any SQLDatabase
    let queue = CommitQueue()
    let warm: WarmAnswers
    /// The maximum time to determine the outcome of a transaction.
    let settlingLimit: Duration
    /// The name under which the database announces changes of the list, after the first changes were read.
    let listName = Mutex<String?>(nil)
    let hub = EventHub()
    /// The newest revision that observers have received, from events or from reads before they subscribed.
    let told: Mutex<Revision>
    /// The newest revision that callers have received. Replicas that lack it aren't read.
    let newest: Mutex<Revision>
    /// The time until which replicas aren't read, because none of them responded.
    private let replicasAreDown = Mutex(ContinuousClock.now)
    /// Whether a notice says that the replicas can't be used as they are configured.
    private let hasReportedReplicas = Atomic(false)
    let isWatched = Atomic(false)
    /// Whether changes by other clients couldn't be read.
    let hasMissedNews = Atomic(false)
    /// Whether observers have received a failure and nothing since that ends it.
    let hasFailed = Atomic(false)
    let isClosed = Atomic(false)
    /// Notices for the user that haven't been reported yet.
    let notices = Mutex<[Message]>([])

    var readers: SQLPool { database.connections.readers }
    var writers: SQLPool { database.connections.writers }

    /// Opens the store in a database. See ``SQLDatabase/openStore()``.
    package static func open(
        _ database: any SQLDatabase, settlingLimit: Duration = .seconds(30)
    ) async throws(LootError) -> SQLStore {
        let warm = WarmAnswers()
        let connections = database.connections
        connections.open(warm)
        do throws(LootError) {
            let pool = database.isReadOnly ? connections.readers : connections.writers
            let revision = try await pool.perform(for: database.list, repeating: true) {
                session throws(LootError) in
                try database.prepare(session)
                return try session.revision()
            }
            return SQLStore(database, warm, revision, settlingLimit)
        } catch {
            for connection in connections.close(warm) { await connection.close() }
            throw error
        }
    }

    private init(
        _ database: any SQLDatabase, _ warm: WarmAnswers, _ revision: Revision, _ settlingLimit: Duration
    ) {
        self.database = database
        self.warm = warm
        self.settlingLimit = settlingLimit
        told = Mutex(revision)
        newest = Mutex(revision)
    }

    deinit {
        database.connections.stopWatching(ObjectIdentifier(self))
        // Connections are closed when they are deallocated.
        _ = database.connections.close(warm)
    }

    /// The store's capabilities. It is writable unless it was opened read-only.
    package var capabilities: StoreCapabilities {
        let reading: StoreCapabilities = [.durable, .history, .shared, .files, .snapshots, .settings]
        return database.isReadOnly ? reading : reading.union(.writable)
    }

    package func takeNotices() -> [Message] {
        notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }

    // MARK: Reading

    package func outline(of query: Query) async throws(LootError) -> Outline {
        let outline = try await read { reader throws(LootError) in try reader.outline(of: query) }
        note(outline.revision)
        return outline
    }

    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        if let page = try await quickPage(of: query, rows: rows) {
            note(page.revision)
            return page
        }
        let page = try await read { reader throws(LootError) in try reader.page(of: query, rows: rows) }
        note(page.revision)
        return page
    }

    /// Returns a page using a single asynchronous query, if possible. Returns `nil` for an empty page, because its
    /// revision is unknown.
    private func quickPage(of query: Query, rows: Range<Int>) async throws(LootError) -> Page? {
        try requireOpen()
        let start = max(0, rows.lowerBound)
        let length = max(0, rows.upperBound - start)  // The bounds of a range can't overflow here.
        func ask(_ pool: SQLPool) async throws(LootError) -> Page? {
            let found = FoundItems(capacity: length <= 1_000 ? length : 0)
            return try await pool.ask(for: database.list, into: found) { dialect in
                ListReader.statement(of: query, rows: rows, for: dialect)
            }?.page(from: start)
        }
        if usableReplicas == nil { return try await ask(readers) }
        let page = try await askReplica(ask)
        return page.flatMap { isFresh($0.revision) ? $0 : nil }
    }

    package func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        // Two queries are faster than a transaction, and changes in between are rare.
        let outline = try await outline(of: query)
        let page = try await page(of: query, rows: rows)
        if page.revision == outline.revision { return Answer(outline: outline, page: page) }
        let answer = try await read { reader throws(LootError) in
            try reader.answer(to: query, rows: rows)
        }
        note(answer.page.revision)
        return answer
    }

    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        try requireOpen()
        if usableReplicas == nil {
            let found = try await readers.ask(
                for: database.list, into: FoundItems(hasRevision: false)
            ) { _ in ListReader.statement(ofItem: id) }
            if let found { return found.items.first }
        }
        return try await read { reader throws(LootError) in try reader.item(id) }
    }

    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await read { reader throws(LootError) in try reader.position(of: id, in: query) }
    }

    /// Returns the settings of the list.
    package func settings() async throws(LootError) -> ListSettings {
        try await read { reader throws(LootError) in try reader.session.settings() }
    }

    package func readHistory(limit: Int) async throws(LootError) -> History {
        try await read { reader throws(LootError) in
            try reader.session.transaction(reader.session.dialect.beginReading) { () throws(LootError) in
                try CommitLog(session: reader.session).history(limit: max(0, limit))
            }
        }
    }

    package func readTitles(limit: Int) async throws(LootError) -> History {
        try await read { reader throws(LootError) in
            try reader.session.transaction(reader.session.dialect.beginReading) { () throws(LootError) in
                try CommitLog(session: reader.session).titles(limit: max(0, limit))
            }
        }
    }

    package func readCommit(_ revision: Revision) async throws(LootError) -> Commit? {
        try await read { reader throws(LootError) in
            try CommitLog(session: reader.session).commit(revision)
        }
    }

    package func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        let commits = try await read { reader throws(LootError) in
            try CommitLog(session: reader.session).history(of: item)
        }
        return commits.suffix(max(0, limit))
    }

    /// Reads from a replica, if possible, or from the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (ListReader) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        try requireOpen()
        let (database, warm) = (database, warm)
        let value = try await askReplica { replicas async throws(LootError) -> Value? in
            try await replicas.perform(for: database.list, repeating: false) { session throws(LootError) in
                // A replica never returns to an earlier state.
                let revision = try session.revision()
                guard self.isFresh(revision) else { return nil }
                let result = try body(ListReader(session: session, warm: warm))
                self.note(revision)
                return result
            }
        }
        if let value { return value }
        return try await readPrimary(body)
    }

    /// Reads from the database, and never from a replica.
    func readPrimary<Value: Sendable>(
        _ body: @escaping @Sendable (ListReader) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let (database, warm) = (database, warm)
        return try await repeatingCanceled { () async throws(LootError) in
            try await database.connections.readers.perform(for: database.list, repeating: true) {
                session throws(LootError) in
                try body(ListReader(session: session, warm: warm))
            }
        }
    }

    /// Runs `body` again if a standby canceled a query that conflicted with a change that it received.
    func repeatingCanceled<Value: Sendable>(
        _ body: () async throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        for attempt in 1...Self.readingAttempts {
            try requireOpen()
            do throws(LootError) { return try await body() } catch {
                if error.code != .transactionMet { throw error }
            }
            try? await Task.sleep(for: .milliseconds(20 * attempt))
        }
        throw LootError(
            .unavailable, "Can't read the list.",
            reason: "\(database.place) canceled the query several times because of conflicting changes.",
            advice: "Try again, or raise max_standby_streaming_delay on the standby.", place: database.place)
    }

    private static let readingAttempts = 6

    /// Records a revision that callers receive, so that later reads are at least as new, and later subscribers don't
    /// receive events for it.
    func note(_ revision: Revision) {
        newest.withLock { $0 = max($0, revision) }
        if isWatched.load(ordering: .acquiring) { return }
        told.withLock { $0 = max($0, revision) }
    }

    // MARK: Replicas

    /// The pool of replicas, if one may respond.
    private var usableReplicas: SQLPool? {
        guard let replicas = database.connections.replicas else { return nil }
        return replicasAreDown.withLock { $0 < .now } ? replicas : nil
    }

    /// Whether a state is at least as new as everything that callers have received.
    private func isFresh(_ revision: Revision) -> Bool { newest.withLock { $0 <= revision } }

    /// Calls `body` with the replicas. Returns `nil` if they can't be read.
    private func askReplica<Value>(
        _ body: (SQLPool) async throws(LootError) -> Value?
    ) async throws(LootError) -> Value? {
        guard let replicas = usableReplicas else { return nil }
        do throws(LootError) { return try await body(replicas) } catch {
            // If all connections are in use, or a query conflicted with a change, the replicas still work.
            if error.code == .transactionMet || replicas.isExhaustion(error) { return nil }
            guard [.unavailable, .configuration].contains(error.code) else { throw error }
            replicasAreDown.withLock { $0 = .now + .seconds(10) }
            if error.code == .configuration, !hasReportedReplicas.exchange(true, ordering: .relaxed) {
                notices.withLock { $0.append("The list isn't read from the replicas. \(error.explanation)") }
            }
            return nil
        }
    }

    // MARK: Closing

    package func close() async throws(LootError) {
        isClosed.store(true, ordering: .releasing)
        database.connections.stopWatching(ObjectIdentifier(self))
        for connection in database.connections.close(warm) { await connection.close() }
        hub.finish()
        warm.forget()
    }

    func requireOpen() throws(LootError) {
        if isClosed.load(ordering: .acquiring) { throw LootError.storeClosed }
    }
}
