package import LootActions
package import LootCore
package import LootPlugins
import Platform
package import WebServer

/// The configuration of the server.
package struct HTTPConfiguration: Sendable {
    /// The address to listen on.
    package var address = SocketAddress.loopback(port: 8080)
    /// Whether to open the page in a browser.
    package var opensBrowser = false
    /// The symbol before amounts.
    package var currency = "$"
    /// The value at or above which an item is considered valuable.
    package var highValue: Amount = 50
    /// Whether pictures keep the location where they were taken.
    package var keepsPosition = false
    /// The time span for which the page lists due dates.
    package var dueWithin = DueDate.usualSpan
    /// The token for clients, or `nil` to accept all clients that can reach the server.
    package var token: String?
    /// The file with the people who have their own tokens, and with share links, or `nil`.
    package var people: PeopleFile?
    /// The author in the history for changes by clients that specify none.
    package var tokenName = "web"
    /// The text on the sign-in page about how to get access, or `nil` for the usual one.
    package var accessHint: String?
    /// Whether the sign-in page names the managers of the list.
    package var namesManagers = false
    /// Additional host names of the server.
    package var names: [String] = []
    /// The origins of other sites whose pages may use the API.
    package var origins: [String] = []
    /// The addresses to notify of changes.
    package var webhooks: [String] = []
    /// The secret for signing webhook requests.
    package var webhookSecret: String?
    /// The hour at which reminders are sent, or `nil` to send none.
    package var remindAt: Int?
    /// Whether to display the address as a QR code.
    package var showsCode = false
    /// Warnings about the settings for the person who runs the server.
    package private(set) var warnings: [Message] = []
    /// The public address of the server behind a reverse proxy.
    package var publicURL: String?
    /// The proxies whose `X-Forwarded-For` header is trusted.
    package var trustedProxies: [String] = []
    /// The header in which a trusted proxy names the person it has signed in, or `nil`.
    package var remoteUser: String?
    /// The role of people whom a proxy has signed in and who aren't in the file of people.
    package var remoteUserRole = Role.none
    /// The provider at which people can sign in, or `nil`.
    var provider: ProviderSignIn.Settings?
    /// The number of threads that serve connections. The default is one less than the number of processors.
    package var threads: Int?
    /// Whether to serve the API only on standard input and output.
    package var isPiped = false
    /// Whether to serve the Model Context Protocol on standard input and output.
    package var servesAssistant = false
    /// Whether assistants may change items.
    package var allowsChanges = false
    /// Whether to log all requests.
    package var logsRequests = false
    /// The limits of the server.
    package var limits = Limits()

    /// Creates the default configuration.
    package init() {}

    /// Creates a configuration from settings.
    ///
    /// - Throws: `LootError` with code `configuration` if the token file can't be read, or if the address is
    ///   reachable by others without a token.
    package init(_ settings: PluginSettings) throws(LootError) {
        let host = settings.text("address") ?? address.host
        address = SocketAddress(
            host: host == "localhost" ? "127.0.0.1" : host, port: settings.integer("port") ?? address.port)
        opensBrowser = settings.flag("open")
        currency = settings.text("currency") ?? currency
        highValue = settings.amount("highValue") ?? highValue
        keepsPosition = settings.flag("keepPosition")
        dueWithin = try settings.span("dueWithin") ?? dueWithin
        accessHint = settings.text("accessHint")
        namesManagers = settings.flag("namesManagers")
        names = settings.texts("names")
        origins = settings.texts("origins")
        webhooks = settings.texts("webhooks")
        webhookSecret = try settings.secret("webhookSecret", orIn: "webhookSecretFile")
        remindAt = settings.integer("remindAt")
        showsCode = settings.flag("qr")
        people = settings.text("people").map { PeopleFile($0) }
        publicURL = settings.text("publicURL")
        trustedProxies = settings.texts("trustedProxies")
        remoteUser = settings.text("remoteUser")
        remoteUserRole = settings.text("remoteUserRole").flatMap(Role.init) ?? remoteUserRole
        provider = try ProviderSignIn.Settings(settings)
        threads = settings.integer("threads")
        isPiped = settings.flag("stdio")
        servesAssistant = settings.flag("mcp")
        allowsChanges = settings.flag("allowChanges")
        logsRequests = settings.flag("accessLog")
        token = try settings.secret("token", orIn: "tokenFile")
        tokenName = settings.text("tokenName") ?? tokenName
        for limit in HTTPConfiguration.limitOptions {
            if let number = settings.integer(limit.option.name) { limit.set(&limits, number) }
        }
        limits.sharedClients = Set(trustedProxies)
        for name in ["tokenFile", "webhookSecretFile", "oidcSecretFile"] { warn(of: settings.text(name)) }
        if let people, people.isOpenToOthers { warn(of: people.path) }
        if !webhooks.isEmpty, webhookSecret == nil {
            warnings.append("Messages to webhooks aren't signed. Set http.webhookSecretFile.")
        }
        try check()
    }

    /// Adds a warning if other users on this machine can read a secret.
    private mutating func warn(of path: String?) {
        guard let path, let status = try? Files.status(at: path), status.permissions & 0o077 != 0 else {
            return
        }
        let file = TextRules.visible(path: path)
        warnings.append("Other users of this machine can read \(file). Protect it with: chmod 600 \(file)")
    }

    private mutating func check() throws(LootError) {
        if let token, let reason = HTTPConfiguration.weakness(of: token) {
            throw LootError(
                .configuration, "Can't protect the server.", reason: reason,
                advice: "Create a long token, for example with “openssl rand -hex 16”.",
                place: "frontEnd.token")
        }
        if let webhookSecret, webhookSecret.utf8.count < 16 {
            throw LootError(
                .configuration, "Can't sign webhook messages.",
                reason: "The secret is shorter than 16 characters.",
                advice: "Create a long secret, for example with “openssl rand -hex 16”.",
                place: "frontEnd.webhookSecret")
        }
        guard Sockets.isNumeric(address.host) else {
            throw LootError(
                .configuration, "Can't serve on \(TextRules.visible(address.host)).",
                reason: "It isn't an IP address.",
                advice: "Use 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.",
                place: "frontEnd.address")
        }
        guard token == nil, remoteUser == nil, provider == nil else { return }
        if let people, try !people.read().people.isEmpty { return }
        if isLoopback {
            if publicURL == nil, trustedProxies.isEmpty, names.isEmpty { return }
            warnings.append(
                """
                Everyone who reaches this server, for example through a proxy, can change everything. Add yourself with: loot \
                people add NAME --role manage
                """)
            return
        }
        throw LootError(
            .configuration, "Can't serve on \(TextRules.visible(address.host)).",
            reason: "Anyone who can reach this address could read and change the list.",
            advice: "Create a token with “loot people add NAME”, set http.token, or serve on 127.0.0.1.",
            place: "frontEnd.address")
    }

    /// Returns why a token is easy to guess, or `nil` if it isn't.
    private static func weakness(of token: String) -> Message? {
        if token.utf8.count < 12 { return "The token is shorter than 12 characters." }
        return Set(token).count < 6 ? "The token has too few different characters." : nil
    }

    /// Whether only this machine can reach the server.
    var isLoopback: Bool {
        if address.host == "::1" { return true }
        let parts = address.host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension HTTPConfiguration {
    /// The configuration options.
    static let options: [PluginOption] =
        [
            PluginOption("address", .text, default: "127.0.0.1", "The IP address to listen on."),
            PluginOption(
                "port", .integer(0...65_535), default: 8080, "The port; 0 lets the system choose."),
            PluginOption("open", .flag, default: false, "Show the page in a browser."),
            PluginOption(
                "currency", .text, default: "$",
                "The default currency of amounts: a symbol, or a code such as EUR."),
            PluginOption(
                "highValue", .amount, default: 50,
                "Amounts of at least this value are shown in red instead of green."),
            PluginOption(
                "keepPosition", .flag, default: false,
                "Keep the GPS location in added pictures."),
            PluginOption(
                "dueWithin", .text, default: "30 days", "The period in which due dates are shown."),
            PluginOption("token", .secret, "The token that clients must send."),
            PluginOption("tokenFile", .path, "A file that contains the token."),
            PluginOption(
                "people", .path, default: "people.json",
                "The file with the people and their tokens, managed by “loot people”."),
            PluginOption(
                "tokenName", .text, default: "web",
                "The author in the history for changes by clients that don't name one."),
            PluginOption(
                "accessHint", .text,
                "The text on the sign-in page about how to get access, such as “Ask Ann at the front desk.”"),
            PluginOption(
                "namesManagers", .flag, default: false,
                "Name the people who manage the list on the sign-in page."),
            PluginOption("names", .list(.text), "Additional host names of the server."),
            PluginOption("qr", .flag, default: false, "Show the address as a QR code."),
            PluginOption(
                "origins", .list(.text),
                "Other sites whose pages can use the API, such as https://example.org."),
            PluginOption("webhooks", .list(.text), "Addresses to which every change is posted."),
            PluginOption("webhookSecret", .secret, "The secret used to sign webhook messages."),
            PluginOption("webhookSecretFile", .path, "A file that contains this secret."),
            PluginOption(
                "remindAt", .integer(0...23),
                "The hour of the day at which the list's reminders are sent, such as 8."),
            PluginOption("publicURL", .text, "The public address of the server behind a reverse proxy."),
            PluginOption(
                "trustedProxies", .list(.text), "Addresses of proxies whose X-Forwarded-For is trusted."),
            PluginOption(
                "remoteUser", .text,
                "The header in which a trusted proxy names the person it has signed in, such as Remote-User."),
            PluginOption(
                "remoteUserRole", .choice(Role.allCases.map(\.rawValue)), default: "none",
                "The role of people whom the proxy has signed in and who aren't in the file of people."),
            PluginOption(
                "threads", .integer(1...64),
                "The number of threads for connections; the default is the number of processors minus one."),
            PluginOption(
                "stdio", .flag, default: false,
                "Serve the API on standard input and output, one line per request."),
            PluginOption(
                "mcp", .flag, default: false,
                "Serve an assistant on standard input and output (Model Context Protocol)."),
            PluginOption("allowChanges", .flag, default: false, "Let the assistant change items."),
            PluginOption("accessLog", .flag, default: false, "Log every request to standard error."),
        ] + ProviderSignIn.Settings.options + limitOptions.map(\.option)

    /// An option for a limit and the property that it sets.
    private struct LimitOption: Sendable {
        let option: PluginOption
        let set: @Sendable (inout Limits, Int) -> Void

        init(
            _ name: String, _ range: ClosedRange<Int>, default number: Int, _ summary: Message,
            _ set: @escaping @Sendable (inout Limits, Int) -> Void
        ) {
            option = PluginOption(name, .integer(range), default: .integer(number), summary)
            self.set = set
        }
    }

    private static let limitOptions: [LimitOption] = [
        LimitOption("connections", 1...1_000_000, default: 1_024, "The maximum number of connections.") {
            $0.connections = $1
        },
        LimitOption(
            "connectionsPerClient", 1...1_000_000, default: 256,
            "The maximum number of connections per address."
        ) {
            $0.connectionsPerClient = $1
        },
        LimitOption(
            "headerSeconds", 1...3_600, default: 10, "The maximum time for receiving a request's header."
        ) {
            $0.headerTime = .seconds($1)
        },
        LimitOption("bodyIdleSeconds", 1...3_600, default: 10, "The maximum pause in a request's body.") {
            $0.bodyIdleTime = .seconds($1)
        },
        LimitOption(
            "bytesPerSecond", 1...1_000_000, default: 2_000,
            "The minimum speed at which clients must send and read, in bytes per second."
        ) {
            $0.bytesPerSecond = $1
        },
        LimitOption("keepAliveSeconds", 1...3_600, default: 60, "The maximum idle time of a connection.") {
            $0.keepAliveTime = .seconds($1)
        },
        LimitOption(
            "writeIdleSeconds", 1...3_600, default: 10,
            "The maximum time that a client can go without reading."
        ) {
            $0.writeIdleTime = .seconds($1)
        },
        LimitOption(
            "graceSeconds", 0...3_600, default: 10,
            "The time to finish running requests when the server stops."
        ) {
            $0.graceTime = .seconds($1)
        },
        LimitOption(
            "requestLineBytes", 64...1_048_576, default: 8_192, "The maximum length of a request line."
        ) {
            $0.requestLine = $1
        },
        LimitOption("headerBytes", 256...1_048_576, default: 65_536, "The maximum length of the header.") {
            $0.headerBytes = $1
        },
        LimitOption("headerFields", 1...10_000, default: 100, "The maximum number of header fields.") {
            $0.headerFields = $1
        },
        LimitOption("bodyBytes", 1_024...1_073_741_824, default: 2_097_152, "The maximum length of a body.") {
            $0.bodyBytes = $1
        },
        LimitOption("bufferedBytes", 4_096...16_777_216, default: 65_536, "The buffer size of a connection.")
        {
            $0.bufferedBytes = $1
        },
    ]
}
