public import LootCollection
public import LootCore
public import LootFormats

/// A format that has readers and writers of its own, as the codec of a ``FileStore``.
public struct FormatCodec: ItemFileCodec {
    private let format: ItemFormat

    /// Files in this format.
    public init(_ format: ItemFormat) { self.format = format }

    /// An envelope that says which format and version it is.
    public var newShape: DocumentShape { .standard }

    /// Reads a file. Items without an id get one that is made from the file's bytes and their place in it, items
    /// without a date the first second of 1970, so that every reader sees the same.
    public func decode(_ bytes: [UInt8], from path: String) throws(LootError) -> ItemFile<DocumentShape> {
        var items: [Item] = []
        do throws(FormatError) {
            let shape = try format.decoder(FormatCodec.options(for: bytes)).read(bytes.span) {
                result throws(FormatError) in
                switch result {
                case .item(let read): items.append(read.item)
                case .refused(let error, _): throw error
                }
            }
            return ItemFile(items: items, shape: shape)
        } catch { throw error.reading(path) }
    }

    /// Reads every entry that can be read.
    public func salvage(_ bytes: [UInt8], from path: String)
        -> (file: ItemFile<DocumentShape>, lost: [LootError])
    {
        let rest = Salvage(bytes.span, in: format, FormatCodec.options(for: bytes))
        return (ItemFile(items: rest.items, shape: rest.shape), rest.lost.map { $0.reading(path) })
    }

    /// Writes a file, in pieces.
    public func encode(
        _ items: ItemCollection.Items, as shape: DocumentShape, to write: (RawSpan) throws(LootError) -> Void
    ) throws(LootError) {
        try format.encoder(shape: shape).encode(items) { (bytes) throws(LootError) in
            try write(bytes.span.bytes)
        }
    }

    private static func options(for bytes: [UInt8]) -> ReadOptions {
        let checksum = UInt64(Checksum(of: bytes.span.bytes).value)
        let length = UInt64(bytes.count)
        return ReadOptions(dateCreated: Moment(secondsSinceEpoch: 0) ?? .first) { index in
            ItemID(
                high: checksum << 32 | (length & 0xFFFF) << 16 | 0x8000 | UInt64(index) >> 32 & 0xFFF,
                low: 0x8000_0000_0000_0000 | UInt64(index) & 0xFFFF_FFFF)
        }
    }
}
