public import LootCore
import LootFiles
import LootFormats
public import LootPlugins

/// Keeps items in a JSON file: one item per line, friendly to git and to an editor.
///
/// ```swift
/// let store = try await JSONStore.open("items.json")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum JSONStore {
    /// Opens the store in a file, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isReadOnly: whether the store takes no changes.
    ///   - patience: how long to wait for other programs that are writing.
    ///   - historyLimit: how many commits can be undone.
    /// - Returns: the store.
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`, `locked`, `input-output` and the like. A damaged
    ///   file opens all the same, and takes no changes.
    public static func open(
        _ path: String, isReadOnly: Bool = false, patience: Duration = .seconds(10), historyLimit: Int = 1000
    ) async throws(LootError) -> some MaintainableStore {
        try await FormatCodec(.json).openStore(
            at: path, isReadOnly: isReadOnly, patience: patience, historyLimit: historyLimit)
    }
}

extension StorePlugin {
    /// `"store": { "use": "json", "path": "items.json" }`, or `json:items.json`.
    public static let json = StorePlugin(
        "json", summary: "A JSON file, one item per line.",
        options: FileStoreOptions.settings(defaultFile: "items.json"), shortForm: ["path"]
    ) { (settings) async throws(LootError) in
        try await FormatCodec(.json).openStore(
            at: settings.text("path") ?? "items.json", options: FileStoreOptions(settings))
    }
}
