import LootControllers
import LootCore
import LootFormats
import WebServer

/// A core query; the web server has a type of that name too.
typealias ItemQuery = LootCore.Query

/// Everything that answers requests: the API, the pages, and what they share.
final class Site: Sendable {
    let configuration: HTTPConfiguration
    let host: any Host
    let inventory: Inventory
    let presentation: ItemPresentation
    let feed: ChangeFeed
    let access: Access
    let counters: ServerCounters
    let states: StateTags
    let repeats = RepeatedRequests()
    let writer = JSONItemWriter()
    /// What addresses ask for, by the parameters that say it.
    let queries = Remembered<[String], ItemQuery>(limit: 256)
    let answers = AnswerCache()
    private let log: @Sendable (String) -> Void

    /// The site of the host's store.
    init(
        _ configuration: HTTPConfiguration, host: any Host, counters: ServerCounters = ServerCounters(),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(LootError) {
        self.configuration = configuration
        self.host = host
        self.counters = counters
        self.log = log
        inventory = Inventory(try await host.store())
        presentation = ItemPresentation(
            money: Money(symbol: configuration.currency), highValue: configuration.highValue)
        states = StateTags(isDurable: inventory.store.capabilities.contains(.durable))
        feed = try await ChangeFeed(inventory.store, states: states)
        access = Access(configuration)
    }

    var store: any ItemStore { inventory.store }

    /// The routes of everything.
    var router: Router {
        var router = Router()
        router.check(access.check)
        router.finish(Response.leaveOutKnown)
        router.finish(SecurityHeaders.add)
        for endpoint in API.endpoints {
            router.on(endpoint.method, endpoint.pattern, bodyLimit: endpoint.bodyLimit) { request in
                do {
                    if endpoint.method.isSafe { return try await endpoint.answer(self, request) }
                    return try await Site.besideReaders { try await endpoint.answer(self, request) }
                } catch let error as LootError {
                    return self.problem(error)
                } catch let error as InvalidDocument {
                    return Problem.response(error)
                }
            }
        }
        addPages(to: &router)
        return router
    }

    /// Runs what may wait for a medium on another thread, so that those who only read need not wait too.
    static func besideReaders(_ answer: () async throws -> Response) async throws -> Response {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await answer() }
    }

    /// The answer that an error is. What failed in the machine is told to whoever runs it, and not to the client.
    func problem(_ error: LootError) -> Response {
        let problem = Problem(error)
        if problem.status.code >= 500 { log("\(error)") }
        return problem.response
    }
}

/// How states of the store are called in entity tags and event ids.
struct StateTags: Sendable {
    /// This run of the server: another one has forgotten what this one remembers.
    let server = String(UInt64.random(in: 1...UInt64.max), radix: 36)
    /// What comes before the revision: a store whose revisions begin anew with the process needs more than a number.
    private let prefix: String

    init(isDurable: Bool) { prefix = isDurable ? "" : server + "-" }

    /// The id of a state.
    func id(_ revision: Revision) -> String { prefix + revision.description }

    /// The entity tag of what shows nothing but a state.
    func entityTag(_ revision: Revision) -> String { "\"\(id(revision))\"" }

    /// The state with an id; nil if it is none of this store's.
    func revision(_ id: String) -> Revision? {
        guard id.hasPrefix(prefix), let number = UInt64(id.dropFirst(prefix.count)) else { return nil }
        return Revision(rawValue: number)
    }
}
