import CSQLite
import LootCore

/// The function `loot_place(text)`: a folded text as a path whose parts stand between single strokes.
enum SQLitePlace {
    static func register(in database: OpaquePointer?) -> Int32 {
        sqlite3_create_function_v2(
            database, "loot_place", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, arguments in
                // Without a text nothing is handed over, which is no result either.
                guard count == 1, let arguments, let text = sqlite3_value_text(arguments[0]) else { return }
                let path = PlacePath(String(cString: text)).parts.joined(separator: "/")
                sqlite3_result_text(context, path, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }, nil, nil, nil)
    }
}
