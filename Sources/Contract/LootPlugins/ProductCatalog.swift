public import LootCore

/// A place outside that knows products by their barcodes.
public protocol ProductCatalog: Sendable {
    /// What messages and answers call it.
    var name: String { get }

    /// What a new item with this barcode begins with; nil where the catalog does not know the product.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `catalog-failed` where it can't be asked.
    func values(for barcode: Barcode) async throws(LootError) -> Patch?
}

/// A catalog of products that a configuration can select: `"catalogs": ["upcitemdb"]`.
public struct CatalogPlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// Makes the catalog. Nothing is asked yet.
    package let make: @Sendable (PluginSettings) throws(LootError) -> any ProductCatalog

    /// A catalog under a name.
    public init(
        _ name: String, summary: String, options: [PluginOption] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any ProductCatalog
    ) {
        descriptor = PluginDescriptor(.catalog, name, summary: summary, options: options)
        self.make = make
    }
}
