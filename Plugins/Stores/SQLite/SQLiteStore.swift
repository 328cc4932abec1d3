public import LootCore
public import LootPlugins
import LootSQL

/// Keeps items in a SQLite database: one file that holds millions of items, reads them by page, and that any
/// number of processes use at the same time.
///
/// ```swift
/// let store = try await SQLiteStore.open("items.sqlite")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum SQLiteStore {
    /// Opens the store in a file, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isReadOnly: whether the store takes no changes.
    ///   - patience: how long to wait for other programs that are writing.
    ///   - historyLimit: how many commits can be undone.
    /// - Returns: the store.
    /// - Throws: ``/LootCore/LootError``: `newer-format`; `damaged` or `malformed` for a file that is no database,
    ///   or another program's; `locked`, `cannot-create`, `input-output` and the like.
    public static func open(
        _ path: String, isReadOnly: Bool = false, patience: Duration = .seconds(10), historyLimit: Int = 1000
    ) async throws(LootError) -> some MaintainableStore {
        try await open(
            path,
            options: SQLiteOptions(isReadOnly: isReadOnly, patience: patience, historyLimit: historyLimit))
    }

    /// Opens the store in a file with options.
    static func open(_ path: String, options: SQLiteOptions) async throws(LootError) -> some MaintainableStore
    {
        try await SQLiteDatabase(path: path, options: options)
            .openStore(historyLimit: options.historyLimit)
    }
}

/// How a SQLite database is used.
struct SQLiteOptions: Hashable, Sendable {
    /// Whether it takes no changes.
    var isReadOnly = false
    /// How long to wait for other programs that are writing.
    var patience = Duration.seconds(10)
    /// How many commits can be undone.
    var historyLimit = 1000
}

extension StorePlugin {
    /// `"store": { "use": "sqlite", "path": "items.sqlite" }`, or `sqlite:items.sqlite`.
    public static let sqlite = StorePlugin(
        "sqlite", summary: "A SQLite database in a file.",
        options: [
            PluginOption("path", .path, default: "items.sqlite", "The file."),
            PluginOption("readOnly", .flag, default: false, "Whether it takes no changes."),
            PluginOption(
                "patience", .integer(0...3600), default: 10,
                "How many seconds to wait for other programs that are writing."),
            PluginOption(
                "undoLimit", .integer(0...100_000), default: 1000, "How many changes can be undone."),
        ],
        shortForm: ["path"]
    ) { (settings) async throws(LootError) in
        var options = SQLiteOptions()
        options.isReadOnly = settings.flag("readOnly")
        options.patience = settings.integer("patience").map { .seconds($0) } ?? options.patience
        options.historyLimit = settings.integer("undoLimit") ?? options.historyLimit
        return try await SQLiteStore.open(settings.text("path") ?? "items.sqlite", options: options)
    }
}
