public import LootCollection
public import LootCore
public import LootFormats

/// How items stand in a file: all that a ``FileStore`` does not know of a format.
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
    /// - Throws: ``LootError`` with the place in the file: `damaged`, `malformed`, `newer-format` and the like.
    func decode(_ bytes: [UInt8], from path: String) throws(LootError) -> ItemFile<Shape>

    /// Reads as much of a damaged file as can be read.
    ///
    /// - Returns: what is left, every id once; and what is not, and why. Something is lost of a file that ``decode(_:from:)``
    ///   refuses, and of one that has an id twice.
    func salvage(_ bytes: [UInt8], from path: String) -> (file: ItemFile<Shape>, lost: [LootError])

    /// The first items of a file that this codec has written, from the bytes that it begins with; nil if they are not
    /// all in these bytes. A codec that answers spells each id in its files as `ItemID.description` does, in
    /// small or capital letters.
    ///
    /// The default implementation never answers: then every look at a file reads it to its end.
    func firstItems(_ count: Int, in head: [UInt8]) -> [Item]?

    /// How to look for a query's items in a file that this codec has written; nil if that takes reading all of it, as
    /// the default implementation says.
    func scan(for query: Query) -> ItemScan?

    /// Writes a file, in pieces.
    func encode(
        _ items: ItemCollection.Items, as shape: Shape, to write: (RawSpan) throws(LootError) -> Void
    ) throws(LootError)
}

extension ItemFileCodec {
    /// Nil.
    public func firstItems(_ count: Int, in head: [UInt8]) -> [Item]? { nil }

    /// Nil.
    public func scan(for query: Query) -> ItemScan? { nil }
}

/// What a file holds.
public struct ItemFile<Shape: Sendable>: Sendable {
    /// The items in the user's order.
    public var items: ItemBatch
    /// All the rest.
    public var shape: Shape

    /// The content of a file.
    public init(items: [Item], shape: Shape) { self.init(items: ItemBatch(items), shape: shape) }

    /// The content of a file.
    public init(items: ItemBatch, shape: Shape) {
        self.items = items
        self.shape = shape
    }
}

/// How a ``FileStore`` is opened.
public struct FileStoreOptions: Hashable, Sendable {
    /// Whether it takes no changes.
    public var isReadOnly = false
    /// How long to wait for other programs that are writing.
    public var patience = Duration.seconds(10)
    /// Up to which size, in bytes, the file is simply written anew at every change.
    public var rewriteLimit = 256 * 1024
    /// How many bytes of changes the journal of a larger file takes before they are folded back into it; or a
    /// sixteenth of the file, if that is more.
    public var journalLimit = 256 * 1024
    /// How many commits can be undone.
    public var historyLimit = 1000

    /// The usual options.
    public init() {}
}
