import LootAPI
import LootCore
import Synchronization
import WebClient

/// The store that ``RemoteStore/open(_:token:timeout:)`` opens.
final class ServerStore: ItemStore, ReaderWrapper, HistoryStore, SnapshotStore, LiveStore, FileKeepingStore,
    MonitoredStore
{
    struct State {
        /// The ID of the server process that responded last.
        var server: String
        /// The prefix of the revision in the IDs of the server's events.
        var eventPrefix: String
        /// The newest known revision.
        var latest: Revision
        var problem: LootError?
        /// The relay for events, once there is a subscriber.
        var relay: EventRelay?
        var following: Task<Void, Never>?
        /// The live results that the server sends.
        var followed: [FollowedAnswer] = []
        var isClosed = false
    }

    /// The capabilities of the server's store. It is always shared.
    let capabilities: StoreCapabilities

    let address: RemoteAddress
    let patience: Duration
    let transport: Transport
    /// The transport for streams. It has separate connections, so requests don't have to wait for them.
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

    /// Opens the store. See ``RemoteStore/open(_:token:timeout:)``.
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

    var health: StoreHealth { StoreHealth(problem: state.withLock(\.problem)) }

    /// The server's files, if its store has any.
    var keeper: (any FileKeeper)? { capabilities.contains(.files) ? RemoteFiles(self) : nil }

    // MARK: Reading

    /// Reads the current items. Pages of any size are from the same revision.
    var reader: any ItemReader { reading }

    var reading: RemoteReading { RemoteReading(store: self) }

    /// Returns a snapshot of the current items, held by the server if it can.
    func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        capabilities.contains(.snapshots)
            ? try await RemoteSnapshot(of: self) : try await PagedSnapshot(of: self)
    }

    /// Returns the newest commits on the server.
    func readHistory(limit: Int) async throws(LootError) -> History {
        let limit = min(max(0, limit), API.maximumPage)
        return try await ask(API.readHistory, (limit, true)).history
    }

    /// Returns the newest commits on the server without their changes.
    func readTitles(limit: Int) async throws(LootError) -> History {
        let limit = min(max(0, limit), API.maximumPage)
        return try await ask(API.readHistory, (limit, false)).history
    }

    /// Returns the commits that changed an item.
    func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await ask(API.readItemHistory, (item, min(max(0, limit), API.maximumPage)))
    }

    /// Cancels running requests and ends the streams of events.
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

    // MARK: Requests

    func requireOpen() throws(LootError) {
        if state.withLock(\.isClosed) { throw LootError.storeClosed }
    }

    /// Sends a request and returns the decoded response.
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

    /// Sends a request and returns the decoded response, or `nil` if the server responds with the given error code.
    func ask<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input, orNil code: LootError.Code
    ) async throws(LootError) -> Output? {
        do throws(LootError) { return try await ask(endpoint, input) } catch  where error.code == code {
            return nil
        }
    }

    /// Requests the current description of the server's store.
    func description() async throws(LootError) -> StoreDescription {
        let description = try await transport.description(
            from: address, patience: min(patience, .seconds(5)))
        state.withLock { $0.problem = description.problem(at: address) }
        return description
    }

    /// Records the problem code in a response. A known problem with the same code is kept, because it has more
    /// details.
    private func note(problem code: String?) {
        state.withLock { state in
            guard state.problem?.code.rawValue != code else { return }
            state.problem = code.map { LootError(problem: LootError.Code(rawValue: $0), at: address) }
        }
    }

    /// Records a revision of the server's store.
    func note(_ revision: Revision) {
        state.withLock { $0.latest = max($0.latest, revision) }
    }
}
