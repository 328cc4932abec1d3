package import LootCore

extension SQLSession {
    /// Creates the tables in an empty database, or migrates older ones. `tables` queries the names of all tables,
    /// `columns` those of a table's columns, and `place` is the database's name for messages.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`, `malformed` if the database belongs to something
    ///   else, `no-such-file` if an empty database is opened read-only, or `configuration` if tables are missing or
    ///   must be migrated first.
    package func prepare(
        tables: SQL, columns: (_ table: String) -> SQL,
        isReadOnly: Bool, place: String
    ) throws(LootError) {
        let schema = ItemSchema(for: dialect)
        func names(_ statement: SQL) throws(LootError) -> Set<String> { Set(try texts(statement)) }
        func migration() throws(LootError) -> [SQL] {
            try schema.migration(
                from: names(columns("items")), commits: names(columns("commits")), tables: names(tables))
        }
        let found = try names(tables)
        if found.contains("state"), found.contains("items") {
            try checkVersion()
            if try migration().isEmpty { return }
            if isReadOnly {
                if try !schema.lacksColumns(names(columns("items"))) { return }
                throw LootError(
                    .configuration, "Can't open the store read-only.",
                    reason: """
                        \(place) was last written by an earlier version, and its tables don't have all columns.
                        """,
                    advice: "Open it for writing once.", place: place)
            }
        } else if isReadOnly {
            throw LootError(
                .noSuchFile, "Can't open the store.", reason: "\(place) doesn't contain items yet.",
                advice: "Open it for writing once.", place: place)
        }
        // Another process may be creating the tables, so check again while holding the write lock.
        try transaction(dialect.beginWriting) { () throws(LootError) in
            let found = try names(tables)
            if found.contains("state"), found.contains("items") {
                try checkVersion()
                for statement in try migration() { try run(statement) }
                return
            }
            try refuseOthers(found, at: place)
            for statement in schema.creation { try run(statement) }
        }
    }

    /// Throws if the database contains some of these tables already.
    private func refuseOthers(_ found: Set<String>, at place: String) throws(LootError) {
        let names = ["state", "items", "places", "commits", "photos", "loot"]
        guard let known = names.first(where: found.contains) else { return }
        // One or two of these names can belong to another program.
        if names.count(where: found.contains) > 2, let missing = names.first(where: { !found.contains($0) }) {
            throw LootError(
                .configuration, "Can't open the store.",
                reason: "The table “\(missing)” is missing from \(place).",
                advice: "Restore the database, or use another one.", place: place)
        }
        throw LootError(
            .malformed, "Can't open the store.",
            reason: "The table “\(known)” of \(place) belongs to another program.",
            advice: "Use a separate database for the items.", place: place)
    }

    private func checkVersion() throws(LootError) {
        try ItemSchema.requireSupported(try first("SELECT version FROM state") { row in row.integer(0) })
    }
}
