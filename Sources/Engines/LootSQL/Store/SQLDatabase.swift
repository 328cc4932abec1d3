public import LootCore

/// A list in a database.
public protocol SQLDatabase: Sendable {
    /// The name of the database for messages: a path, or an address without the password.
    var place: String { get }

    /// Whether the store rejects changes.
    var isReadOnly: Bool { get }

    /// The connections to the database, which the stores of all its lists share.
    var connections: SQLConnections { get }

    /// The name of the list for ``SQLSession/use(list:)``. An empty string means the list that a new connection uses.
    var list: String { get }

    /// Creates missing tables, or checks existing ones, when the store is opened.
    ///
    /// - Throws: ``/LootCore/LootError`` with a code such as `newer-format`, `malformed` or `configuration`.
    func prepare(_ session: any SQLSession) throws(LootError)
}

extension SQLDatabase {
    /// The list that a new connection uses.
    public var list: String { "" }

    /// Opens the store in the database, which may be empty. The store is durable and shared with other programs and
    /// machines. It reads items page by page, so a list can be larger than memory.
    ///
    /// - Acknowledged changes are as durable as the database makes them.
    /// - All queries have the same results as in the core. The database narrows down the items as far as it can, and
    ///   the core evaluates the rest.
    /// - Any number of processes can use the database at the same time. Their changes are visible when the next page
    ///   is read, and observers receive events.
    ///
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` if the database can't be reached or belongs to something else.
    public func openStore() async throws(LootError) -> some MaintainableStore {
        try await SQLStore.open(self)
    }
}

/// The purpose of a connection.
@nonexhaustive
public enum SQLUse: Sendable {
    /// Making changes and creating tables.
    case writing
    /// Reading.
    case reading
    /// Reading from a replica, which may lack the latest changes.
    case readingReplica
    /// Waiting for changes by other writers.
    case watching
}

extension LootError.Code {
    /// Two transactions conflicted, and one must be repeated. The store repeats it a few times before it throws.
    package static let transactionMet = Self(rawValue: "transaction-met")
}
