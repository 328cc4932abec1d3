public import LootCollection
public import LootCore

/// How items stand in a file: all that a store in a file does not know of a format.
public protocol ItemFileCodec: Sendable {
    /// What a file says beside its items, and how: an envelope, unknown keys, a bare array. It is kept from reading
    /// to writing.
    associatedtype Shape: Sendable

    /// The shape of a new file.
    var newShape: Shape { get }

    /// Reads a file. The same bytes give the same items, ids included, also where the file names no ids.
    ///
    /// - Parameters:
    ///   - bytes: what it holds.
    ///   - path: where it is, for what is said of it.
    /// - Returns: the items, and the shape in which to write them back.
    /// - Throws: ``/LootCore/LootError`` with the place in the file: `damaged`, `malformed`, `newer-format` and the like.
    func decode(_ bytes: [UInt8], from path: String) throws(LootError) -> ItemFile<Shape>

    /// Whether a file says something that is not kept from reading to writing: comments.
    ///
    /// The default implementation says no.
    func hasComments(_ bytes: [UInt8]) -> Bool

    /// Reads as much of a damaged file as can be read.
    ///
    /// - Returns: what is left, every id once; and what is not, and why. Something is lost of a file that ``decode(_:from:)``
    ///   refuses, and of one that has an id twice.
    func salvage(_ bytes: [UInt8], from path: String) -> (file: ItemFile<Shape>, lost: [LootError])

    /// Writes a file, in pieces.
    func encode(
        _ items: ItemCollection.Items, as shape: Shape, to write: (RawSpan) throws(LootError) -> Void
    ) throws(LootError)
}

extension ItemFileCodec {
    /// No.
    public func hasComments(_ bytes: [UInt8]) -> Bool { false }

    /// Opens the store in a file of this format, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isReadOnly: whether the store takes no changes.
    ///   - patience: how long to wait for other programs that are writing.
    ///   - historyLimit: how many commits can be undone.
    /// - Returns: the store.
    /// - Throws: ``/LootCore/LootError``: `newer-format`; `input-output` for something that is not a file or can't be read.
    ///   A damaged file is opened all the same, with what can be read of it; it then takes no changes.
    public func openStore(
        at path: String, isReadOnly: Bool = false, patience: Duration = .seconds(10), historyLimit: Int = 1000
    ) async throws(LootError) -> some MaintainableStore {
        var options = FileStoreOptions()
        options.isReadOnly = isReadOnly
        options.patience = patience
        options.historyLimit = historyLimit
        return try await openStore(at: path, options: options)
    }

    /// Opens the store in a file of this format with options.
    package func openStore(
        at path: String, options: FileStoreOptions
    ) async throws(LootError) -> some MaintainableStore {
        try await FileStore.open(path, as: self, options: options)
    }
}

/// What a file holds.
public struct ItemFile<Shape: Sendable>: Sendable {
    /// The items in the user's order.
    package var items: [Item]
    /// All the rest.
    public var shape: Shape

    /// The content of a file.
    public init(items: [Item], shape: Shape) {
        self.items = items
        self.shape = shape
    }
}

/// How a store in a file is opened.
package struct FileStoreOptions: Hashable, Sendable {
    /// Whether it takes no changes.
    package var isReadOnly = false
    /// How long to wait for other programs that are writing.
    package var patience = Duration.seconds(10)
    /// Up to which size, in bytes, the file holds a process's first change as soon as that is acknowledged.
    package var rewriteLimit = 16 << 20
    /// How many bytes of changes may be missing in the file before they are put into it whatever waits; or a sixteenth
    /// of the file, if that is more.
    package var journalLimit = 1 << 20
    /// How long after the last change a process that goes on puts what is missing into the file.
    package var settling = Duration.seconds(1)
    /// How long a file that another program writes in place must stand still before it is taken for whole.
    package var stillness = Duration.milliseconds(100)
    /// How many commits can be undone.
    package var historyLimit = 1000
    /// How many bytes of history are kept at least; or as many as the file has, if that is more.
    package var leastHistory = 16 << 20

    /// The usual options.
    package init() {}

    /// How many bytes a part of the journal takes before the next one is begun.
    var partLimit: Int { min(1 << 18, journalLimit) }
    /// Up to which size the file is copied, so that what another program changes in it can be told.
    static let greatestCopy = 100 << 20
    /// Up to which size the file is completed when a single command ends.
    static let greatestFoldAtEnd = 100 << 20
}
