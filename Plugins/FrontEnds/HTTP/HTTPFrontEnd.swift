package import LootCore
package import LootPlugins
import Platform
import QRCode
import WebServer

/// The front end for browsers and programs. Serves pages and the API until it is stopped.
package struct HTTPFrontEnd: FrontEnd {
    private let configuration: HTTPConfiguration
    private let host: any ProgramHost
    private let announce: @Sendable (String) -> Void
    private let log: @Sendable (String) -> Void

    /// Creates a front end. `announce` receives the address, and `log` receives messages for the person who runs the
    /// server.
    package init(
        _ configuration: HTTPConfiguration, host: any ProgramHost,
        announce: @escaping @Sendable (String) -> Void,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.host = host
        self.announce = announce
        self.log = log
    }

    /// Serves until SIGINT or SIGTERM arrives or the task is canceled, and then finishes responses in progress.
    ///
    /// - Throws: `LootError` if the store can't be opened or the server can't listen on the address.
    package func run() async throws(LootError) -> ExitStatus {
        // Report an invalid catalog at startup instead of on first use.
        _ = try host.catalogs()
        if configuration.isPiped || configuration.servesAssistant { return try await talk() }
        let counters = ServerCounters()
        for warning in configuration.warnings { log(warning.text) }
        let lists = try await ServedLists(configuration, host: host, counters: counters, log: log)
        let told = log
        let log = AccessLog(
            clients: ClientAddress(trustedProxies: configuration.trustedProxies), write: log)
        let isLogging = configuration.logsRequests
        let server: Server
        do {
            server = try Server(
                ServerConfiguration(
                    address: configuration.address, threads: configuration.threads,
                    limits: configuration.limits,
                    counters: counters, accessLog: { log.record($0, isVerbose: isLogging) }),
                router: lists.router)
        } catch {
            try? await lists.close()
            throw LootError(
                .unavailable, "Can't serve on \(configuration.address.description).",
                reason: "\(error.reason).", advice: "Choose another port.", remedy: .choosePort)
        }
        let closing = Task { await lists.run() }
        await server.run(until: [.interrupt, .terminate]) {
            let url = Reachable.url(of: server.address)
            announce(url)
            if configuration.showsCode { show(configuration.publicURL ?? url, told) }
            if configuration.opensBrowser { Browser.open(configuration.publicURL ?? url) }
        }
        closing.cancel()
        await closing.value
        try await lists.close()
        return .success
    }

    /// Displays an address as a QR code.
    private func show(_ url: String, _ log: (String) -> Void) {
        if configuration.isLoopback, configuration.publicURL == nil {
            log(
                String(
                    localized:
                        "Only this machine can open \(url). To open the page on a phone, use --address 0.0.0.0"
                ))
        }
        let languages = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { host.environment[$0] }.filter {
            !$0.isEmpty
        }
        let isASCII = languages.first?.lowercased().contains("utf") != true
        // Specify both dark and light colors, because the terminal's own colors could make the code unreadable. A file
        // gets no colors.
        guard let symbol = try? QRSymbol(url) else { return }
        announce(symbol.terminalText(isColored: Terminals.isTerminal(1), isASCII: isASCII))
    }

    /// Exchanges messages with the parent process until it closes the pipe.
    private func talk() async throws(LootError) -> ExitStatus {
        var configuration = configuration
        if configuration.servesAssistant { configuration.tokenName = "assistant" }
        let site = try await Site(configuration, host: host, log: log)
        let following = Task { await site.run() }
        let talk: LineTalk
        if configuration.servesAssistant {
            let tools = AssistantTools(site, mayChange: configuration.allowsChanges)
            talk = LineTalk { await tools.answer(to: $0) }
        } else {
            let api = PipedAPI(site.router)
            talk = LineTalk { await api.answer(to: $0) }
        }
        do throws(LootError) { try await talk.run() } catch {
            following.cancel()
            throw error
        }
        following.cancel()
        await following.value
        return .success
    }
}
