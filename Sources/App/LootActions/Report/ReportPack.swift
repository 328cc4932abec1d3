package import LootCore
import LootFormats

/// A report in an archive with all photos and files that it refers to, and a list of SHA-256 checksums for `sha256sum
/// -c`.
///
/// ```
/// tar xf report.tar && cd report && sha256sum -c SHA256SUMS
/// ```
package struct ReportPack {
    /// The top-level folder in the archive.
    private static let folder = "report/"

    private let inventory: Inventory
    private let report: InventoryReport
    private let names: [FileID: String]

    /// The number of items in the report.
    package var count: Int { report.outline.count }

    /// Creates an archive for a query's current result.
    package init(
        _ inventory: Inventory, _ query: Query, presentation: ItemPresentation, owner: String?
    ) async throws(LootError) {
        self.inventory = inventory
        // Look up the files before the report takes its snapshot. Files added later aren't part of the report, and
        // removed ones are kept for a while.
        var ids: Set<FileID> = []
        try await inventory.forEachItem(of: query) { ids.formUnion($0.fileIDs) }
        var names: [FileID: String] = [:]
        for id in ids {
            // Skip files that the store lacks. A check of the store reports them.
            if let file = try await inventory.store.fileKeeper?.file(id) {
                names[id] = ArchivedFileName.name(of: file)
            }
        }
        self.names = names
        report = try await InventoryReport(inventory, query, presentation: presentation, owner: owner)
    }

    /// Writes the archive to a sink, piece by piece. Stops when the sink returns `false`.
    ///
    /// - Throws: ``/LootCore/LootError``, including the errors of the sink.
    package func write(to sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) {
        let tar = TarWriter(secondsSinceEpoch: Moment.now.secondsSinceEpoch)
        func entry(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            tar.header(of: ReportPack.folder + name, size: bytes.count) + bytes
                + tar.padding(behind: bytes.count)
        }
        let names = names
        var page: [UInt8] = []
        try await report.writeDocument(
            photos: .linked { names[$0] ?? "" }, files: { names[$0.id] ?? "" }
        ) { bytes in
            page += bytes
            return true
        }
        guard try await sink(entry("report.html", page)) else { return }
        var sums = ReportPack.line(FileID(of: page), "report.html")
        for (id, name) in names.sorted(by: { $0.value < $1.value }) {
            guard let file = try await inventory.store.fileKeeper?.file(id) else { continue }
            guard try await sink(entry(name, file.bytes)) else { return }
            // The id of a file is its checksum.
            sums += ReportPack.line(id, name)
        }
        _ = try await sink(entry("SHA256SUMS", Array(sums.utf8)) + tar.end)
    }

    private static func line(_ sum: FileID, _ name: String) -> String { "\(sum)  \(name)\n" }
}
