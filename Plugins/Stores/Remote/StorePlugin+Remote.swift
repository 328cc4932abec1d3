import Foundation
public import LootCore

extension StorePlugin {
    /// Another `loot serve`: `"store": { "use": "remote", "url": "https://example.org" }`, or its address alone.
    public static let remote = StorePlugin(
        "remote", summary: "Another loot serve, by its http:// or https:// address.",
        options: [
            PluginOption("url", .text, isRequired: true, "The address that loot serve prints."),
            PluginOption("token", .secret, "What the server wants to know of its clients."),
            PluginOption("tokenFile", .path, "A file whose first line is the token."),
            PluginOption(
                "timeoutSeconds", .integer(1...3_600), default: 30,
                "How long the server may be silent while an answer is awaited."),
        ],
        shortForm: ["url"], schemes: ["http", "https"]
    ) { settings throws(LootError) in
        var token = settings.text("token")
        if token == nil, let path = settings.text("tokenFile") { token = try tokenOfFile(path) }
        return try await RemoteStore.open(
            settings.text("url") ?? "", token: token, timeout: settings.integer("timeoutSeconds") ?? 30)
    }

    /// The first line of a file.
    private static func tokenOfFile(_ path: String) throws(LootError) -> String {
        do {
            let line = try String(contentsOfFile: path, encoding: .utf8).prefix { !$0.isNewline }
            return String(line.filter { !$0.isWhitespace })
        } catch {
            throw LootError(
                .configuration, "can't read the token file",
                because: "there is no readable file at \(TextRules.visible(path))", place: path,
                underlying: "\(error)")
        }
    }
}
