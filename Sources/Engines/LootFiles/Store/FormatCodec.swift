package import LootCollection
package import LootCore
package import LootFormats
import Synchronization

/// Adapts an ``ItemFormat`` with its readers and writers as the codec of a ``FileStore``.
package struct FormatCodec: ItemFileCodec {
    private let format: ItemFormat

    /// Creates a codec for the given format.
    package init(_ format: ItemFormat) { self.format = format }

    /// An envelope with the name and the version of the format.
    package var newShape: DocumentShape { .standard }

    /// Decodes the given content of a file. Items without an ID get an ID that is derived from the bytes of the file
    /// and their position, and items without a date get the first second of 1970, so that all readers see the same
    /// items.
    package func decode(_ bytes: [UInt8], from path: String) throws(LootError) -> ItemFile<DocumentShape> {
        var items: [Item] = []
        items.reserveCapacity(bytes.count / ItemFormat.typicalItemSize)
        do throws(FormatError) {
            let options = FormatCodec.options(for: bytes)
            let decoder: any ItemDecoder =
                format == .json
                ? JSONFile(options, ahead: ItemsAhead(in: bytes, options)) : format.decoder(options)
            var shape = try decoder.read(bytes.span) {
                (result) throws(FormatError) in
                switch result {
                case .item(let read): items.append(read.item)
                case .refused(let error, _): throw error
                }
            }
            return ItemFile(items, takingSettingsFrom: &shape)
        } catch { throw error.reading(path) }
    }

    /// Reads all entries that are readable.
    package func salvage(_ bytes: [UInt8], from path: String)
        -> (file: ItemFile<DocumentShape>, lost: [LootError])
    {
        let rest = Salvage(bytes.span, in: format, FormatCodec.options(for: bytes))
        var shape = rest.shape
        return (ItemFile(rest.items, takingSettingsFrom: &shape), rest.lost.map { $0.reading(path) })
    }

    /// Whether a JSON file contains comments.
    package func hasComments(_ bytes: [UInt8]) -> Bool { format.hasComments(bytes.span) }

    /// Writes a file in pieces.
    package func encode(
        _ items: ItemCollection.Items, as shape: DocumentShape, to write: (RawSpan) throws(LootError) -> Void
    ) throws(LootError) {
        var shape = shape
        shape.settings = items.settings
        try format.encoder(shape: shape).encode(items) { (bytes) throws(LootError) in
            try write(bytes.span.bytes)
        }
    }

    private static func options(for bytes: [UInt8]) -> ReadOptions {
        let checksum = LateChecksum(bytes)
        return options { ItemID(entry: $0, ofFileWith: checksum.value, length: bytes.count) }
    }

    private static func options(_ missingID: @escaping @Sendable (Int) -> ItemID) -> ReadOptions {
        ReadOptions(dateCreated: Moment(secondsSinceEpoch: 0) ?? .first, missingID: missingID).ofStore
    }
}

extension ItemFile<DocumentShape> {
    /// Creates the content of a file with the given items. Moves the settings there from the shape, because the decoder
    /// has stored them in the shape.
    fileprivate init(_ items: [Item], takingSettingsFrom shape: inout DocumentShape) {
        let settings = shape.settings
        shape.settings = ListSettings()
        self.init(items: items, settings: settings, shape: shape)
    }
}

/// A checksum that is computed on first use. It isn't needed if all items have IDs.
private final class LateChecksum: Sendable {
    private let bytes: [UInt8]
    private let known = Mutex<UInt32?>(nil)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var value: UInt32 {
        known.withLock { known in
            if let known { return known }
            let bytes = bytes
            let value = Checksum(of: bytes.span.bytes).value
            known = value
            return value
        }
    }
}
