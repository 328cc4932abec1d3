import LootActions
import LootCore
import LootPlugins

extension ProviderSignIn.Settings {
    /// The configuration options.
    static let options = [
        PluginOption(
            "oidcIssuer", .text, "The address of a provider at which people sign in (OpenID Connect)."),
        PluginOption("oidcClient", .text, "The ID that the provider has assigned to this server."),
        PluginOption("oidcSecret", .secret, "The secret that the provider has assigned to this server."),
        PluginOption("oidcSecretFile", .path, "A file that contains this secret."),
        PluginOption(
            "oidcTitle", .text,
            "The name of the provider on the page; the default is the host of its address."),
        PluginOption(
            "oidcClaim", .text, default: "email",
            "The claim with a person's name in the file of people, such as preferred_username."),
        PluginOption(
            "oidcScopes", .list(.text), default: ["openid", "profile", "email"],
            "The scopes to request from the provider."),
        PluginOption(
            "oidcGroups", .list(.text),
            "The roles of people who aren't in the file of people by their groups, such as family=write."),
    ]

    /// Creates the settings of a provider, or returns `nil` if there is none.
    ///
    /// - Throws: `LootError` with code `configuration` if a setting is missing or invalid.
    init?(_ settings: PluginSettings) throws(LootError) {
        guard let issuer = settings.text("oidcIssuer") else { return nil }
        func refusal(_ reason: Message, _ advice: Message) -> LootError {
            LootError(
                .configuration, "Can't sign people in at \(TextRules.visible(address: issuer)).",
                reason: reason, advice: advice, place: "frontEnd.oidcIssuer")
        }
        guard let client = settings.text("oidcClient"), !client.isEmpty else {
            throw refusal("The ID of this server is missing.", "Set http.oidcClient.")
        }
        self.issuer = issuer
        self.client = client
        secret = try settings.secret("oidcSecret", orIn: "oidcSecretFile")
        let host = (issuer.split(separator: "://").last ?? "").prefix { $0 != "/" && $0 != ":" }
        title = settings.text("oidcTitle") ?? String(host)
        claim = settings.text("oidcClaim") ?? claim
        let chosen = settings.texts("oidcScopes")
        if !chosen.isEmpty { scopes = chosen }
        guard scopes.contains("openid") else {
            throw refusal("The scope “openid” is missing.", "Add it to http.oidcScopes.")
        }
        for entry in settings.texts("oidcGroups") {
            guard let equals = entry.lastIndex(of: "="),
                let role = Role(rawValue: String(entry[entry.index(after: equals)...]))
            else {
                throw refusal(
                    "\(TextRules.quoted(entry)) isn't a group and a role.",
                    "Set http.oidcGroups to entries such as family=write.")
            }
            groups[String(entry[..<equals])] = role
        }
    }
}
