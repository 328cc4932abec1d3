import LootCore

/// Scans the contents of a list for errors.
struct ListSurvey {
    /// The number of readable items.
    private(set) var count = 0
    /// The errors of unreadable items.
    private(set) var lost: [LootError] = []
    /// All other errors.
    private(set) var problems: [LootError] = []
    /// The number of commits in the history.
    private(set) var commitCount = 0

    private var total = MoneyTotal()
    private var counts: [Int64: Int] = [:]
    private var lostPlaces: [Int64] = []
    /// The derived columns with a wrong value, and the correct value.
    private var repairs: [(place: Int64, column: String, value: SQLValue)] = []

    private static var columns: ItemColumns { ItemColumns.current }

    init(of session: any SQLSession) throws(LootError) {
        try readItems(of: session)
        try readCounts(of: session)
        try readHistory(of: session)
    }

    private mutating func readItems(of session: any SQLSession) throws(LootError) {
        let columns = Self.columns
        let names = columns.all.map { SQL(name: $0.name) }.joined(separator: ", ")
        try session.each("SELECT place, \(names) FROM items ORDER BY place") { row throws(LootError) in
            guard let place = row.integer(0) else { return }
            do throws(LootError) {
                let item = try columns.item(in: row, from: 1)
                try item.validate()
                count += 1
                total += item.total
                counts[Places.block(of: place, level: Places.shifts.count - 1), default: 0] += 1
                let expected = columns.values(of: item)
                for index in columns.read.count..<columns.all.count
                where !SQLValue(row.text(index + 1)).isIdentical(to: expected[index]) {
                    let column = columns.all[index].name
                    repairs.append((place, column, expected[index]))
                    problems.append(
                        LootError(
                            .damaged, "The item \(item.id.short) is inconsistent.",
                            reason: "Its column “\(column)” doesn't match the other columns.",
                            advice: "Repair the store.", remedy: .recover, item: item.id))
                }
            } catch {
                lost.append(error)
                lostPlaces.append(place)
            }
        }
    }

    private mutating func readCounts(of session: any SQLSession) throws(LootError) {
        var found: [[Int64: Int]] = Places.shifts.map { _ in [:] }
        try session.each("SELECT level, block, count FROM places") { row in
            guard let level = row.integer(0), let block = row.integer(1), let number = row.integer(2),
                level >= 0, level < found.count
            else { return }
            found[Int(level)][block] = Int(number)
        }
        let state = try session.state()
        let areRight = found.map { $0.filter { $0.value != 0 } } == levels
        if !areRight || state.count != count || state.total != total {
            problems.append(
                LootError(
                    .damaged, "The counts are inconsistent.",
                    reason: areRight
                        ? """
                        The table “state” contains \(state.count) items worth \(state.total.description), but there \
                        are \(count) items worth \(total.description).
                        """
                        : "The table “places” doesn't match the items.",
                    advice: "Repair the store.", remedy: .recover))
        }
    }

    /// The correct contents of the table `places`, level by level.
    private var levels: [[Int64: Int]] {
        var levels = [counts]
        for _ in 1..<Places.shifts.count { levels.insert(Places.wider(levels[0]), at: 0) }
        return levels
    }

    private mutating func readHistory(of session: any SQLSession) throws(LootError) {
        do throws(LootError) {
            commitCount = try CommitLog(session: session).history(limit: Int(Int32.max)).commits.count
        } catch { problems.append(error) }
    }

    /// Corrects derived data, and moves unreadable items to another table.
    ///
    /// - Returns: Whether there were unreadable items.
    func repair(on session: any SQLSession) throws(LootError) -> Bool {
        if !lostPlaces.isEmpty {
            try session.run("CREATE TABLE IF NOT EXISTS damaged_items AS SELECT * FROM items WHERE FALSE")
        }
        for place in lostPlaces {
            let condition: SQL = "place = \(.integer(place))"
            try session.run("INSERT INTO damaged_items SELECT * FROM items WHERE \(condition)")
            try session.run("DELETE FROM items WHERE \(condition)")
        }
        for repair in repairs {
            try session.run(
                "UPDATE items SET \(name: repair.column) = \(repair.value) WHERE place = \(.integer(repair.place))"
            )
        }
        try session.run("DELETE FROM places")
        for (level, blocks) in levels.enumerated() {
            for (block, count) in blocks {
                try session.run(
                    """
                    INSERT INTO places (level, block, count) \
                    VALUES (\(number: level), \(.integer(block)), \(SQLValue(count)))
                    """)
            }
        }
        // This revision has no commit, so other processes reload the list.
        try session.run(
            """
            UPDATE state SET revision = revision + 1, count = \(SQLValue(count)), total = \(.text(total.description))
            """)
        return !lostPlaces.isEmpty
    }
}
