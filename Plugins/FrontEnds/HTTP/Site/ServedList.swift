import Localization
import LootActions
import LootCore
import LootPlugins
import Synchronization
import WebServer

/// A list of a server. The store of the list is open only while the list is used.
///
/// The store is closed after some time without requests, event streams and snapshots, and opened again by the next
/// request. It stays open if it isn't durable, or if webhooks or reminders use it.
final class ServedList: Sendable {
    /// The list while its store is open.
    struct Opened: Sendable {
        let site: Site
        let router: CompiledRouter
        fileprivate let services: [Task<Void, Never>]
    }

    private enum Phase {
        case closed
        case opening(Task<Result<Opened, LootError>, Never>)
        case open(Opened)
        case closing(Task<Void, Never>)
        /// The store couldn't be opened. It is tried again after some time.
        case failed(LootError, until: ContinuousClock.Instant)
    }

    private struct State {
        var phase = Phase.closed
        /// The reason why the store couldn't be opened the last time.
        var failure: LootError?
    }

    /// The time before a store that couldn't be opened is tried again.
    private static let pause = Duration.seconds(2)

    let access: Access
    /// The path of the list, or an empty string if it is served at `/`.
    let path: String
    private let configuration: HTTPConfiguration
    private let host: any ProgramHost
    private let parts: Parts
    private let repeats = RepeatedRequests()
    private let log: @Sendable (String) -> Void
    /// The server's language.
    private let language: Language? = Language.named
    private let state = Mutex(State())

    /// The parts that the lists of a server share.
    struct Parts: Sendable {
        var directory = ListDirectory()
        let counters: ServerCounters
        let allowances = Allowances()
    }

    init(
        _ configuration: HTTPConfiguration, host: any ProgramHost, path: String, service: SignInService,
        _ parts: Parts, log: @escaping @Sendable (String) -> Void
    ) throws(LootError) {
        access = try Access(configuration, list: host.listName, service: service, log: log)
        (self.configuration, self.host, self.path, self.parts) = (configuration, host, path, parts)
        self.log = log
    }

    // MARK: Opening

    /// The list if its store is open. Counts as a use.
    var opened: Opened? {
        state.withLock { state in
            guard case .open(let opened) = state.phase else { return nil }
            opened.site.uses.touch()
            return opened
        }
    }

    /// The site while the store is open.
    var site: Site? {
        state.withLock { if case .open(let opened) = $0.phase { opened.site } else { nil } }
    }

    /// The reason why the store couldn't be opened the last time, or `nil`.
    var failure: LootError? { state.withLock(\.failure) }

    /// Returns the list, and opens its store if necessary.
    @discardableResult
    func open() async throws(LootError) -> Opened {
        while true {
            if let opened { return opened }
            let phase = state.withLock { state in
                switch state.phase {
                case .failed(_, let end) where end > .now: break
                case .closed, .failed: state.phase = .opening(startOpening())
                case .opening, .open, .closing: break
                }
                return state.phase
            }
            switch phase {
            case .failed(let error, _): throw error
            case .opening(let opening): return try await opening.value.get()
            case .closing(let closing): await closing.value
            case .open, .closed: break
            }
        }
    }

    /// Opens the store and starts the services of the list in a task with the language and custom fields of the server.
    /// The task inherits nothing from the request that opens the list.
    private func startOpening() -> Task<Result<Opened, LootError>, Never> {
        Task.detached { [self] in
            await Language.$named.withValue(language) {
                await DeclaredFields.$current.withValue(DeclaredFields { [host] in host.ownFields }) {
                    await finishOpening()
                }
            }
        }
    }

    private func finishOpening() async -> Result<Opened, LootError> {
        do throws(LootError) {
            let opened = try await openNow()
            state.withLock { ($0.phase, $0.failure) = (.open(opened), nil) }
            return .success(opened)
        } catch {
            try? await host.closeStore()
            let isNew = state.withLock { state in
                defer {
                    (state.phase, state.failure) = (.failed(error, until: .now + ServedList.pause), error)
                }
                return state.failure != error
            }
            if isNew, !path.isEmpty { log("\(error)") }
            return .failure(error)
        }
    }

    private func openNow() async throws(LootError) -> Opened {
        let site = try await Site(
            configuration, host: host, base: path, access: access, directory: parts.directory,
            counters: parts.counters, allowances: parts.allowances, repeats: repeats, log: log)
        let webhooks = try Webhooks(configuration, site.store, site.states, list: host.listName, log: log)
        let reminders = try DailyReminders(
            configuration, site.store, listName: host.nameWithoutTitle, environment: host.environment,
            log: log)
        var services = [Task { await site.run() }]
        if let webhooks { services.append(Task { await webhooks.run() }) }
        if let reminders { services.append(Task { await reminders.run() }) }
        return Opened(site: site, router: CompiledRouter(site.router), services: services)
    }

    // MARK: Closing

    /// Closes the store if it wasn't used for some time.
    func close(ifUnusedFor time: Duration) async {
        guard configuration.webhooks.isEmpty, configuration.remindAt == nil else { return }
        let closing = state.withLock { state -> Task<Void, Never>? in
            // A request that has just found the open list isn't counted yet, but its use is more recent than `time`.
            guard case .open(let opened) = state.phase, opened.site.isUnused(for: time) else { return nil }
            let closing = Task {
                do throws(LootError) { try await self.close(opened) } catch { log("\(error)") }
                self.state.withLock { $0.phase = .closed }
            }
            state.phase = .closing(closing)
            return closing
        }
        await closing?.value
    }

    /// Ends the services and closes the store when the server stops.
    func close() async throws(LootError) {
        switch state.withLock(\.phase) {
        case .opening(let opening): _ = await opening.value
        case .closing(let closing): await closing.value
        case .closed, .open, .failed: break
        }
        if let opened { try await close(opened) }
    }

    private func close(_ opened: Opened) async throws(LootError) {
        for service in opened.services { service.cancel() }
        for service in opened.services { await service.value }
        try await host.closeStore()
    }
}

/// Counts the current uses of a list.
final class UseCounter: Sendable {
    /// A use that ends when nothing refers to it anymore.
    final class Use: Sendable {
        private let counter: UseCounter

        fileprivate init(of counter: UseCounter) { self.counter = counter }

        deinit { counter.add(-1) }
    }

    private let state = Mutex((count: 0, last: ContinuousClock.now))

    /// Returns a new use.
    func begin() -> Use {
        add(1)
        return Use(of: self)
    }

    /// Records a short use.
    func touch() { add(0) }

    private func add(_ number: Int) {
        state.withLock { $0 = ($0.count + number, .now) }
    }

    /// Returns whether there is no current use, and the last use ended at least the given time ago.
    func isUnused(for time: Duration) -> Bool {
        state.withLock { $0.count == 0 && $0.last.duration(to: .now) >= time }
    }
}
