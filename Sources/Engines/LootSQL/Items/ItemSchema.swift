import LootCore

/// The tables, and how older ones become them.
///
/// | table | holds |
/// |---|---|
/// | `items` | the items: their fields, what follows from them, and their places in the user's order |
/// | `places` | how many items there are in ranges of places, so that a position is found without counting |
/// | `commits` | what was done, for undo and for those who follow |
/// | `state` | one row: the revision, how many items there are, what they are worth |
/// | `photos` | the photos that items name, each under the digest of its bytes |
/// | `loot` (a view) | the items in the user's order, as a person reads them |
struct ItemSchema {
    /// The version that this one writes. A greater one is refused.
    static let version = 1

    let columns: ItemColumns
    let dialect: SQLDialect

    init(for dialect: SQLDialect, columns: ItemColumns = .current) {
        self.columns = columns
        self.dialect = dialect
    }

    /// What makes everything in an empty database.
    var creation: [SQL] {
        [itemsTable, placesTable, commitsTable, commitsIndex, stateTable, stateRow, photosTable] + indexes + [
            view
        ]
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
        since BIGINT NOT NULL, changes \(dialect.bytesType) NOT NULL, \(tokenColumn), PRIMARY KEY (revision, part))
        """
    }

    /// Who made it, for those who read the table.
    private var authorColumn: SQL { "author \(dialect.textType)" }

    /// By which a writer knows its own commit again, when the answer to it was lost.
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

    private var stateRow: SQL { "INSERT INTO state VALUES (\(number: ItemSchema.version), 0, 0, '0')" }

    /// An index for each field by which many items are found or sorted. For fields that few items have, it holds
    /// only those.
    var indexes: [SQL] { Field.all.compactMap(index) + downwardIndexes.map(\.creation) }

    private func index(of field: Field) -> SQL? {
        let column = SQL(name: field.foldedColumn ?? field.name)
        var key = field.foldedColumn != nil ? dialect.beginning(column) : column
        switch field.access {
        case .flag:
            return "CREATE INDEX IF NOT EXISTS \(indexName(of: field)) ON items (place) WHERE \(column)"
        case .list: return nil
        case .text where !field.traits.isDisjoint(with: [.multiline, .photo, .currency, .period]): return nil
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

    /// Read backward, an index begins with the rows that have no value, which come last. Some databases step over them; other
    /// databases get an index of their own for the way down.
    private var downwardIndexes: [(name: SQL, creation: SQL)] {
        if dialect.indexesHavePlace { return [] }
        return Field.all.filter { $0.traits.contains(.clearable) }.map { field in
            let name = SQL(name: "items_by_\(field.name)_down")
            let keys = [field.name, field.fractionColumn].map { "\(name: $0) DESC NULLS LAST" as SQL }
                .joined(separator: ", ")
            return (name, "CREATE INDEX IF NOT EXISTS \(name) ON items (\(keys), place)")
        }
    }

    /// What takes the indexes away, for as long as very many items come in.
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

    /// What brings tables with these columns up to date: a field that came later is a column more.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format` where the table has a column that this version does
    ///   not know.
    func migration(from found: Set<String>, commits: Set<String>) throws(LootError) -> [SQL] {
        let known = Set(columns.all.map(\.name)).union(["place"])
        if let unknown = found.subtracting(known).min() {
            throw ItemSchema.newer(
                "its items have a field “\(TextRules.visible(unknown))” that this version lacks")
        }
        let log = [("token", tokenColumn), ("author", authorColumn)].filter { !commits.contains($0.0) }
            .map { "ALTER TABLE commits ADD COLUMN \($0.1)" as SQL }
        let missing = columns.all.filter { !found.contains($0.name) }
        if missing.isEmpty { return log }
        var statements = log + ["DROP VIEW IF EXISTS loot"]
        let amounts = missing.filter { $0.name.hasSuffix("_fraction") }
        if let drop = dialect.dropNotNull, !amounts.isEmpty {
            // Before there were amounts, every item had a value, and indexes knew no fractions.
            statements += Field.all.filter { $0.type == .amount }.flatMap { field in
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

    /// Whether a table with these columns can't be read before it has more.
    func lacksColumns(_ found: Set<String>) -> Bool { !columns.all.allSatisfy { found.contains($0.name) } }

    static func newer(_ why: String) -> LootError {
        LootError(
            .newerFormat, "can't open the store", because: why, next: "Use the newer version of loot")
    }
}
