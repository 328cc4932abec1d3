/// The differences between databases that matter to a store. The plugin of each database creates one.
public final class SQLDialect: Sendable {
    /// The type of strings that are compared by bytes.
    package let textType: SQL
    /// The type of bytes.
    package let bytesType: SQL
    /// The clause after the columns of a table that is ordered by its key.
    package let tableSuffix: SQL
    /// The definition of the column `place`.
    package let placeColumn: SQL
    /// Whether indexes implicitly contain the place after their columns.
    package let indexesHavePlace: Bool
    /// The statement that begins a read-only transaction with a consistent snapshot.
    package let beginReading: SQL
    /// The statement that begins a write transaction.
    package let beginWriting: SQL
    /// The clause after a query that makes other writers wait until the transaction ends.
    package let lock: SQL
    /// Returns the statement that makes a column nullable. It is `nil` if this requires a new table.
    package let dropNotNull: (@Sendable (_ column: SQL) -> SQL)?
    /// The statement at the end of a write transaction that notifies other clients.
    package let announcement: SQL?
    /// Whether indexes can be dropped and created in a write transaction.
    package let changesIndexesInTransactions: Bool
    /// The statements after inserting many rows that update the planner's statistics.
    package let afterLoad: [SQL]
    /// Returns the prefix of a string that fits in an index, or the whole string. It is `nil` if indexes can't contain
    /// strings.
    package let beginning: (@Sendable (_ text: SQL) -> SQL)?
    /// Returns the 1-based position of a part in a string or in bytes, or 0 if they don't contain the part.
    package let find: @Sendable (_ text: SQL, _ part: SQL) -> SQL
    /// Returns a folded text as a path with single slashes and without spaces around them.
    package let placePath: @Sendable (_ text: SQL) -> SQL
    /// Returns the exact sum of products as text.
    package let totalOfProducts: @Sendable (_ left: SQL, _ right: SQL) -> SQL

    /// Creates a dialect.
    ///
    /// - Parameters:
    ///   - textType: The type of strings that are compared by bytes.
    ///   - bytesType: The type of bytes.
    ///   - tableSuffix: The clause after the columns of a table that is ordered by its key.
    ///   - placeColumn: The definition of the column `place`.
    ///   - indexesHavePlace: Whether indexes implicitly contain the place after their columns.
    ///   - beginReading: The statement that begins a read-only transaction with a consistent snapshot.
    ///   - beginWriting: The statement that begins a write transaction.
    ///   - lock: The clause after a query that makes other writers wait until the transaction ends.
    ///   - dropNotNull: Returns the statement that makes a column nullable. It is `nil` if this requires a new table.
    ///   - announcement: The statement at the end of a write transaction that notifies other clients.
    ///   - changesIndexesInTransactions: Whether indexes can be dropped and created in a write transaction.
    ///   - afterLoad: The statements after inserting many rows that update the planner's statistics.
    ///   - beginning: Returns the prefix of a string that fits in an index, or the whole string. It is `nil` if indexes
    ///     can't contain strings.
    ///   - find: Returns the 1-based position of a part in a string or in bytes, or 0 if they don't contain
    ///     the part.
    ///   - placePath: Returns a folded text as a path with single slashes and without spaces around them.
    ///   - totalOfProducts: Returns the exact sum of products as text.
    public init(
        textType: SQL, bytesType: SQL, tableSuffix: SQL, placeColumn: SQL, indexesHavePlace: Bool,
        beginReading: SQL, beginWriting: SQL, lock: SQL, dropNotNull: (@Sendable (SQL) -> SQL)?,
        announcement: SQL?,
        changesIndexesInTransactions: Bool = true, afterLoad: [SQL] = [],
        beginning: (@Sendable (SQL) -> SQL)?,
        find: @escaping @Sendable (SQL, SQL) -> SQL,
        placePath: @escaping @Sendable (SQL) -> SQL,
        totalOfProducts: @escaping @Sendable (SQL, SQL) -> SQL
    ) {
        self.textType = textType
        self.bytesType = bytesType
        self.tableSuffix = tableSuffix
        self.placeColumn = placeColumn
        self.indexesHavePlace = indexesHavePlace
        self.beginReading = beginReading
        self.beginWriting = beginWriting
        self.lock = lock
        self.dropNotNull = dropNotNull
        self.announcement = announcement
        self.changesIndexesInTransactions = changesIndexesInTransactions
        self.afterLoad = afterLoad
        self.beginning = beginning
        self.find = find
        self.placePath = placePath
        self.totalOfProducts = totalOfProducts
    }
}
