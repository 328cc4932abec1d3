import CSQLite
import LootCore

/// The SQL function `loot_place(text)`, which normalizes the separators of a folded place to single slashes.
enum SQLitePlace {
    static func register(in database: OpaquePointer?) -> Int32 {
        sqlite3_create_function_v2(
            database, "loot_place", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, arguments in
                // The result for null is null.
                guard count == 1, let arguments, let text = sqlite3_value_text(arguments[0]) else { return }
                let path = PlacePath(String(cString: text)).parts.joined(separator: "/")
                sqlite3_result_text(context, path, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }, nil, nil, nil)
    }
}
