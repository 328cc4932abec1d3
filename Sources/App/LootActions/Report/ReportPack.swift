package import LootCore
import LootFormats
import LootSpreadsheets

/// A report in a tar or ZIP archive with all photos and files that it refers to, under readable names, and a list of
/// SHA-256 checksums for `sha256sum -c`.
///
/// ```
/// tar xf report.tar && cd report && sha256sum -c SHA256SUMS
/// ```
package struct ReportPack {
    /// The top-level folder in the archive.
    private static let folder = "report/"

    private let inventory: Inventory
    private let report: InventoryReport
    private let chart: Chart?
    private let names: [FileID: String]
    private let isZIP: Bool

    /// The number of items in the report.
    package var count: Int { report.outline.count }

    /// Creates an archive for a query's current result.
    package init(
        _ inventory: Inventory, _ query: Query, presentation: ItemPresentation, owner: String?,
        chart: Chart? = nil, asZIP isZIP: Bool
    ) async throws(LootError) {
        self.inventory = inventory
        self.isZIP = isZIP
        self.chart = chart
        // Look up the files before the report takes its snapshot. Files added later aren't part of the report, and
        // removed ones are kept for a while.
        var entries: [(file: FileEntry, item: Item)] = []
        var ids: Set<FileID> = []
        try await inventory.forEachItem(of: query) { item in
            for file in item.allFiles where ids.insert(file.id).inserted { entries.append((file, item)) }
        }
        var packed = PackedFileNames()
        var names: [FileID: String] = [:]
        for entry in entries {
            // Skip files that the store lacks. A check of the store reports them.
            if let file = try await inventory.store.fileKeeper?.file(entry.file.id) {
                names[file.id] = "files/" + packed.name(of: entry.file, in: entry.item, kind: file.kind)
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
        let day = Moment.now.day.components
        var zip = ZIPWriter(year: day.year, month: day.month, day: day.day)
        func entry(_ name: String, _ bytes: [UInt8], isCompressed: Bool = true) throws(LootError) -> [UInt8] {
            let name = ReportPack.folder + name
            guard isZIP else {
                return tar.header(of: name, size: bytes.count) + bytes + tar.padding(behind: bytes.count)
            }
            do throws(SpreadsheetError) {
                var archived = try zip.begin(name, isCompressed: isCompressed)
                archived += try zip.append(bytes)
                return try archived + zip.endFile()
            } catch { throw LootError(error, "Can't write the archive.") }
        }
        let names = names
        let links = names.mapValues { "files/" + PercentEncoding.encode(String($0.dropFirst(6))) }
        var page: [UInt8] = []
        try await report.writeDocument(
            photos: .linked { links[$0] ?? "" }, files: { links[$0.id] ?? "" }, chart: chart
        ) { bytes in
            page += bytes
            return true
        }
        guard try await sink(try entry("report.html", page)) else { return }
        var sums = ReportPack.line(FileID(of: page), "report.html")
        for (id, name) in names.sorted(by: { $0.value < $1.value }) {
            guard let file = try await inventory.store.fileKeeper?.file(id) else { continue }
            guard try await sink(try entry(name, file.bytes, isCompressed: file.kind == .other)) else {
                return
            }
            // The ID of a file is its checksum.
            sums += ReportPack.line(id, name)
        }
        var end = try entry("SHA256SUMS", Array(sums.utf8))
        do throws(SpreadsheetError) { end += try isZIP ? zip.end() : tar.end } catch {
            throw LootError(error, "Can't write the archive.")
        }
        _ = try await sink(end)
    }

    private static func line(_ sum: FileID, _ name: String) -> String { "\(sum)  \(name)\n" }
}
