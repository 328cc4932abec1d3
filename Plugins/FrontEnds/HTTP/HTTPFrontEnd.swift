package import LootCore
package import LootPlugins
import WebServer

/// The front end for browsers and programs: serves pages and the API until it is told to stop.
package struct HTTPFrontEnd: FrontEnd {
    private let configuration: HTTPConfiguration
    private let host: any FrontEndHost
    private let announce: @Sendable (String) -> Void
    private let log: @Sendable (String) -> Void

    /// A front end that says where it is, and what it has to say to the user who runs it.
    package init(
        _ configuration: HTTPConfiguration, host: any FrontEndHost,
        announce: @escaping @Sendable (String) -> Void,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.host = host
        self.announce = announce
        self.log = log
    }

    /// Serves until SIGINT or SIGTERM arrives or the task is canceled, then lets the answers in flight finish.
    ///
    /// - Throws: `LootError` when the store can't be opened or the address can't be listened on.
    package func run() async throws(LootError) -> ExitStatus {
        // A catalog that can't be used is told now, and not when it is asked.
        _ = try host.catalogs()
        let counters = ServerCounters()
        let site = try await Site(configuration, host: host, counters: counters, log: log)
        let log = AccessLog(trustedProxies: configuration.trustedProxies, write: log)
        let isLogging = configuration.logsRequests
        let server: Server
        do {
            server = try Server(
                ServerConfiguration(
                    address: configuration.address, threads: configuration.threads,
                    limits: configuration.limits,
                    counters: counters, accessLog: { log.record($0, isVerbose: isLogging) }),
                router: site.router)
        } catch {
            throw LootError(
                .unavailable, "can't serve at \(configuration.address)", because: error.description,
                next: "Choose another port", remedy: .choosePort)
        }
        let following = Task { await site.run() }
        await server.run(until: [.interrupt, .terminate]) {
            announce(server.url)
            if configuration.opensBrowser { Browser.open(configuration.publicURL ?? server.url) }
        }
        following.cancel()
        await following.value
        return .success
    }
}
