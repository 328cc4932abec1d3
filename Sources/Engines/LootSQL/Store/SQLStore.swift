package import LootCore
import Synchronization

/// A store in a database. See ``SQLDatabase/openStore()``.
package final class SQLStore: MaintainableStore, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore,
    NoticeSource
{
    let database: any SQLDatabase
    let readers: SQLPool
    let writers: SQLPool
    let queue = CommitQueue()
    let warm: WarmAnswers
    /// The maximum time to determine the outcome of a transaction.
    let settlingLimit: Duration
    private let hub = EventHub()
    /// The newest revision that observers have received, from events or from reads before they subscribed.
    private let told: Mutex<Revision>
    private let watching = Mutex<Task<Void, Never>?>(nil)
    /// Notices for the user that haven't been reported yet.
    let notices = Mutex<[Message]>([])

    /// Opens the store in a database. See ``SQLDatabase/openStore()``.
    package static func open(
        _ database: any SQLDatabase, settlingLimit: Duration = .seconds(30)
    ) async throws(LootError) -> SQLStore {
        let warm = WarmAnswers()
        let writers = SQLPool(limit: 1, whenLost: warm.forget) { () throws(LootError) in
            try database.connect(for: .writing)
        }
        do throws(LootError) {
            let revision = try await writers.perform(repeating: true) { session throws(LootError) in
                try session.revision()
            }
            return SQLStore(database, writers, warm, revision, settlingLimit)
        } catch {
            await writers.close()
            throw error
        }
    }

    private init(
        _ database: any SQLDatabase, _ writers: SQLPool, _ warm: WarmAnswers, _ revision: Revision,
        _ settlingLimit: Duration
    ) {
        self.database = database
        self.writers = writers
        self.warm = warm
        self.settlingLimit = settlingLimit
        readers = SQLPool(limit: database.readerLimit, whenLost: warm.forget) { () throws(LootError) in
            try database.connect(for: .reading)
        }
        told = Mutex(revision)
    }

    deinit { watching.withLock { $0?.cancel() } }

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
        let start = max(0, rows.lowerBound)
        let length = max(0, rows.upperBound - start)  // The bounds of a range can't overflow here.
        let found = FoundItems(capacity: length <= 1_000 ? length : 0)
        return try await readers.ask(into: found) { dialect in
            ListReader.statement(of: query, rows: rows, for: dialect)
        }?.page(from: start)
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
        let found = try await readers.ask(into: FoundItems(hasRevision: false)) { _ in
            ListReader.statement(ofItem: id)
        }
        if let found { return found.items.first }
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

    /// Reads from the database. Repeats queries that a standby canceled because they conflicted with a change that it
    /// received.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (ListReader) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let warm = warm
        for attempt in 1...Self.readingAttempts {
            do throws(LootError) {
                return try await readers.perform(repeating: true) { session throws(LootError) in
                    try body(ListReader(session: session, warm: warm))
                }
            } catch {
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

    /// Records a revision that was read, so that later subscribers don't receive events for it.
    private func note(_ revision: Revision) {
        if watching.withLock({ $0 != nil }) { return }
        told.withLock { $0 = max($0, revision) }
    }

    // MARK: Events

    package func events() -> AsyncStream<StoreEvent> {
        let events = hub.events()
        watching.withLock { task in
            if task == nil { task = Self.watching(for: self) }
        }
        return events
    }

    /// Sends a commit made by this store to the observers, after earlier commits by other writers.
    func tell(_ commit: Commit, on session: any SQLSession) {
        told.withLock { told in
            if commit.revision <= told { return }
            if told.next == commit.revision {
                hub.send(.committed(commit), at: commit.revision)
            } else {
                send(on: session, after: told, upTo: commit.revision)
            }
            told = commit.revision
        }
    }

    /// Sends all changes that observers haven't received yet.
    private func tellNews(on session: any SQLSession) throws(LootError) {
        let known = told.withLock { $0 }
        let newest = try session.revision()
        told.withLock { told in
            if newest < known {
                // After a failover, a replica may lack revisions that observers have received.
                hub.send(.reloaded(newest), at: newest)
                told = newest
            }
            if newest <= told { return }
            send(on: session, after: told, upTo: newest)
            told = newest
        }
    }

    private func send(on session: any SQLSession, after old: Revision, upTo new: Revision) {
        let commits = try? CommitLog(session: session).commits(after: old, upTo: new)
        guard let commits = commits ?? nil else { return hub.send(.reloaded(new), at: new) }
        for commit in commits { hub.send(.committed(commit), at: commit.revision) }
    }

    private static func watching(for store: SQLStore) -> Task<Void, Never> {
        weak let store = store
        return Task.detached { await watch { store } }
    }

    /// Waits for changes by other writers until the store is closed or deallocated.
    private static func watch(_ store: @escaping @Sendable () -> SQLStore?) async {
        guard let database = store()?.database else { return }
        let pool = SQLPool(limit: 1) { () throws(LootError) in try database.connect(for: .watching) }
        var hasFailed = false
        while !Task.isCancelled {
            do throws(LootError) {
                if hasFailed {
                    // Changes made during the failure weren't announced.
                    try await pool.perform(repeating: false) { session throws(LootError) in
                        try store()?.tellNews(on: session)
                    }
                    hasFailed = false
                }
                try await pool.perform(repeating: false) { session throws(LootError) in
                    if try session.waitForNews() { try store()?.tellNews(on: session) }
                }
            } catch {
                if !hasFailed, error.code != .transactionMet { store()?.fail(error) }
                hasFailed = true
                try? await Task.sleep(for: .seconds(1))
            }
            if store() == nil { break }
        }
        await pool.close()
    }

    private func fail(_ error: LootError) { hub.send(.failed(error), at: told.withLock { $0 }) }

    // MARK: Closing

    package func close() async throws(LootError) {
        watching.withLock { $0?.cancel() }
        await writers.close()
        await readers.close()
        hub.finish()
        warm.forget()
    }
}
