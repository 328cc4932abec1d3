public import LootCore
public import LootFormats

/// A query's answer as a file: with everything that the format can hold, custom fields in columns of their own among
/// it, and in the shape in which a store keeps its file. Importing it into an empty store gives equal items.
public struct ItemExport: Sendable {
    private let inventory: Inventory
    private let query: Query
    private let format: ItemFormat

    /// How many items the file will hold.
    public let count: Int

    /// The export of an answer; the query's sections have no meaning in it.
    public init(_ inventory: Inventory, _ query: Query = .all, as format: ItemFormat) async throws(LootError)
    {
        self.inventory = inventory
        self.format = format
        var query = query
        query.sectioning = nil
        self.query = query
        count = try await inventory.store.outline(of: query).count
    }

    /// Writes piece by piece to a sink, until the items or the sink's interest end.
    ///
    /// - Throws: ``/LootCore/LootError``, with code `conflict` when the store changes meanwhile, and what the sink throws.
    public func write(to sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) {
        let listing = ItemListing(export: inventory.store, query, columns: try await columns())
        try await listing.write(as: format, to: sink)
    }

    /// The columns of a table: which custom fields there are is known only when every item was looked at.
    private func columns() async throws(LootError) -> [CSVColumn] {
        guard format == .csv else { return CSVColumn.standard }
        var custom: Set<CSVColumn> = []
        try await inventory.forEachItem(of: query) { item in
            if item.hasDetails {
                custom.formUnion(CSVColumn.all(for: [item]).dropFirst(CSVColumn.standard.count))
            }
        }
        return CSVColumn.standard + custom.sorted { $0.header.utf8.lexicographicallyPrecedes($1.header.utf8) }
    }
}
