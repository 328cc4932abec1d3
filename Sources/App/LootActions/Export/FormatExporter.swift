package import LootCore
package import LootFormats
import LootPlugins

/// An exporter for the formats that the program can also read. It writes everything that a format can represent,
/// including custom fields, which get their own columns.
package struct FormatExporter: ItemExporter {
    private let format: ExportFormat

    /// Creates an exporter for a format.
    package init(_ format: ExportFormat) { self.format = format }

    package func write(
        _ rows: ItemRows, files keeper: (any FileKeeper)?,
        to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        switch format {
        case .items(let format):
            let columns = format.isLossless ? CSVColumn.standard : try await FormatExporter.columns(rows)
            try await ItemListing(export: rows, columns: columns).write(as: format, to: sink)
            return []
        case .archive: return try await writeArchive(rows, keeper, to: sink)
        }
    }

    /// Returns the columns of a table. Finding all custom fields requires a pass over all items.
    static func columns(_ rows: ItemRows) async throws(LootError) -> [CSVColumn] {
        var custom: Set<CSVColumn> = []
        try await rows.forEach { item in
            if item.hasDetails {
                custom.formUnion(CSVColumn.all(for: [item]).dropFirst(CSVColumn.standard.count))
            }
        }
        return CSVColumn.standard + custom.sorted { $0.header.utf8.lexicographicallyPrecedes($1.header.utf8) }
    }

    // MARK: Archives

    private func writeArchive(
        _ rows: ItemRows, _ keeper: (any FileKeeper)?,
        to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        let tar = TarWriter(secondsSinceEpoch: Moment.now.secondsSinceEpoch)
        let listing = ItemListing(export: rows, columns: CSVColumn.standard)
        // An archive contains the size of a file before its content. Write the items twice, the first time only to
        // count the bytes.
        var size = 0
        try await listing.write(as: .json) { bytes in
            size += bytes.count
            return true
        }
        if size > TarWriter.greatestSize {
            throw LootError(
                .unsupported, "Can't write the archive.", reason: "The items are larger than 8 GiB.",
                advice: "Export them in parts.", remedy: .filter)
        }
        guard try await sink(tar.header(of: ArchivedFileName.items, size: size)) else { return [] }
        var isWanted = true
        try await listing.write(as: .json) { (bytes) async throws(LootError) in
            isWanted = try await sink(bytes)
            return isWanted
        }
        guard isWanted else { return [] }
        guard try await sink(tar.padding(behind: size)) else { return [] }
        var named: Set<FileID> = []
        try await rows.forEach { item in
            named.formUnion(item.fileIDs)
        }
        var gone: Set<FileID> = []
        for id in named.sorted() {
            guard let kept = try await keeper?.file(id) else {
                gone.insert(id)
                continue
            }
            let thumbnail = try await keeper?.thumbnail(of: id)
            for (name, file) in [
                (ArchivedFileName.name(of: kept.id, thumbnail: thumbnail), thumbnail),
                (ArchivedFileName.name(of: kept), kept),
            ] {
                guard let file else { continue }
                let bytes = tar.header(of: name, size: file.bytes.count) + file.bytes
                guard try await sink(bytes + tar.padding(behind: file.bytes.count)) else { return [] }
            }
        }
        _ = try await sink(tar.end)
        return try await missing(gone, in: rows)
    }

    /// Returns an error for each missing file of each item.
    private func missing(_ gone: Set<FileID>, in rows: ItemRows) async throws(LootError) -> [LootError] {
        var errors: [LootError] = []
        if gone.isEmpty { return errors }
        try await rows.forEach { item in
            for file in item.allFiles where gone.contains(file.id) { errors.append(.missing(file, of: item)) }
        }
        return errors
    }
}
