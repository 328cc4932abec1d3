import LootCore

/// Represents the user's order by numbers. Each item has a place greater than those of the items before it, with gaps
/// between most of them. Moving an item changes only its own place. If a gap is used up, a few neighbors are
/// redistributed.
///
/// The number of items is stored for ranges of places at several levels. Each range is split into ``fanOut`` ranges
/// of the next level. Finding a position therefore reads a few hundred numbers, regardless of the number of items.
enum Places {
    /// The distance between appended items.
    static let gap: Int64 = 1 << 20
    /// The sizes of the ranges of each level, as powers of two, largest first.
    static let shifts: [Int64] = [52, 46, 40, 34, 28]
    /// The number of ranges in a range of the level above.
    static let fanOut: Int64 = 64

    /// The bounds of places. The space beyond them is reserved for redistributing places.
    static let bounds: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// Returns the range of a level that contains a place.
    static func block(of place: Int64, level: Int) -> Int64 { place >> shifts[level] }

    /// Sums the counts of a level by the ranges of the level above.
    static func wider(_ counts: [Int64: Int]) -> [Int64: Int] {
        var wider: [Int64: Int] = [:]
        for (block, count) in counts { wider[block >> 6, default: 0] += count }
        return wider
    }

    /// Returns the maximum number of items in a range of `1 << power` places. If it has more, a larger range is
    /// redistributed.
    static func capacity(power: Int) -> Int {
        var capacity = 1.0
        for _ in 0..<power { capacity *= 4.0 / 3.0 }
        return Int(min(capacity, 1e15))
    }

    /// Returns a place between two places, or after or before one. Returns `nil` if there is no gap.
    static func between(_ before: Int64?, _ after: Int64?) -> Int64? {
        switch (before, after) {
        case (nil, nil): return 0
        case (let before?, nil): return before < bounds.upperBound ? before + gap : nil
        case (nil, let after?): return after > bounds.lowerBound ? after - gap : nil
        case (let before?, let after?):
            let middle = before + (after - before) / 2
            return middle > before && middle < after ? middle : nil
        }
    }

    // MARK: Statements

    /// Returns a `WITH` clause that ends with a table `found (start, before)` for a position. The item at the position
    /// is the one at the offset `position - before` among those whose places aren't less than `start`.
    static func finding(position: SQLValue) -> SQL {
        var tables: [SQL] = []
        for level in shifts.indices {
            let (sums, pick) = (SQL(text: "sums\(level)"), SQL(text: "pick\(level)"))
            if level == 0 {
                tables.append(
                    """
                    \(sums) AS (SELECT block, sum(count) OVER (ORDER BY block) - count AS before \
                    FROM places WHERE level = 0)
                    """)
            } else {
                let above = SQL(text: "pick\(level - 1)")
                tables.append(
                    """
                    \(sums) AS (SELECT p.block, a.before + sum(p.count) OVER (ORDER BY p.block) - p.count AS before \
                    FROM places p, \(above) a WHERE p.level = \(number: level) \
                    AND p.block BETWEEN a.block * \(number: fanOut) AND a.block * \(number: fanOut) \
                    + \(number: fanOut - 1))
                    """)
            }
            tables.append(
                """
                \(pick) AS (SELECT block, before FROM \(sums) WHERE before <= \(position) \
                ORDER BY block DESC LIMIT 1)
                """)
        }
        let last = shifts.count - 1
        tables.append(
            """
            found AS (SELECT block * \(number: Int64(1) << shifts[last]) AS start, before \
            FROM \(SQL(text: "pick\(last)")))
            """)
        return "WITH \(tables.joined(separator: ", "))"
    }

    /// Returns a query for the number of items before a position.
    static func counting(before place: Int64) -> SQL {
        var conditions: [SQL] = []
        for level in shifts.indices {
            let block = block(of: place, level: level)
            if level == 0 {
                conditions.append("(level = 0 AND block < \(.integer(block)))")
            } else {
                let first = Places.block(of: place, level: level - 1) * fanOut
                conditions.append(
                    "(level = \(number: level) AND block >= \(.integer(first)) AND block < \(.integer(block)))"
                )
            }
        }
        let start = block(of: place, level: shifts.count - 1) << shifts[shifts.count - 1]
        let sums = conditions.map { "(SELECT coalesce(sum(count), 0) FROM places WHERE \($0))" as SQL }
        return """
            SELECT \(sums.joined(separator: " + ")) \
            + (SELECT count(*) FROM items WHERE place >= \(.integer(start)) AND place < \(.integer(place)))
            """
    }
}
