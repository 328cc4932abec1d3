import LootCore
public import LootPlugins

extension StorePlugin {
    /// The plugin for stores that another `loot serve` provides: `"store": { "use": "remote", "url":
    /// "https://example.org" }` or just the address.
    public static let remote = StorePlugin(
        "remote", summary: "A list on a server, given by its http:// or https:// address.",
        options: [
            PluginOption("url", .text, isRequired: true, "The address that the server prints."),
            PluginOption("token", .secret, "The token that authorizes clients."),
            PluginOption("tokenFile", .path, "A file whose first line is the token."),
            PluginOption(
                "timeoutSeconds", .integer(1...3_600), default: 30,
                "The maximum time to wait for data from the server, in seconds."),
        ],
        shortForm: ["url"], schemes: ["http", "https"]
    ) { settings throws(LootError) in
        try await RemoteStore.open(
            settings.text("url") ?? "", token: settings.secret("token", orIn: "tokenFile"),
            timeout: settings.integer("timeoutSeconds") ?? 30)
    }
}
