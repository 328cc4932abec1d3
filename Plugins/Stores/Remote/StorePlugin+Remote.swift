import LootCore
public import LootPlugins

extension StorePlugin {
    /// The plugin for stores on another `loot serve`: `"store": { "use": "remote", "url": "https://example.org" }` or
    /// just the address.
    public static let remote = StorePlugin(
        "remote", summary: "A list that a server has, by its http:// or https:// address.",
        options: [
            PluginOption("url", .text, isRequired: true, "The address that the server prints."),
            PluginOption("token", .secret, "What the server wants to know of its clients."),
            PluginOption("tokenFile", .path, "A file whose first line is the token."),
            PluginOption(
                "timeoutSeconds", .integer(1...3_600), default: 30,
                "How long the server may be silent while an answer is awaited."),
        ],
        shortForm: ["url"], schemes: ["http", "https"]
    ) { settings throws(LootError) in
        try await RemoteStore.open(
            settings.text("url") ?? "", token: settings.secret("token", orIn: "tokenFile"),
            timeout: settings.integer("timeoutSeconds") ?? 30)
    }
}
