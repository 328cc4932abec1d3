import LootSQL

extension SQLDialect {
    /// A dialect of no specific database.
    static let plain = SQLDialect(
        textType: "TEXT", bytesType: "BYTES", tableSuffix: "", placeColumn: "place INTEGER PRIMARY KEY",
        indexesHavePlace: true, beginReading: "BEGIN", beginWriting: "BEGIN", lock: "", dropNotNull: nil,
        announcement: nil, beginning: { $0 }, find: { "find(\($0), \($1))" }, placePath: { "path(\($0))" },
        totalOfProducts: { "total(\($0), \($1))" })
}
