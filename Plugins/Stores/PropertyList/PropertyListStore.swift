public import LootCore
import LootFiles
import LootFormats
public import LootPlugins

/// Keeps items in a property list, as the classic app does. Its own file opens as it is, and keeps its shape: a binary
/// property list stays binary, and a new file is XML.
///
/// ```swift
/// let store = try await PropertyListStore.open("items.plist")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum PropertyListStore {
    /// Opens the store in a file, which need not be there yet. A keyed archive, as early editions of the app wrote, is
    /// not opened: written back as anything else it would be lost to them. It can be imported.
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
        try await FormatCodec(.propertyList).openStore(
            at: path, isReadOnly: isReadOnly, patience: patience, historyLimit: historyLimit)
    }
}

extension StorePlugin {
    /// `"store": { "use": "plist", "path": "items.plist" }`, or `plist:items.plist`.
    public static let propertyList = StorePlugin(
        "plist", summary: "A property list, XML or binary.",
        options: FileStoreOptions.settings(defaultFile: "items.plist"), shortForm: ["path"]
    ) { (settings) async throws(LootError) in
        try await FormatCodec(.propertyList).openStore(
            at: settings.text("path") ?? "items.plist", options: FileStoreOptions(settings))
    }
}
