package import LootCore

extension Inventory {
    /// What is due up to a day, with all that is late; at most `limit` of them.
    ///
    /// Each kind is a query of its own that an index answers: only what is due is read, however many items there are.
    package func due(
        on today: Day = .today, through last: Day, limit: Int = .max
    ) async throws(LootError) -> DueList {
        let limit = max(0, limit)
        var dates: [DueDate] = []
        var (count, late) = (0, 0)
        for kind in DueDate.Kind.allCases {
            var found: [DueDate] = []
            let query = kind.query(from: today, through: last)
            count += try await store.withRows(0..<limit, of: query) { rows throws(LootError) in
                try await rows.forEach { item in
                    if let date = DueDate(kind, of: item) { found.append(date) }
                }
                return rows.outline.count
            }
            // They stand in order: only where all that were read are late, there may be more.
            let lateHere = found.prefix { $0.day < today }.count
            late += lateHere < limit ? lateHere : try await store.outline(of: kind.query(lateOn: today)).count
            dates += found
        }
        // What is due on one day stays as it was found: by kind, and in the user's order.
        let sorted = dates.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
        dates = sorted.prefix(limit).map(\.element)
        return DueList(today: today, last: last, dates: dates, count: count, late: late)
    }
}
