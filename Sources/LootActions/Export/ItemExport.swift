public import LootCore
public import LootFormats

/// A query's answer as a file: with everything that the format can hold, custom fields in columns of their own among
/// it, and in the shape in which a store keeps its file. Importing it into an empty store gives equal items; importing
/// an archive gives the photos too.
///
/// It is of the state in which the store was when it was made, is written once, and then lets go of that state.
public struct ItemExport: Sendable {
    private let rows: ItemRows
    private let photos: (any PhotoStore)?
    private let format: ExportFormat

    /// The export of an answer as it is now; the query's sections have no meaning in it.
    public init(_ inventory: Inventory, _ query: Query = .all, as format: ExportFormat)
        async throws(LootError)
    {
        self.format = format
        photos = inventory.store.photos
        var query = query
        query.sectioning = nil
        rows = try await inventory.store.rows(of: query)
    }

    /// How many items the file will hold.
    public var count: Int { rows.count }

    /// Writes piece by piece to a sink, until the items or the sink's interest end.
    ///
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
    public func write(to sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) {
        try await rows.closing { () throws(LootError) in
            switch format {
            case .items(let format):
                let columns = format == .csv ? try await columns() : CSVColumn.standard
                try await ItemListing(export: rows, columns: columns).write(as: format, to: sink)
            case .archive: try await writeArchive(to: sink)
            }
        }
    }

    /// The columns of a table: which custom fields there are is known only when every item was looked at.
    private func columns() async throws(LootError) -> [CSVColumn] {
        var custom: Set<CSVColumn> = []
        try await rows.forEach { item in
            if item.hasDetails {
                custom.formUnion(CSVColumn.all(for: [item]).dropFirst(CSVColumn.standard.count))
            }
        }
        return CSVColumn.standard + custom.sorted { $0.header.utf8.lexicographicallyPrecedes($1.header.utf8) }
    }

    // MARK: Archives

    private func writeArchive(to sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) {
        let tar = TarWriter(secondsSinceEpoch: Moment.now.secondsSinceEpoch)
        let listing = ItemListing(export: rows, columns: CSVColumn.standard)
        // A file's size stands before its content, so the items are written twice, the first time to be counted.
        var size = 0
        try await listing.write(as: .json) { bytes in
            size += bytes.count
            return true
        }
        if size > TarWriter.greatestSize {
            throw LootError(
                .unsupported, "can't write the archive", because: "the items take more than 8 GiB",
                next: "Export them by parts, with --where")
        }
        guard try await sink(tar.header(of: PhotoFileName.items, size: size)) else { return }
        var isWanted = true
        try await listing.write(as: .json) { (bytes) async throws(LootError) in
            isWanted = try await sink(bytes)
            return isWanted
        }
        guard isWanted else { return }
        guard try await sink(tar.padding(behind: size)) else { return }
        var named: Set<PhotoID> = []
        try await rows.forEach { item in
            if let photo = item.photo { named.insert(photo) }
        }
        for id in named.sorted() {
            // What an item names and the store lacks, no archive can hold; a check of the store tells of it.
            guard let photo = try await photos?.photo(id) else { continue }
            let thumbnail = try await photos?.thumbnail(of: id)
            for (name, file) in [
                (PhotoFileName.name(of: photo.id, thumbnail: thumbnail), thumbnail),
                (PhotoFileName.name(of: photo), photo),
            ] {
                guard let file else { continue }
                let bytes = tar.header(of: name, size: file.bytes.count) + file.bytes
                guard try await sink(bytes + tar.padding(behind: file.bytes.count)) else { return }
            }
        }
        _ = try await sink(tar.end)
    }
}
