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
