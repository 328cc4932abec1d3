import LootCore

/// The tables, and the migration of older ones.
///
/// | table | content |
/// |---|---|
/// | `items` | the items: their fields, derived columns, and their places in the user's order |
/// | `places` | the numbers of items in ranges of places, to find a position without counting |
/// | `commits` | the history for undo and for other processes |
/// | `state` | a single row: the revision, the number of items, and their total |
/// | `list_settings` | the settings of the list, with values as JSON |
/// | `photos` | the files of items, by digest |
/// | `loot` (a view) | the items in the user's order, for people |
struct ItemSchema {
    /// The latest version of the schema. Later versions are rejected.
    static let version = 2
    /// The version of databases without settings, which older programs can read. The first setting raises it.
    static let versionWithoutSettings = 1

    let columns: ItemColumns
    let dialect: SQLDialect

    init(for dialect: SQLDialect, columns: ItemColumns = .current) {
        self.columns = columns
        self.dialect = dialect
    }

    /// The statements that create everything in an empty database.
    var creation: [SQL] {
        [
            itemsTable, placesTable, commitsTable, commitsIndex, stateTable, stateRow, settingsTable,
            photosTable,
        ] + indexes + [view]
    }

    private var itemsTable: SQL {
        let definitions = [dialect.placeColumn] + columns.all.map(definition)
        return "CREATE TABLE items (\(definitions.joined(separator: ", ")))"
    }

    private func definition(_ column: ItemColumns.Column) -> SQL {
        let type: SQL =
            switch column.kind {
            case .text: dialect.textType
            case .integer: "BIGINT"
            case .flag: "BOOLEAN"
            }
        var definition: SQL = "\(name: column.name) \(type)"
        if column.isRequired { definition.append(" NOT NULL") }
        if let filling = column.filling { definition.append(" DEFAULT \(filling)") }
        if column.name == "id" { definition.append(" UNIQUE") }
        return definition
    }

    private var placesTable: SQL {
        """
        CREATE TABLE places (level INTEGER NOT NULL, block BIGINT NOT NULL, count INTEGER NOT NULL, \
        PRIMARY KEY (level, block)) \(dialect.tableSuffix)
        """
    }

    private var commitsTable: SQL {
        """
        CREATE TABLE commits (revision BIGINT NOT NULL, part INTEGER NOT NULL, date \(dialect.textType) NOT NULL, \
        title \(dialect.textType) NOT NULL, \(authorColumn), undoes BIGINT, redoes BIGINT, stack \(dialect.textType), \
        since BIGINT NOT NULL, changed \(dialect.bytesType) NOT NULL, changes \(dialect.bytesType) NOT NULL, \
        \(tokenColumn), PRIMARY KEY (revision, part))
        """
    }

    /// The column with the author, for people who read the table. The encoded commit contains the author, too.
    private var authorColumn: SQL { "author \(dialect.textType)" }

    /// The token by which a writer recognizes its commit if the response was lost.
    private var tokenColumn: SQL { "token \(dialect.textType)" }

    private var commitsIndex: SQL { "CREATE INDEX commits_by_stack ON commits (stack, since, part)" }

    private var stateTable: SQL {
        """
        CREATE TABLE state (version INTEGER NOT NULL, revision BIGINT NOT NULL, count BIGINT NOT NULL, \
        total \(dialect.textType) NOT NULL)
        """
    }

    private var photosTable: SQL {
        """
        CREATE TABLE photos (id \(dialect.textType) NOT NULL PRIMARY KEY, added BIGINT NOT NULL, \
        bytes \(dialect.bytesType) NOT NULL, thumbnail \(dialect.bytesType))
        """
    }

    /// Values are JSON text. The JSON types of databases don't preserve it exactly as written.
    private var settingsTable: SQL {
        """
        CREATE TABLE list_settings (name \(dialect.textType) NOT NULL PRIMARY KEY, \
        value \(dialect.textType) NOT NULL)
        """
    }

    private var stateRow: SQL {
        "INSERT INTO state VALUES (\(number: ItemSchema.versionWithoutSettings), 0, 0, '0')"
    }

    /// The indexes for fields by which items are often found or sorted. For optional fields, they only
    /// contain items with a value.
    var indexes: [SQL] { Field.all.compactMap(index) + downwardIndexes.map(\.creation) }

