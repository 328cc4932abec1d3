package import LootCore
import LootFormats

/// A report with everything that it names, in one archive that can be checked: the report as a page, photos and files
/// beside it, and a list of SHA-256 sums for `sha256sum -c`.
///
/// ```
/// tar xf report.tar && cd report && sha256sum -c SHA256SUMS
/// ```
package struct ReportPack {
    /// The folder that the archive unpacks into.
    private static let folder = "report/"

    private let inventory: Inventory
    private let report: InventoryReport
    private let names: [FileID: String]

    /// How many items the report has.
    package var count: Int { report.outline.count }

    /// The pack of a query's answer as it is now.
    package init(
        _ inventory: Inventory, _ query: Query, presentation: ItemPresentation, owner: String?
    ) async throws(LootError) {
        self.inventory = inventory
        // The files are looked for first: one that is named later is none of this report's, and one that goes stays kept.
        var ids: Set<FileID> = []
        try await inventory.forEachItem(of: query) { ids.formUnion($0.fileIDs) }
        var names: [FileID: String] = [:]
        for id in ids {
            // What an item names and the store lacks, no archive can hold; a check of the store tells of it.
            if let file = try await inventory.store.fileKeeper?.file(id) {
                names[id] = ArchivedFileName.name(of: file)
            }
        }
        self.names = names
        report = try await InventoryReport(inventory, query, presentation: presentation, owner: owner)
    }

    /// Writes the archive piece by piece to a sink, until it or the sink's interest ends.
    ///
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
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
            // The name of a file is the sum of its bytes.
            sums += ReportPack.line(id, name)
        }
        _ = try await sink(entry("SHA256SUMS", Array(sums.utf8)) + tar.end)
    }

    private static func line(_ sum: FileID, _ name: String) -> String { "\(sum)  \(name)\n" }
}
