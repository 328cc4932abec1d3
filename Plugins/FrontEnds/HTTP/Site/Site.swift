import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

/// Everything that answers requests: the API, the pages, and what they share.
final class Site: Sendable {
    let configuration: HTTPConfiguration
    let host: any ProgramHost
    let inventory: Inventory
    let presentation: ItemPresentation
    /// The fields of their own that people have declared.
    let ownFields: OwnFields
    let feed: ChangeFeed
    let access: Access
    let counters: ServerCounters
    let states = StateTags()
    let condition: StoreCondition
    let repeats = RepeatedRequests()
    /// What texts ask for.
    let queries = Remembered<DatedText, Query>(limit: 256)
    /// The current day, by which dates in conditions are told.
    let today: @Sendable () -> Day
    let answers: AnswerCache
    let views: KnownViews
    let snapshots: HeldSnapshots
    let lists: LiveLists
    let allowances: Allowances
    private let log: @Sendable (String) -> Void

    /// The site of the host's store.
    init(
        _ configuration: HTTPConfiguration, host: any ProgramHost,
        counters: ServerCounters = ServerCounters(), snapshots: HeldSnapshots = HeldSnapshots(),
        allowances: Allowances = Allowances(), today: @escaping @Sendable () -> Day = { .today },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(LootError) {
        self.today = today
        self.snapshots = snapshots
        self.allowances = allowances
        answers = AnswerCache(allowances)
        self.configuration = configuration
        self.host = host
        views = KnownViews(host)
        self.counters = counters
        self.log = log
        let store = try await host.store()
        let condition = StoreCondition(store, log: log)
        self.condition = condition
        inventory = Inventory(
            store, author: configuration.tokenName, keepsPosition: configuration.keepsPosition
        ) { condition.note($0) }
        ownFields = host.ownFields
        presentation = ItemPresentation(
            money: Money(symbol: configuration.currency), highValue: configuration.highValue,
            ownFields: host.ownFields)
        feed = try await ChangeFeed(store, states: states, condition: condition)
        access = try Access(configuration, log: log)
        lists = LiveLists(
            ListMaker(
                inventory: inventory, states: states, condition: condition, presentation: presentation,
                due: DueToday(inventory, within: configuration.dueWithin, today: today),
                allowances: allowances))
        // Known before a client asks, what can be undone need not be read while others write.
        if let revision = try? await store.summary().revision {
            _ = try? await condition.steps(at: revision, of: inventory)
        }
    }

    var store: any ItemStore { inventory.store }

    /// A query's text with the day on which it is asked.
    func dated(_ text: QueryText) -> DatedText { DatedText(text, today) }

    /// Passes on what happens to the store, until it closes or the task is canceled.
    func run() async {
        async let beat: Void = lists.run()
        await feed.run()
        lists.finish()
        await beat
    }

    /// The routes of everything.
    var router: Router {
        var router = Router()
        router.check { try self.check($0) }
        router.finish { self.explain($0, &$1) }
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

    /// Runs what may take long on another thread, so that those who only read need not wait too. It is no part of the
    /// caller's actor: that would bring it back to the caller's thread.
    static func offEventLoop(_ answer: @concurrent () async throws -> Response) async throws -> Response {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await answer() }
    }

    /// Answers a request for its caller, within what one person may use of the server. A stream ends when its caller is
    /// no longer known.
    func answer(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        try request.requirePlainBody()
        let caller = access.caller(of: request)
        let person = if let caller { caller.name } else { access.visitor(request) as String? }
        let running = try allowances.take(of: .requests, for: person)
        let sending = try allowances.take(
            request.bodyLength ?? configuration.limits.bodyBytes, of: .uploads, for: person)
        defer {
            running.release()
            sending.release()
        }
        let response = try await allowances.charging(person) {
            if let caller { try await caller.acting(body) } else { try await body() }
        }
        // To write and compress a byte takes about a step.
        allowances.spend(response.body.length ?? 0, for: person)
        guard response.isEndless else { return response }
        let following = response.holding(try allowances.take(of: .streams, for: person))
        guard let caller, caller != .anyone else { return following }
        return following.ending { [access] in access.caller(of: request) != caller }
    }

    /// Charges the caller of the current request for reading every item.
    func chargeWholeList() async {
        guard let count = try? await store.summary().count else { return }
        WorkBudget.current?.spend(rows: count * 4)
    }

    /// The answer that an error is. What failed in the machine is told to the user who runs it, and not to the client.
    func response(to error: LootError) -> Response { problem(error).response }

    /// What a client is told of an error. Where the store itself has that problem, it is not the request's fault.
    func problem(_ error: LootError) -> Problem {
        let isKnown = condition.problem.map { $0.code == error.code } ?? false
        let problem = isKnown ? Problem(unhealthy: error) : Problem(error)
        if problem.status >= 500 || error.code == .readOnly, !isKnown { note(error) }
        return problem
    }

    /// Takes note of a failure of the machine, which may be one that lasts.
    func note(_ error: LootError) {
        log("\(error)")
        Task { [condition] in await condition.look() }
    }
}
