import LootSQL

extension SQLDialect {
    /// Returns the dialect of PostgreSQL or a compatible server. Some of the latter can't notify clients of changes
    /// or drop indexes in a transaction.
    static func postgreSQL(
        announces: Bool = true, changesIndexesInTransactions: Bool = true
    ) -> SQLDialect {
        SQLDialect(
            textType: "TEXT COLLATE \"C\"", bytesType: "BYTEA", tableSuffix: "",
            placeColumn: "place BIGINT PRIMARY KEY", indexesHavePlace: false,
            beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", beginWriting: "BEGIN",
            lock: "FOR UPDATE", dropNotNull: { "ALTER TABLE items ALTER COLUMN \($0) DROP NOT NULL" },
            announcement: announces ? "NOTIFY loot_changes" : nil,
            changesIndexesInTransactions: changesIndexesInTransactions,
            afterLoad: ["ANALYZE items", "ANALYZE places"],
            beginning: { "substr(\($0), 1, 200)" }, find: { "position(\($1) IN \($0))" },
            placePath: { "btrim(regexp_replace(\($0), '[ \\t]*/[ \\t/]*', '/', 'g'), E' \\t/')" },
            totalOfProducts: { "sum(CAST(\($0) AS NUMERIC) * \($1))::TEXT" })
    }
}
