public import LootCore
public import LootFormats
package import LootPlugins

/// A query's answer as a file: with everything that the format can hold, custom fields in columns of their own among
/// it, and in the shape in which a store keeps its file. Importing it into an empty store gives equal items; importing
/// an archive gives the files too.
///
/// It is of the state in which the store was when it was made, is written once, and then lets go of that state.
public struct ItemExport: Sendable {
    private let rows: ItemRows
    private let keeper: (any FileKeeper)?
    private let exporter: any ItemExporter

    /// The export of an answer as it is now; the query's sections have no meaning in it.
    package init(_ inventory: Inventory, _ query: Query = .all, as exporter: any ItemExporter)
        async throws(LootError)
    {
        self.exporter = exporter
        keeper = inventory.store.fileKeeper
        var query = query
        query.sectioning = nil
        rows = try await inventory.store.rows(of: query)
    }

    /// The export in a format that this program writes itself.
    public init(_ inventory: Inventory, _ query: Query = .all, as format: ExportFormat)
        async throws(LootError)
    {
        try await self.init(inventory, query, as: FormatExporter(format))
    }

    /// How many items the file will hold.
    package var count: Int { rows.count }

    /// Writes piece by piece to a sink, until the items or the sink's interest end.
    ///
    /// - Returns: what the file lacks, since the store has no more than its name: an error for each file of each item.
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
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
