import LootAPI
public import LootCore
import Synchronization

/// Another `loot serve` as a store: items live there, and all clients of the server share them.
///
/// What a person reads is read from the server, what they change is changed there. Where the server can't be reached
/// every call says so, nothing is kept for later, and as soon as it can be reached again all is well again.
public final class RemoteStore: ItemStore {
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
        var isClosed = false
    }

    /// What the server's store can do, and that others write to it too.
    public let capabilities: StoreCapabilities

    let address: RemoteAddress
    let patience: Duration
    let transport: Transport
    let state: Mutex<State>

    private init(
        _ address: RemoteAddress, _ transport: Transport, patience: Duration, _ description: StoreDescription
    ) {
        self.address = address
        self.transport = transport
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
    }

    /// The store of the server at an address such as `https://example.org`.
    ///
    /// - Parameters:
    ///   - url: What `loot serve` printed, or the address of the proxy before it.
    ///   - token: What the server wants to know of its clients.
    ///   - timeout: For how many seconds nothing may come from the server while an answer is awaited.
    /// - Returns: the store, open.
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` when the server can't be reached, or `configuration`
    ///   when it wants another token, or the address is none.
    public static func open(_ url: String, token: String? = nil, timeout: Int = 30) async throws(LootError)
        -> RemoteStore
    {
        let address = try RemoteAddress(url, token: token)
        let transport = try Transport()
        let patience = Duration.seconds(max(1, timeout))
        do throws(LootError) {
            let description = try await transport.description(from: address, patience: patience)
            return RemoteStore(address, transport, patience: patience, description)
        } catch {
            transport.close()
            await transport.end()
            throw error
        }
    }

    /// What the server says is wrong with its store.
    public var problem: LootError? { state.withLock(\.problem) }

    /// The server's photos, if it keeps any.
    public var photos: (any PhotoStore)? { capabilities.contains(.photos) ? RemotePhotos(self) : nil }

    // MARK: Reading

    private var reading: RemoteReading { RemoteReading(store: self) }

    /// The sections of a query's answer, current with the server's last commit.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await reading.outline(of: query)
    }

    /// Rows of a query's answer, of one state however many they are.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await reading.page(of: query, rows: rows)
    }

    /// Rows of a query's answer with the outline, as the server has them in one state.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await reading.answer(to: query, rows: rows)
    }

    /// The item with this id, nil if there is none.
    public func item(_ id: ItemID) async throws(LootError) -> Item? { try await reading.item(id) }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await reading.position(of: id, in: query)
    }

    /// The server's state as it is now, held by the server for as long as it is read.
    public func snapshot() async throws(LootError) -> any ItemSnapshot {
        capabilities.contains(.snapshots)
            ? try await RemoteSnapshot(of: self) : try await PagedSnapshot(of: self)
    }

    /// The newest commits that can be undone, and redone, at the server.
    public func history(limit: Int) async throws(LootError) -> History {
        let limit = min(max(0, limit), API.greatestPage)
        return try await ask(API.readHistory, (limit, true)).history
    }

    /// How an item came to be what it is, as the server tells.
    public func history(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
        try await ask(API.readItemHistory, (item, min(max(0, limit), API.greatestPage)))
    }

    /// Gives up what is under way, and ends the streams of events.
    public func close() async throws(LootError) {
        let following = state.withLock { state in
            state.isClosed = true
            return state.following.take()
        }
        following?.cancel()
        transport.close()
        await following?.value
        await transport.end()
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
