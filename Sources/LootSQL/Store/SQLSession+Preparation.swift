public import LootCore

extension SQLSession {
    /// Makes the tables in an empty database, and brings older ones up to date. `tables` tells the names of the tables
    /// that there are, `columns` those of the columns of the table of items; `place` is what messages call the
    /// database.
    ///
    /// - Throws: ``/LootCore/LootError``: `newer-format`; `malformed` for a database that holds something else.
    public func prepare(
        tables: () throws(LootError) -> Set<String>, columns: () throws(LootError) -> Set<String>,
        isReadOnly: Bool, place: String
    ) throws(LootError) {
        let schema = ItemSchema(for: dialect)
        let found = try tables()
        if found.contains("state"), found.contains("items") {
            try checkVersion()
            if try schema.migration(from: columns()).isEmpty || isReadOnly { return }
        } else if isReadOnly {
            throw LootError(
                .noSuchFile, "can't open the store", because: "\(place) holds no items yet",
                next: "Open it for writing once", place: place)
        }
        // Somebody else may be making the tables at this moment: looked at again where nobody else writes.
        try transaction(dialect.beginWriting) { () throws(LootError) in
            let found = try tables()
            if found.contains("state"), found.contains("items") {
                try checkVersion()
                for statement in try schema.migration(from: columns()) { try run(statement) }
                return
            }
            if let other = found.intersection(["state", "items", "places", "commits", "photos", "loot"]).min()
            {
                throw LootError(
                    .malformed, "can't open the store",
                    because: "\(place) has a table “\(other)” that is something else's",
                    next: "Give the items a database of their own", place: place)
            }
            for statement in schema.creation { try run(statement) }
        }
    }

    private func checkVersion() throws(LootError) {
        let version = try first("SELECT version FROM state") { row in row.integer(0) }
        if let version, version > Int64(ItemSchema.version) {
            throw ItemSchema.newer(
                "its tables are of version \(version), and this one knows \(ItemSchema.version)")
        }
    }
}
