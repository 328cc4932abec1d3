import LootSQL

extension SQLDialect {
    /// SQLite, with functions that the session supplies: an aggregate `loot_total`, since its own sums end at 64 bits, and
    /// `loot_place`, since it knows no patterns.
    static let sqlite = SQLDialect(
        textType: "TEXT", bytesType: "BLOB", tableSuffix: "WITHOUT ROWID",
        placeColumn: "place INTEGER PRIMARY KEY", indexesHavePlace: true, beginReading: "BEGIN",
        beginWriting: "BEGIN IMMEDIATE", lock: "", dropNotNull: nil, announcement: nil, rowsPerInsertion: 1,
        beginning: { $0 }, find: { "instr(\($0), \($1))" }, placePath: { "loot_place(\($0))" },
        totalOfProducts: { "loot_total(\($0), \($1))" })
}
