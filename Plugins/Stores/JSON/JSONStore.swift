public import LootCore
import LootFiles
import LootFormats
public import LootPlugins

/// A store in a JSON file with one item per line, which works well with git and text editors.
///
/// ```swift
/// let store = try await JSONStore.open("items.json")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum JSONStore {
    /// Opens the store in a file. The file doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isReadOnly: Whether the store rejects changes.
    ///   - patience: The maximum time to wait for other programs that are writing.
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` with a code such as `newer-format`, `locked` or `input-output`. A damaged
    ///   file can be opened, but the store then rejects changes.
    public static func open(
        _ path: String, isReadOnly: Bool = false, patience: Duration = .seconds(10)
    ) async throws(LootError) -> some MaintainableStore {
        try await FormatCodec(.json).openStore(
            at: path, isReadOnly: isReadOnly, patience: patience)
    }
}

extension StorePlugin {
    /// The plugin for JSON files: `"store": { "use": "json", "path": "items.json" }` or `json:items.json`.
    public static let json = StorePlugin(
        "json", summary: "A JSON file, one item per line.",
        options: FileStoreOptions.settings(defaultFile: "items.json"), shortForm: ["path"]
    ) { (settings) async throws(LootError) in
        try await FormatCodec(.json).openStore(
            at: settings.text("path") ?? "items.json", options: FileStoreOptions(settings))
    }
}
