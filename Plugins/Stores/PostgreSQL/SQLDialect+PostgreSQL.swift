import LootSQL

extension SQLDialect {
    /// Returns the dialect of PostgreSQL or a compatible server with the given features.
    static func postgreSQL(_ features: PostgreSQLFeatures = .all) -> SQLDialect {
        let textType: SQL = features.contains(.collations) ? "TEXT COLLATE \"C\"" : "TEXT"
        let announcement: SQL = "SELECT pg_notify('loot_changes', current_schema())"
        let beginning: @Sendable (SQL) -> SQL = { "substr(\($0), 1, 200)" }
        return SQLDialect(
            textType: textType, bytesType: "BYTEA", tableSuffix: "",
            placeColumn: "place BIGINT PRIMARY KEY", indexesHavePlace: false,
            beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", beginWriting: "BEGIN",
            lock: "FOR UPDATE", dropNotNull: { "ALTER TABLE items ALTER COLUMN \($0) DROP NOT NULL" },
            announcement: features.contains(.notifications) ? announcement : nil,
            changesIndexesInTransactions: features.contains(.transactionalIndexes),
            afterLoad: ["ANALYZE items", "ANALYZE places"],
            beginning: features.contains(.expressionIndexes) ? beginning : nil,
            find: { "position(\($1) IN \($0))" },
            placePath: { "btrim(regexp_replace(\($0), '[ \\t]*/[ \\t/]*', '/', 'g'), E' \\t/')" },
            totalOfProducts: { "sum(CAST(\($0) AS NUMERIC) * \($1))::TEXT" })
    }
}
