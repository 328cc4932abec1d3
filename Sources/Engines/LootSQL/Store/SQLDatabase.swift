public import LootCore

/// A kind of database and how to reach it: what differs from one to another beyond the words of its statements.
public protocol SQLDatabase: Sendable {
    /// What a person knows it by in messages: a path, an address without its password.
    var place: String { get }

    /// Whether it takes no changes.
    var isReadOnly: Bool { get }

    /// How many readers it serves at the same time.
    var readerLimit: Int { get }

    /// Connects. The first connection makes what is missing, see ``SQLSession``.
    ///
    /// - Throws: ``/LootCore/LootError``: `unavailable`, `damaged`, `configuration` and the like.
    func connect(for use: SQLUse) throws(LootError) -> any SQLSession
}

extension SQLDatabase {
    /// Opens the store in the database, which need not hold anything yet: durable, shared with other programs and machines,
    /// and read by page, so that a list may be far longer than memory.
    ///
    /// - What it acknowledges is where the database keeps it.
    /// - Every query is answered as the core defines it. What the database can't say in the same words, the core answers
    ///   from as few items as the database can narrow it down to.
    /// - Any number of processes may use the database at the same time. What they write is there when the next page is
    ///   read, and comes as an event to those who watch.
    ///
    /// - Parameter historyLimit: How many commits can be undone.
    /// - Returns: the store, open.
    /// - Throws: ``/LootCore/LootError`` when the database can't be reached or holds something else.
    public func openStore(historyLimit: Int = 1000) async throws(LootError) -> some MaintainableStore {
        try await SQLStore.open(self, historyLimit: historyLimit)
    }
}

/// What a connection is for.
@nonexhaustive
public enum SQLUse: Sendable {
    /// Making changes, and the tables.
    case writing
    /// Reading.
    case reading
    /// Waiting for news.
    case watching
}

extension LootError.Code {
    /// Two transactions met in the database, and one has to be repeated. It is, a few times, before a caller is told.
    package static let transactionMet = Self(rawValue: "transaction-met")
}
