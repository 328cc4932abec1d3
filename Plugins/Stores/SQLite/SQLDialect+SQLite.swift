import LootSQL

extension SQLDialect {
    /// The dialect of SQLite. The session registers two functions: the aggregate `loot_total`, because SQLite's sums
    /// are limited to 64 bits, and `loot_place`, because SQLite has no regular expressions.
    static let sqlite = SQLDialect(
        textType: "TEXT", bytesType: "BLOB", tableSuffix: "WITHOUT ROWID",
        placeColumn: "place INTEGER PRIMARY KEY", indexesHavePlace: true, beginReading: "BEGIN",
        beginWriting: "BEGIN IMMEDIATE", lock: "", dropNotNull: nil, announcement: nil,
        beginning: { $0 }, find: { "instr(\($0), \($1))" }, placePath: { "loot_place(\($0))" },
        totalOfProducts: { "loot_total(\($0), \($1))" })
}
