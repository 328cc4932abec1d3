/// What databases differ in, as far as it concerns us.
public struct SQLDialect: Sendable {
    /// The type of texts, which compare by their bytes.
    public var textType: SQL
    /// The type of bytes.
    public var bytesType: SQL
    /// What follows the columns of a table that is nothing but its key.
    public var tableSuffix: SQL
    /// How items are kept by their places: the definition of the column `place`.
    public var placeColumn: SQL
    /// Whether an index has the place behind its columns without being told so.
    public var indexesHavePlace: Bool
    /// Begins a transaction that only reads, and sees one state.
    public var beginReading: SQL
    /// Begins a transaction that writes.
    public var beginWriting: SQL
    /// Behind a selection, makes other writers wait until the transaction ends.
    public var lock: SQL
    /// What ends a transaction that writes, so that those hear of it who wait for news.
    public var announcement: SQL?
    /// Whether indexes can go and come again in a transaction that writes.
    public var changesIndexesInTransactions: Bool
    /// How many rows an insertion holds at most.
    public var rowsPerInsertion: Int
    /// As much of a text as an index takes, or all of it.
    public var beginning: @Sendable (_ text: SQL) -> SQL
    /// The place, from 1, at which a text holds another; 0 if it doesn't.
    public var find: @Sendable (_ text: SQL, _ part: SQL) -> SQL
    /// The sum of products, exact, as text.
    public var totalOfProducts: @Sendable (_ left: SQL, _ right: SQL) -> SQL

    /// A dialect, from all its differences.
    public init(
        textType: SQL, bytesType: SQL, tableSuffix: SQL, placeColumn: SQL, indexesHavePlace: Bool,
        beginReading: SQL, beginWriting: SQL, lock: SQL, announcement: SQL?,
        changesIndexesInTransactions: Bool = true, rowsPerInsertion: Int,
        beginning: @escaping @Sendable (SQL) -> SQL,
        find: @escaping @Sendable (SQL, SQL) -> SQL,
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
        self.announcement = announcement
        self.changesIndexesInTransactions = changesIndexesInTransactions
        self.rowsPerInsertion = rowsPerInsertion
        self.beginning = beginning
        self.find = find
        self.totalOfProducts = totalOfProducts
    }

    /// SQLite, with an aggregate function `loot_total` that the store supplies: its own sums end at 64 bits.
    public static let sqlite = SQLDialect(
        textType: "TEXT", bytesType: "BLOB", tableSuffix: "WITHOUT ROWID",
        placeColumn: "place INTEGER PRIMARY KEY", indexesHavePlace: true, beginReading: "BEGIN",
        beginWriting: "BEGIN IMMEDIATE", lock: "", announcement: nil, rowsPerInsertion: 1,
        beginning: { $0 }, find: { "instr(\($0), \($1))" }, totalOfProducts: { "loot_total(\($0), \($1))" })

    /// PostgreSQL, and whatever speaks its protocol.
    public static let postgreSQL = SQLDialect(
        textType: "TEXT COLLATE \"C\"", bytesType: "BYTEA", tableSuffix: "",
        placeColumn: "place BIGINT PRIMARY KEY", indexesHavePlace: false,
        beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", beginWriting: "BEGIN",
        lock: "FOR UPDATE", announcement: "NOTIFY loot_changes", rowsPerInsertion: 200,
        beginning: { "substr(\($0), 1, 200)" }, find: { "strpos(\($0), \($1))" },
        totalOfProducts: { "sum(CAST(\($0) AS NUMERIC) * \($1))::TEXT" })
}
