public import LootCore

/// An external catalog that looks up products by their barcodes.
public protocol ProductCatalog: Sendable {
    /// The name for messages and results.
    var name: String { get }

    /// Returns the values for a new item with a barcode, or `nil` if the catalog doesn't contain the product.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `catalog-failed` if the catalog can't be reached.
    func values(for barcode: Barcode) async throws(LootError) -> Patch?
}

/// A plugin for a product catalog: `"catalogs": ["upcitemdb"]`.
public struct CatalogPlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// Creates the catalog without connecting to it.
    package let make: @Sendable (PluginSettings) throws(LootError) -> any ProductCatalog

    /// Creates a named catalog.
    public init(
        _ name: String, summary: Message, options: [PluginOption] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any ProductCatalog
    ) {
        descriptor = PluginDescriptor(.catalog, name, summary: summary, options: options)
        self.make = make
    }
}
