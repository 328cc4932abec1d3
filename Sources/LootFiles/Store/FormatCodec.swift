public import LootCollection
public import LootCore
public import LootFormats
import Synchronization

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
        var items = ItemBatch()
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

    /// The first items of a file that has at least so many.
    public func firstItems(_ count: Int, in head: [UInt8]) -> [Item]? {
        // Behind the last line end a character may be cut in two.
        guard let end = head.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        var items: [Item] = []
        let enough = FormatError(.malformed, "", at: SourcePosition(line: 0, column: 0, byte: 0))
        do throws(FormatError) {
            try format.decoder().read(head.span.extracting(0...end)) { result throws(FormatError) in
                guard case .item(let read) = result, read.hasID else { throw enough }
                items.append(read.item)
                if items.count == count { throw enough }
            }
        } catch {}
        return items.count == count ? items : nil
    }

    /// A scan, in the formats whose items begin on lines of their own.
    public func scan(for query: Query) -> ItemScan? { ItemScan(format, for: query) }

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
        let checksum = LateChecksum(bytes)
        let length = UInt64(bytes.count)
        return ReadOptions(dateCreated: Moment(secondsSinceEpoch: 0) ?? .first) { index in
            ItemID(
                high: checksum.value << 32 | (length & 0xFFFF) << 16 | 0x8000 | UInt64(index) >> 32 & 0xFFF,
                low: 0x8000_0000_0000_0000 | UInt64(index) & 0xFFFF_FFFF)
        }
    }
}

/// A checksum that is worked out when somebody asks for it; of a file whose items all have ids nobody does.
private final class LateChecksum: Sendable {
    private let bytes: [UInt8]
    private let known = Mutex<UInt64?>(nil)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var value: UInt64 {
        known.withLock { known in
            if let known { return known }
            let bytes = bytes
            let value = UInt64(Checksum(of: bytes.span.bytes).value)
            known = value
            return value
        }
    }
}
