import LootCore
public import LootPlugins

extension CatalogPlugin {
    /// The catalog UPCitemdb, without an account: `"catalogs": ["upcitemdb"]`.
    public static let upcItemDB = known(
        "upcitemdb",
        summary: "UPCitemdb, a database of products of all kinds, limited to 100 requests per day.",
        address: "https://api.upcitemdb.com/prod/trial/lookup?upc={code}",
        fields: [
            "name=items.0.title", "custom.brand=items.0.brand", "custom.model=items.0.model",
        ])

    /// The catalog Open Food Facts: `"catalogs": ["openfoodfacts"]`.
    public static let openFoodFacts = known(
        "openfoodfacts", summary: "Open Food Facts, a food database.",
        address: "https://world.openfoodfacts.org/api/v2/product/{code}.json?fields=product_name,brands",
        fields: ["name=product.product_name", "custom.brand=product.brands"])

    /// Any other catalog that responds in JSON: `{ "use": "web", "address": "https://example.org/{code}", "fields":
    /// [...] }`.
    public static let web = CatalogPlugin(
        "web", summary: "Any address that returns JSON.",
        options: [
            PluginOption("address", .text, isRequired: true, "The address, with {code} for the barcode."),
            PluginOption(
                "fields", .list(.text), isRequired: true,
                "The path of each field in the response, such as name=items.0.title."),
            PluginOption("name", .text, default: "web", "The name of the catalog."),
            PluginOption("header", .secret, "A header to send, such as X-Api-Key: 123."),
            PluginOption("headerFile", .path, "A file whose first line is the header."),
            timeout,
        ]
    ) { settings throws(LootError) in
        try WebCatalog(
            settings.text("name") ?? "web", address: settings.text("address") ?? "",
            fields: settings.texts("fields"), header: settings.secret("header", orIn: "headerFile"),
            timeout: .seconds(settings.integer("timeoutSeconds") ?? 5))
    }

    private static let timeout = PluginOption(
        "timeoutSeconds", .integer(1...60), default: 5, "The maximum time to wait for a response, in seconds."
    )

    private static func known(
        _ name: String, summary: Message, address: String, fields: [String]
    ) -> CatalogPlugin {
        CatalogPlugin(name, summary: summary, options: [timeout]) { settings throws(LootError) in
            try WebCatalog(
                name, address: address, fields: fields,
                timeout: .seconds(settings.integer("timeoutSeconds") ?? 5))
        }
    }
}
