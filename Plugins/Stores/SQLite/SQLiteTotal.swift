import CSQLite

/// The SQL aggregate function `loot_total(a, b)`, which returns the exact sum of `a * b` as text. SQLite's own sums
/// are limited to 64 bits.
enum SQLiteTotal {
    static func register(in database: OpaquePointer?) -> Int32 {
        sqlite3_create_function_v2(
            database, "loot_total", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
            { context, count, arguments in
                // SQLite passes the declared number of arguments and zero-initialized memory.
                guard count == 2, let arguments, let room = SQLiteTotal.room(of: context) else { return }
                let left = Int128(sqlite3_value_int64(arguments[0]))
                let right = Int128(sqlite3_value_int64(arguments[1]))
                let sum = room.loadUnaligned(as: Int128.self) &+ left &* right
                room.storeBytes(of: sum, as: Int128.self)
            },
            { context in
                guard let room = SQLiteTotal.room(of: context) else {
                    return sqlite3_result_error_nomem(context)
                }
                let text = String(room.loadUnaligned(as: Int128.self))
                sqlite3_result_text(
                    context, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }, nil)
    }

    private static func room(of context: OpaquePointer?) -> UnsafeMutableRawPointer? {
        sqlite3_aggregate_context(context, Int32(MemoryLayout<Int128>.size))
    }
}
