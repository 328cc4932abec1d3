import Basics
import Localization
import LootAPI
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import WebServer

/// Handles all requests: the API, the pages, and their shared parts.
final class Site: Sendable {
    let configuration: HTTPConfiguration
    let host: any ProgramHost
    /// The actions that the pages, the API and assistants offer.
    let actions: [Action]
    let inventory: Inventory
    /// The presentation of items, with the current settings of the list.
    var presentation: ItemPresentation { configuration.presentation.of(host) }
    /// The custom fields that are declared in the configuration.
    var ownFields: OwnFields { host.ownFields }
    let feed: ChangeFeed
    let access: Access
    /// The addresses of the list.
    let addresses: ListAddresses
    /// The lists of the server.
    let directory: ListDirectory
    let counters: ServerCounters
    let states = StateTags()
    let condition: StoreCondition
    let repeats: RepeatedRequests
    /// The requests and streams that use the store.
    let uses = UseCounter()
    /// Returns the current day. Relative dates refer to it.
    let today: @Sendable () -> Day
    let answers: AnswerCache
    let views: KnownViews
    let messages = RecentMessages()
    let snapshots: HeldSnapshots
    let lists: LiveLists
    let allowances: Allowances
    private let log: @Sendable (String) -> Void

    /// Creates the site for the host's store. `base` is the path of the list, and `access` is shared with other lists.
    init(
        _ configuration: HTTPConfiguration, host: any ProgramHost, base: String = "", access: Access? = nil,
        directory: ListDirectory = ListDirectory(),
        counters: ServerCounters = ServerCounters(), snapshots: HeldSnapshots = HeldSnapshots(),
        allowances: Allowances = Allowances(), repeats: RepeatedRequests = RepeatedRequests(),
        today: @escaping @Sendable () -> Day = { .today },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(LootError) {
        self.today = today
        self.snapshots = snapshots
        self.allowances = allowances
        self.repeats = repeats
        answers = AnswerCache(allowances)
        self.configuration = configuration
        self.host = host
        actions = host.actions.filter(\.isServed)
        views = KnownViews(host)
        self.counters = counters
        self.log = log
        let store = try await host.store()
        let condition = StoreCondition(store, log: log)
        self.condition = condition
        inventory = Inventory(
            store, author: configuration.tokenName, keepsPosition: configuration.keepsPosition
        ) { condition.note($0) }
        feed = try await ChangeFeed(store, states: states, condition: condition, host: host)
        addresses = ListAddresses(base: base)
        self.directory = directory
        if let access {
            self.access = access
        } else {
            self.access = try Access(configuration, list: host.listName, log: log)
        }
        lists = LiveLists(
            ListMaker(
                inventory: inventory, states: states, condition: condition, configuration: configuration,
                host: host, addresses: addresses, actions: actions,
                due: DueToday(
                    inventory, within: { host.listSettings.dueWithin ?? configuration.dueWithin },
                    today: today),
                allowances: allowances))
        // Read the history in advance, so that the first request doesn't have to wait for a writer.
        if let revision = try? await store.summary().revision {
            _ = try? await condition.steps(at: revision, of: inventory)
        }
    }

    var store: any ItemStore { inventory.store }

    /// Whether the store wasn't used for some time, and nothing is lost when it is closed.
    func isUnused(for time: Duration) -> Bool {
        uses.isUnused(for: time) && snapshots.count == 0 && store.capabilities.contains(.durable)
    }

    /// Broadcasts the store's events until the store is closed or the task is canceled.
    func run() async {
        async let beat: Void = lists.run()
        await feed.run()
        lists.finish()
        await beat
    }

    /// The router with all routes.
    var router: Router {
        var router = Router()
        router.prepare { request in try self.check(&request) }
        router.finish { request, response in
            Language.$named.withValue(request.language) { self.explain(request, &response) }
        }
        router.finish(addresses.finish)
        router.finish(Response.leaveOutKnown)
        router.finish(Response.takeRange)
        router.finish(Compression().finish)
        router.finish(access.crossOrigin.finish)
        router.finish(SecurityHeaders.add)
        router.finish { [condition] request, response in
            guard let problem = condition.problem, request.path.hasPrefix("/api/") else { return }
            response.headers["Loot-Problem"] = problem.code.rawValue
        }
        addAPI(to: &router)
        addPages(to: &router)
        return router
    }

    /// Runs work that may take a long time on another thread, so that other requests don't have to wait. The closure is
    /// `@concurrent`, because an actor would move it back to the caller's thread.
    static func offEventLoop<Outcome: Sendable>(
        _ work: @concurrent () async throws -> Outcome
    ) async throws -> Outcome {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await work() }
    }

    /// Returns the response of `body` to the given request, on behalf of the caller and within the caller's allowances.
    /// The caller needs the given role. A stream ends when the request no longer identifies the same caller.
    func answer(
        _ request: Request, for role: Role, _ body: () async throws -> Response
    ) async throws -> Response {
        let caller = request.caller
        if case .visitor = caller, role != .none { return try access.refusal(of: request) }
        try caller.require(role)
        try request.requirePlainBody()
        let use = uses.begin()
        let person = caller.account
        let running = try allowances.take(of: .requests, for: person)
        let sending = try allowances.take(
            request.bodyLength ?? configuration.limits.bodyBytes, of: .uploads, for: person)
        defer { sending.release() }
        // Requests that change something mainly wait for the store and not for a processor. Signing in may wait for a
        // provider. This wait must not delay other requests.
        let path = request.path
        let needsTurn = request.method.isSafe && path != "/healthz" && !Access.isForSigningIn(path)
        let response = try await allowances.turns.waiting(for: needsTurn ? person : nil) {
            try await DeclaredFields.$current.withValue(DeclaredFields { [host] in host.ownFields }) {
                try await allowances.charging(person) { try await caller.acting(body) }
            }
        }
        // Writing and compressing a byte takes about one step.
        allowances.spend(response.body.length ?? 0, for: person)
        guard response.isEndless else { return response.holding(use).holding(running) }
        running.release()
        let following = response.holding(use).holding(try allowances.take(of: .streams, for: person))
        return following.ending { [access] in access.sender(of: request).caller != caller }
    }

    /// Charges the caller of the current request for reading all items.
    func chargeWholeList() async {
        guard let count = try? await store.summary().count else { return }
        WorkBudget.current?.spend(rows: count * 4)
    }

    /// Returns the response that reports the given error. Logs an internal error, and reports only a summary of it to
    /// the client.
    func response(to error: LootError) -> Response { problem(error).response }

    /// Returns the problem document for the given error. If the store itself has the problem, the document doesn't
    /// blame the request.
    func problem(_ error: LootError) -> Problem {
        let isKnown = condition.problem.map { $0.code == error.code } ?? false
        let problem = isKnown ? Problem(unhealthy: error) : Problem(error)
        if problem.status >= 500 || error.code == .readOnly, !isKnown { note(error) }
        return problem
    }

    /// Logs the given internal error and checks whether the store has a permanent problem.
    func note(_ error: LootError) {
        log("\(error)")
        Task { [condition] in await condition.look() }
    }
}
