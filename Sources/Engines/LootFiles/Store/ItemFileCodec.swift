public import LootCollection
public import LootCore

/// Encodes and decodes items in a file format. It contains everything format-specific that a store needs.
public protocol ItemFileCodec: Sendable {
    /// The layout of a file around its items, such as an envelope with unknown keys or a bare array. Writing the file
    /// preserves it.
    associatedtype Shape: Sendable

    /// The shape of new files.
    var newShape: Shape { get }

    /// Decodes the given content of a file. The same bytes always result in the same items, including the IDs of items
    /// that have none in the file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file, for messages.
    /// - Returns: The items and the shape to write them back in.
    /// - Throws: ``/LootCore/LootError`` with the position in the file and a code such as `damaged`, `malformed` or
    ///   `newer-format`.
    func decode(_ bytes: [UInt8], from path: String) throws(LootError) -> ItemFile<Shape>

    /// Returns whether the given content of a file contains anything that isn't preserved when the file is written,
    /// such as comments.
    ///
    /// The default implementation returns `false`.
    func hasComments(_ bytes: [UInt8]) -> Bool

    /// Decodes the intact parts of the given content of a damaged file.
    ///
    /// - Returns: The readable items, without duplicate IDs, and an error for each lost part. There is at least one
    ///   error if ``decode(_:from:)`` rejects the file or if it contains duplicate IDs.
    func salvage(_ bytes: [UInt8], from path: String) -> (file: ItemFile<Shape>, lost: [LootError])

    /// Encodes the content of a file and passes it to `write` in pieces.
    ///
    /// - Throws: ``/LootCore/LootError`` if the items can't be encoded, or the error of `write`.
    func encode(
        _ items: ItemCollection.Items, as shape: Shape, to write: (RawSpan) throws(LootError) -> Void
    ) throws(LootError)
}

extension ItemFileCodec {
    /// Returns `false`.
    public func hasComments(_ bytes: [UInt8]) -> Bool { false }

    /// Opens the store in the file of this format at the given path. The file doesn't have to exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isReadOnly: Whether the store rejects changes.
    ///   - patience: The maximum time to wait for other programs that are writing.
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` with code `newer-format` if a newer version of the program has written the
    ///   file, or `input-output` if the path doesn't lead to a readable file. A damaged file doesn't cause an error.
    ///   The store then contains all readable items and rejects changes.
    public func openStore(
        at path: String, isReadOnly: Bool = false, patience: Duration = .seconds(10)
    ) async throws(LootError) -> some MaintainableStore {
        var options = FileStoreOptions()
        options.isReadOnly = isReadOnly
        options.patience = patience
        return try await openStore(at: path, options: options)
    }

    /// Opens the store in the file of this format at the given path with the given options.
    package func openStore(
        at path: String, options: FileStoreOptions
    ) async throws(LootError) -> some MaintainableStore {
        try await FileStore.open(path, as: self, options: options)
    }
}

/// The content of a file.
public struct ItemFile<Shape: Sendable>: Sendable {
    /// The items in the user's order.
    package var items: [Item]
    /// The settings of the list.
    package var settings: ListSettings
    /// The layout of the file around its items.
    public var shape: Shape

    /// Creates the content of a file.
    public init(items: [Item], settings: ListSettings = ListSettings(), shape: Shape) {
        self.items = items
        self.settings = settings
        self.shape = shape
    }
}

/// The options of a store in a file.
package struct FileStoreOptions: Hashable, Sendable {
    /// Whether the store rejects changes.
    package var isReadOnly = false
    /// The maximum time to wait for other programs that are writing.
    package var patience = Duration.seconds(10)
    /// The maximum size, in bytes, of a file into which a process's first change is written before it is acknowledged.
    package var rewriteLimit = 16 << 20
    /// The size of pending commits, in bytes, at which they are written into the file immediately. For large files,
    /// one sixteenth of the file size is used instead.
    package var journalLimit = 1 << 20
    /// The delay after the last change before a running process writes pending commits into the file.
    package var settling = Duration.seconds(1)
    /// The time for which a file that another program writes in place must be unchanged to be considered complete.
    package var stillness = Duration.milliseconds(100)

    /// Creates the default options.
    package init() {}

    /// The size of a part of the journal, in bytes, at which the next one is started.
    var partLimit: Int { min(1 << 18, journalLimit) }
    /// The maximum size of a file that is copied to compute the changes of other programs.
    static let maximumCopySize = 100 << 20
    /// The maximum size of a file into which a single command writes pending commits when it ends.
    static let maximumFoldSizeAtEnd = 100 << 20
}
