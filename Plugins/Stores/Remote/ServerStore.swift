import LootAPI
import LootCore
import Synchronization
import WebClient

/// What ``RemoteStore/open(_:token:timeout:)`` opens.
final class ServerStore: ItemStore, ReaderWrapper, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore,
    MonitoredStore
{
    struct State {
        /// The run of the server that was asked last.
        var server: String
        /// What comes before a revision in the ids of the server's events.
        var eventPrefix: String
        /// The latest revision that an answer told of.
        var latest: Revision
        var problem: LootError?
        /// What hands on events, as soon as a caller watches.
        var relay: EventRelay?
        var following: Task<Void, Never>?
        /// The answers that the server follows.
        var followed: [FollowedAnswer] = []
        var isClosed = false
    }

    /// What the server's store can do, and that others write to it too.
    let capabilities: StoreCapabilities

    let address: RemoteAddress
    let patience: Duration
    let transport: Transport
    /// Where streams come from: they keep their connections, which requests then need not wait for.
    let streams: Transport
    let state: Mutex<State>

    private init(
        _ address: RemoteAddress, _ transport: Transport, streams: Transport, patience: Duration,
        _ description: StoreDescription
    ) {
        self.address = address
        self.transport = transport
        self.streams = streams
        self.patience = patience
        capabilities = description.capabilities.union(.shared)
        state = Mutex(
            State(
                server: description.server, eventPrefix: description.eventPrefix,
                latest: description.revision, problem: description.problem(at: address)))
    }

    deinit {
        state.withLock { $0.following?.cancel() }
        transport.close()
        streams.close()
    }

    /// Opens the store, see ``RemoteStore/open(_:token:timeout:)``.
    static func open(_ url: String, token: String?, timeout: Int) async throws(LootError) -> ServerStore {
        let address = try RemoteAddress(url, token: token)
        let transport = try Transport()
        let streams = try Transport(connectionLimit: 128)
        let patience = Duration.seconds(max(1, timeout))
        do throws(LootError) {
            let description = try await transport.description(from: address, patience: patience)
            return ServerStore(address, transport, streams: streams, patience: patience, description)
        } catch {
            transport.close()
            await transport.end()
            throw error
        }
    }

    /// What the server says is wrong with its store.
    var health: StoreHealth { StoreHealth(problem: state.withLock(\.problem)) }

    /// The server's files, if it keeps any.
    var keeper: (any FileKeeper)? { capabilities.contains(.files) ? RemoteFiles(self) : nil }

    // MARK: Reading

    /// The server's store as it is; pages are of one state however many rows they have.
    var reader: any ItemReader { reading }

    var reading: RemoteReading { RemoteReading(store: self) }

    /// The server's state as it is now, held by the server for as long as it is read.
    func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        capabilities.contains(.snapshots)
            ? try await RemoteSnapshot(of: self) : try await PagedSnapshot(of: self)
    }

    /// The newest commits that can be undone, and redone, at the server.
    func readHistory(limit: Int) async throws(LootError) -> History {
        let limit = min(max(0, limit), API.greatestPage)
        return try await ask(API.readHistory, (limit, true)).history
    }

    /// How an item came to be what it is, as the server tells.
    func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await ask(API.readItemHistory, (item, min(max(0, limit), API.greatestPage)))
    }

    /// Gives up what is under way, and ends the streams of events.
    func close() async throws(LootError) {
        let (following, followed) = state.withLock { state in
            state.isClosed = true
            return (state.following.take(), state.followed)
        }
        following?.cancel()
        for answer in followed { answer.answer?.end() }
        transport.close()
        streams.close()
        await following?.value
        await transport.end()
        await streams.end()
        state.withLock(\.relay)?.finish()
    }

    // MARK: Asking

    func requireOpen() throws(LootError) {
        if state.withLock(\.isClosed) { throw LootError.storeClosed }
    }

    /// What the server answers.
    @discardableResult
    func ask<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input
    ) async throws(LootError) -> Output {
        try requireOpen()
        let body: [UInt8]
        do throws(LootError) {
            let request = address.request(endpoint.request(input), patience: patience)
            let answer = try await transport.answer(to: request, from: address)
            note(problem: answer.problem)
            body = answer.body
        } catch {
            try requireOpen()
            if error.code == .damaged { note(problem: error.code.rawValue) }
            throw error
        }
        do { return try endpoint.answer.read(body) } catch { throw LootError.unreadable(address, error) }
    }

    /// What the server answers; nil where it refuses with a code that says that it has no such thing.
    func ask<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input, orNil code: LootError.Code
    ) async throws(LootError) -> Output? {
        do throws(LootError) { return try await ask(endpoint, input) } catch  where error.code == code {
            return nil
        }
    }

    /// What the server says of itself now.
    func description() async throws(LootError) -> StoreDescription {
        let description = try await transport.description(
            from: address, patience: min(patience, .seconds(5)))
        state.withLock { $0.problem = description.problem(at: address) }
        return description
    }

    /// Takes note of what an answer says is wrong with the server's store; what is known of that already says more.
    private func note(problem code: String?) {
        state.withLock { state in
            guard state.problem?.code.rawValue != code else { return }
            state.problem = code.map { LootError(problem: LootError.Code(rawValue: $0), at: address) }
        }
    }

    /// Takes note of a state that the server is in.
    func note(_ revision: Revision) {
        state.withLock { $0.latest = max($0.latest, revision) }
    }
}
