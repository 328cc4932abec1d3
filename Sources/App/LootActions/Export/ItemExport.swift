public import LootCore
public import LootFormats
package import LootPlugins

/// The result of a query, exported as a file. The file contains everything that the format can represent, including
/// custom fields, which get their own columns. Importing it into an empty store creates equal items; importing an
/// archive also restores the files.
///
/// An export holds a snapshot of the store. It can be written once, which releases the snapshot.
public struct ItemExport: Sendable {
    private let rows: ItemRows
    private let keeper: (any FileKeeper)?
    private let exporter: any ItemExporter

    /// Creates an export of a query's current result. The query's sectioning is ignored.
    package init(_ inventory: Inventory, _ query: Query = .all, as exporter: any ItemExporter)
        async throws(LootError)
    {
        self.exporter = exporter
        keeper = inventory.store.fileKeeper
        var query = query
        query.sectioning = nil
        rows = try await inventory.store.rows(of: query)
    }

    /// Creates an export in a built-in format.
    public init(_ inventory: Inventory, _ query: Query = .all, as format: ExportFormat)
        async throws(LootError)
    {
        try await self.init(inventory, query, as: FormatExporter(format))
    }

    /// The number of exported items.
    package var count: Int { rows.count }

    /// Writes the file to a sink, piece by piece. Stops when the sink returns `false`.
    ///
    /// - Returns: An error for each file of an item that the store no longer contains.
    /// - Throws: ``/LootCore/LootError``, including the errors of the sink.
    @discardableResult
    public func write(
        to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        var missing: [LootError] = []
        try await rows.closing { () throws(LootError) in
            missing = try await exporter.write(rows, files: keeper, to: sink)
        }
        return missing
    }
}
