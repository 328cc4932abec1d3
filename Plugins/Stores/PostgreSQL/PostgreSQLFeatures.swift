/// The features of PostgreSQL that some compatible servers lack.
///
/// | feature | what the store does without it |
/// |---|---|
/// | `collations` | Texts have the default order of the database. The store isn't opened unless that is the order of their bytes. |
/// | `notifications` | Changes by other programs are found by polling. |
/// | `vacuum` | Compacting the store only removes files that no item needs. |
/// | `transactionalIndexes` | Bulk inserts keep the indexes. |
/// | `expressionIndexes` | Texts have no index, so filters and sorting by them read all items. |
struct PostgreSQLFeatures: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Columns can have a collation.
    static let collations = Self(rawValue: 1)
    /// `NOTIFY` and `LISTEN`.
    static let notifications = Self(rawValue: 2)
    /// `VACUUM`.
    static let vacuum = Self(rawValue: 4)
    /// Indexes can be dropped and created in a transaction.
    static let transactionalIndexes = Self(rawValue: 8)
    /// Indexes can contain expressions.
    static let expressionIndexes = Self(rawValue: 16)

    /// All features, which PostgreSQL has.
    static let all: Self = [.collations, .notifications, .vacuum, .transactionalIndexes, .expressionIndexes]

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates the features of a server by its response to `SELECT version()`.
    init(of version: String) {
        self =
            if version.contains("CockroachDB") {
                [.collations, .expressionIndexes]
            } else if version.contains("-YB-") {
                Self.all.subtracting([.notifications, .transactionalIndexes])
            } else {
                .all
            }
    }
}
