/// What databases differ in, as far as it concerns us.
public final class SQLDialect: Sendable {
    /// The type of texts, which compare by their bytes.
    public let textType: SQL
    /// The type of bytes.
    public let bytesType: SQL
    /// What follows the columns of a table that is nothing but its key.
    public let tableSuffix: SQL
    /// How items are kept by their places: the definition of the column `place`.
    public let placeColumn: SQL
    /// Whether an index has the place behind its columns without being told so.
    public let indexesHavePlace: Bool
    /// Begins a transaction that only reads, and sees one state.
    public let beginReading: SQL
    /// Begins a transaction that writes.
    public let beginWriting: SQL
    /// Behind a selection, makes other writers wait until the transaction ends.
    public let lock: SQL
    /// What ends a transaction that writes, so that those hear of it who wait for news.
    public let announcement: SQL?
    /// Whether indexes can go and come again in a transaction that writes.
    public let changesIndexesInTransactions: Bool
    /// What a database wants to be told behind very many rows, so that it plans for them.
    public let afterLoad: [SQL]
    /// How many rows an insertion holds at most.
    public let rowsPerInsertion: Int
    /// As much of a text as an index takes, or all of it.
    public let beginning: @Sendable (_ text: SQL) -> SQL
    /// The place, from 1, at which a text holds another, or bytes hold others; 0 if they don't.
    public let find: @Sendable (_ text: SQL, _ part: SQL) -> SQL
    /// The sum of products, exact, as text.
    public let totalOfProducts: @Sendable (_ left: SQL, _ right: SQL) -> SQL

    /// A dialect, from all its differences.
    public init(
        textType: SQL, bytesType: SQL, tableSuffix: SQL, placeColumn: SQL, indexesHavePlace: Bool,
        beginReading: SQL, beginWriting: SQL, lock: SQL, announcement: SQL?,
        changesIndexesInTransactions: Bool = true, afterLoad: [SQL] = [], rowsPerInsertion: Int,
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
        self.afterLoad = afterLoad
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

    /// PostgreSQL, and whatever speaks its protocol: some of that does not announce what was written, or can't take
    /// indexes away in a transaction.
    public static func postgreSQL(
        announces: Bool = true, changesIndexesInTransactions: Bool = true
    ) -> SQLDialect {
        SQLDialect(
            textType: "TEXT COLLATE \"C\"", bytesType: "BYTEA", tableSuffix: "",
            placeColumn: "place BIGINT PRIMARY KEY", indexesHavePlace: false,
            beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", beginWriting: "BEGIN",
            lock: "FOR UPDATE", announcement: announces ? "NOTIFY loot_changes" : nil,
            changesIndexesInTransactions: changesIndexesInTransactions,
            afterLoad: ["ANALYZE items", "ANALYZE places"], rowsPerInsertion: 200,
            beginning: { "substr(\($0), 1, 200)" }, find: { "position(\($1) IN \($0))" },
            totalOfProducts: { "sum(CAST(\($0) AS NUMERIC) * \($1))::TEXT" })
    }
}
