import LootCore
public import LootPlugins

extension FrontEndPlugin {
    /// Returns the plugin for the list in a browser and the API: `"frontEnd": { "use": "http" }` or `loot serve`.
    ///
    /// - Parameters:
    ///   - announce: Receives the server's address as soon as it listens.
    ///   - log: Receives messages for the person who runs the server.
    /// - Returns: The plugin.
    public static func http(
        announce: @escaping @Sendable (String) -> Void, log: @escaping @Sendable (String) -> Void
    ) -> FrontEndPlugin {
        FrontEndPlugin(
            builtIn: "http", summary: "The list in a browser, and an API for programs.",
            options: HTTPConfiguration.options,
            commands: [
                Command(
                    "serve", summary: "Show the list in a browser and serve the API",
                    greeting: .withFlag("open"),
                    examples: [
                        ("loot serve --open", "Serve on this machine only, and open the page"),
                        (
                            "loot serve --address 0.0.0.0 --token-file ~/.config/loot/token",
                            "Share the list with your family, who enter the token once"
                        ),
                        ("loot serve --port 9000", "Use another port"),
                    ])
            ],
            words: AssistantTool.resources.map(\.name)
        ) { (settings, host) throws(LootError) in
            HTTPFrontEnd(try HTTPConfiguration(settings), host: host, announce: announce, log: log)
        }
    }
}
