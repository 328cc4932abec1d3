public import LootCore
import LootFiles
import LootFormats
public import LootPlugins

/// A store in a property list, as used by the classic app. Existing files keep their format: a binary property list
/// stays binary. New files are XML.
///
/// ```swift
/// let store = try await PropertyListStore.open("items.plist")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum PropertyListStore {
    /// Opens the store in a file. The file doesn't have to exist. Keyed archives of early versions of the app are
    /// rejected, because the app couldn't read them anymore after a change. They can be imported.
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
        try await FormatCodec(.propertyList).openStore(
            at: path, isReadOnly: isReadOnly, patience: patience)
    }
}

extension StorePlugin {
    /// The plugin for property lists: `"store": { "use": "plist", "path": "items.plist" }` or `plist:items.plist`.
    public static let propertyList = StorePlugin(
        "plist", summary: "A property list, in XML or binary format.",
        options: FileStoreOptions.settings(defaultFile: "items.plist"), shortForm: ["path"]
    ) { (settings) async throws(LootError) in
        try await FormatCodec(.propertyList).openStore(
            at: settings.text("path") ?? "items.plist", options: FileStoreOptions(settings))
    }
}
