/// Changes to the numbers of items in ranges of places.
struct PlaceCounts {
    /// The differences by range of the lowest level.
    private var differences: [Int64: Int] = [:]

    private static var rowsPerStatement: Int { 200 }

    var isEmpty: Bool { differences.isEmpty }

    /// Adds to the number of items at a place.
    mutating func add(_ difference: Int, at place: Int64) {
        differences[Places.block(of: place, level: Places.shifts.count - 1), default: 0] += difference
    }

    /// Clears the changes and returns the statements that write them to the table.
    mutating func write() -> [SQL] {
        var rows: [(level: Int, block: Int64, difference: Int)] = []
        for level in Places.shifts.indices.reversed() {
            for (block, difference) in differences where difference != 0 {
                rows.append((level, block, difference))
            }
            differences = Places.wider(differences)
        }
        differences.removeAll()
        return Self.parts(of: rows).map(Self.addition)
            + Self.parts(of: rows.filter { $0.difference < 0 }).map(Self.removal)
    }

    private static func parts<Row>(of rows: [Row]) -> [ArraySlice<Row>] {
        stride(from: 0, to: rows.count, by: rowsPerStatement).map { rows[$0...].prefix(rowsPerStatement) }
    }

    private static func addition(of rows: ArraySlice<(level: Int, block: Int64, difference: Int)>) -> SQL {
        let values = rows.map { row -> SQL in
            "(\(number: row.level), \(.integer(row.block)), \(SQLValue(row.difference)))"
        }
        return """
            INSERT INTO places (level, block, count) VALUES \(values.joined(separator: ", ")) \
            ON CONFLICT (level, block) DO UPDATE SET count = places.count + excluded.count
            """
    }

    /// Returns the statement that removes ranges without items.
    private static func removal(of rows: ArraySlice<(level: Int, block: Int64, difference: Int)>) -> SQL {
        let blocks = rows.map { "(level = \(number: $0.level) AND block = \(.integer($0.block)))" as SQL }
        return "DELETE FROM places WHERE count = 0 AND (\(blocks.joined(separator: " OR ")))"
    }
}