    private func index(of field: Field) -> SQL? {
        let column = SQL(name: field.foldedColumn ?? field.name)
        var key = column
        if field.foldedColumn != nil {
            guard let beginning = dialect.beginning else { return nil }
            key = beginning(column)
        }
        switch field.access {
        case .flag:
            return "CREATE INDEX IF NOT EXISTS \(indexName(of: field)) ON items (place) WHERE \(column)"
        case .list: return nil
        case .text where !field.traits.isDisjoint(with: [.multiline, .formatted]): return nil
        case .integer where field.defaultValue != nil && !field.traits.contains(.alwaysWritten): return nil
        case .amount: key.append(", \(name: field.fractionColumn)" as SQL)
        default: break
        }
        if !dialect.indexesHavePlace { key.append(", place" as SQL) }
        let isForAll = field.isAlwaysSet || field.traits.contains(.clearable)
        let condition: SQL = isForAll ? "" : " WHERE \(column) IS NOT NULL"
        return "CREATE INDEX IF NOT EXISTS \(indexName(of: field)) ON items (\(key))\(condition)"
    }

    private func indexName(of field: Field) -> SQL { SQL(name: "items_by_\(field.name)") }

    /// When an index is read backward, rows without a value come first, but they belong at the end. Some databases
    /// can skip them. Others get another index for descending order.
    private var downwardIndexes: [(name: SQL, creation: SQL)] {
        if dialect.indexesHavePlace { return [] }
        return Field.all.filter { $0.traits.contains(.clearable) }.map { field in
            let name = SQL(name: "items_by_\(field.name)_down")
            let keys = [field.name, field.fractionColumn].map { "\(name: $0) DESC NULLS LAST" as SQL }
                .joined(separator: ", ")
            return (name, "CREATE INDEX IF NOT EXISTS \(name) ON items (\(keys), place)")
        }
    }

    /// The statements that remove the indexes before many items are inserted.
    var indexRemovals: [SQL] {
        (Field.all.map(indexName) + downwardIndexes.map(\.name)).map { "DROP INDEX IF EXISTS \($0)" }
    }

    private var view: SQL {
        let names = columns.read.map { SQL(name: $0.name) }.joined(separator: ", ")
        return """
            CREATE VIEW loot AS SELECT row_number() OVER (ORDER BY place) AS position, \(names) FROM items \
            ORDER BY place
            """
    }

    /// Returns the statements that update tables with the given columns. Missing columns are added for new fields.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format` if the table has an unknown column.
    func migration(
        from found: Set<String>, commits: Set<String>, tables: Set<String>
    ) throws(LootError) -> [SQL] {
        let known = Set(columns.all.map(\.name)).union(["place"])
        if let unknown = found.subtracting(known).min() {
            throw ItemSchema.newer(
                "Its items have a field “\(TextRules.visible(unknown))” that this version doesn't support.")
        }
        let settings = tables.contains("list_settings") ? [] : [settingsTable]
        let log =
            settings
            + [("token", tokenColumn), ("author", authorColumn)].filter { !commits.contains($0.0) }
            .map { "ALTER TABLE commits ADD COLUMN \($0.1)" as SQL }
        let missing = columns.all.filter { !found.contains($0.name) }
        if missing.isEmpty { return log }
        var statements = log + ["DROP VIEW IF EXISTS loot"]
        let amounts = missing.filter { $0.name.hasSuffix("_fraction") }
        if let drop = dialect.dropNotNull, !amounts.isEmpty {
            // In earlier versions, all items had a value, and indexes contained no decimals.
            statements += Field.all.filter { $0.type == .amount && found.contains($0.name) }.flatMap {
                field in
                [drop(SQL(name: field.name)), "DROP INDEX IF EXISTS \(indexName(of: field))"] as [SQL]
            }
            statements += missing.map { "ALTER TABLE items ADD COLUMN \(definition($0))" }
        } else if !amounts.isEmpty {
            let names = (["place"] + columns.all.map(\.name)).filter { found.contains($0) }.map {
                SQL(name: $0)
            }
            .joined(separator: ", ")
            statements += [
                "ALTER TABLE items RENAME TO items_before", itemsTable,
                "INSERT INTO items (\(names)) SELECT \(names) FROM items_before ORDER BY place",
                "DROP TABLE items_before",
            ]
        } else {
            statements += missing.map { "ALTER TABLE items ADD COLUMN \(definition($0))" }
        }
        return statements + indexes + [view]
    }

    /// Whether a table must be migrated before it can be read.
    func lacksColumns(_ found: Set<String>) -> Bool { !columns.all.allSatisfy { found.contains($0.name) } }

    /// Throws if a database has a later version of the schema.
    static func requireSupported(_ found: Int64?) throws(LootError) {
        guard let found, found > Int64(version) else { return }
        throw newer(
            "The version of its tables is \(Int(found)). The latest supported version is \(version).")
    }

    private static func newer(_ reason: Message) -> LootError {
        LootError(
            .newerFormat, "Can't open the store.", reason: reason,
            advice: "Use a newer version of this program.")
    }
}
