import CPostgreSQL
import LootCore
import LootSQL

extension SQLRow {
    /// Calls `body` with each row of a result.
    static func forEach(
        in result: OpaquePointer, _ body: (SQLRow) throws(LootError) -> Void
    ) throws(LootError) {
        let width = PQnfields(result)
        var cells = [SQLRow.Cell](repeating: .null, count: Int(width))
        for row in 0..<PQntuples(result) {
            var columns = cells.mutableSpan
            for column in 0..<width {
                // Most columns are set in either all rows or none, so check the more likely case first.
                let wasNull = columns[Int(column)].isNull
                columns[Int(column)] = cell(of: result, row, column, isLikelyNull: wasNull)
            }
            try body(SQLRow(cells))
        }
    }

    /// Returns the value of a column as null-terminated text. The bytes belong to the result.
    @inline(__always)
    private static func cell(
        of result: OpaquePointer, _ row: Int32, _ column: Int32, isLikelyNull: Bool
    ) -> SQLRow.Cell {
        if isLikelyNull, PQgetisnull(result, row, column) == 1 { return .null }
        guard let start = PQgetvalue(result, row, column) else { return .null }
        // A null value is represented as an empty string.
        if !isLikelyNull, start.pointee == 0, PQgetisnull(result, row, column) == 1 { return .null }
        return .text(
            UnsafeRawBufferPointer(start: start, count: cpostgresql_length(start)).bindMemory(to: UInt8.self))
    }
}
