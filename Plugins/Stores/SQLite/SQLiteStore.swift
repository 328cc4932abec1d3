public import LootCore
public import LootPlugins
import LootSQL

/// A store in a SQLite database: a single file with up to millions of items, which are read page by page. Any number
/// of processes can use it at the same time.
///
/// ```swift
/// let store = try await SQLiteStore.open("items.sqlite")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum SQLiteStore {
    /// Opens the store in a file. The file doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isReadOnly: Whether the store rejects changes.
    ///   - patience: The maximum time to wait for other programs that are writing.
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`; `damaged` or `malformed` if the file isn't a
    ///   database or belongs to another program; or a code such as `locked`, `cannot-create` or `input-output`.
    public static func open(
        _ path: String, isReadOnly: Bool = false, patience: Duration = .seconds(10)
    ) async throws(LootError) -> some MaintainableStore {
        try await open(
            path,
            options: SQLiteOptions(isReadOnly: isReadOnly, patience: patience))
    }

    /// Opens the store in a file with options.
    static func open(_ path: String, options: SQLiteOptions) async throws(LootError) -> some MaintainableStore
    {
        try await SQLiteDatabase(path: path, options: options)
            .openStore()
    }
}

/// The options of a SQLite store.
struct SQLiteOptions: Hashable, Sendable {
    /// Whether the store rejects changes.
    var isReadOnly = false
    /// The maximum time to wait for other programs that are writing.
    var patience = Duration.seconds(10)
}

extension StorePlugin {
    /// The plugin for SQLite databases: `"store": { "use": "sqlite", "path": "items.sqlite" }` or
    /// `sqlite:items.sqlite`.
    public static let sqlite = StorePlugin(
        "sqlite", summary: "A SQLite database in a file.",
        options: [
            PluginOption("path", .path, default: "items.sqlite", "The file."),
            PluginOption("readOnly", .flag, default: false, "Whether the store rejects changes."),
            PluginOption(
                "patience", .integer(0...3600), default: 10,
                "The maximum time to wait for other programs that are writing, in seconds."),
        ],
        shortForm: ["path"]
    ) { (settings) async throws(LootError) in
        var options = SQLiteOptions()
        options.isReadOnly = settings.flag("readOnly")
        options.patience = settings.integer("patience").map { .seconds($0) } ?? options.patience
        return try await SQLiteStore.open(settings.text("path") ?? "items.sqlite", options: options)
    }
}
