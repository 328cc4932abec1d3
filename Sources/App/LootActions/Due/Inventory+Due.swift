package import LootCore

extension Inventory {
    /// Returns at most `limit` due dates until a day, including all late ones.
    ///
    /// Each kind is a separate query that an index can answer, so that only items with a due date are read.
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
                    if let date = DueDate(kind, of: item, on: today) { found.append(date) }
                }
                return rows.outline.count
            }
            // The dates are sorted. There can be more overdue ones only if all dates read so far are overdue.
            let lateHere = found.prefix { $0.day < today }.count
            late += lateHere < limit ? lateHere : try await store.outline(of: kind.query(lateOn: today)).count
            dates += found
        }
        // Dates on the same day keep their order: by kind, then in the user's order.
        let sorted = dates.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
        dates = sorted.prefix(limit).map(\.element)
        return DueList(today: today, last: last, dates: dates, count: count, late: late)
    }
}
