public import LootCore
import LootFormats
import Synchronization

/// Another `loot serve` as a store: items live there, and everyone who uses the server shares them.
///
/// What a person reads is read from the server, what they change is changed there. Where the server can't be reached
/// every call says so, nothing is kept for later, and as soon as it can be reached again all is well again.
public final class RemoteStore: ItemStore {
    struct State {
        /// The run of the server that was asked last.
        var server: String
        /// What comes before a revision in the ids of the server's events.
        var eventPrefix: String
        /// The latest state that an answer told of.
        var latest: Revision
        var problem: LootError?
        /// What hands on events, as soon as somebody watches.
        var relay: EventRelay?
        var following: Task<Void, Never>?
        var isClosed = false
    }

    /// What the server's store can do, and that others write to it too.
    public let capabilities: StoreCapabilities

    let address: RemoteAddress
    let timeout: Double
    let transport: Transport
    let state: Mutex<State>

    /// The greatest page that the server gives at once.
    private static let greatestPage = 1_000

    private init(
        _ address: RemoteAddress, _ transport: Transport, timeout: Double, _ description: StoreDescription
    ) {
        self.address = address
        self.transport = transport
        self.timeout = timeout
        capabilities = description.capabilities.union(.shared)
        state = Mutex(
            State(
                server: description.server, eventPrefix: description.eventPrefix,
                latest: description.revision, problem: description.problem))
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
        let transport = Transport()
        let seconds = Double(max(1, timeout))
        do throws(LootError) {
            let request = try address.request("GET", "/api/store", timeout: seconds)
            let description = try StoreDescription(
                try await transport.answer(to: request, from: address), address)
            return RemoteStore(address, transport, timeout: seconds, description)
        } catch {
            transport.close()
            throw error
        }
    }

    /// What the server says is wrong with its store.
    public var problem: LootError? { state.withLock(\.problem) }

    /// The server's photos, if it keeps any.
    public var photos: (any PhotoStore)? { capabilities.contains(.photos) ? RemotePhotos(self) : nil }

    // MARK: Reading

    /// The sections of a query's answer, current with the server's last commit.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        guard let remote = RemoteQuery(query) else {
            let (list, revision) = try await whole(query)
            return list.outline(of: query, at: revision)
        }
        let answer = try await get("/api/sections", remote.parameters)
        guard let digits = answer["revision"]?.digits, let number = UInt64(digits),
            let sections = answer["sections"],
            let outline = Outline(sections, of: query, at: Revision(rawValue: number))
        else { throw unreadable(answer) }
        note(outline.revision)
        return outline
    }

    /// Rows of a query's answer, of one state however many they are.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        guard let remote = RemoteQuery(query) else {
            let (list, revision) = try await whole(query)
            return list.page(of: query, rows: rows, at: revision)
        }
        return try await pages(of: remote, rows: rows).page
    }

    /// Rows of a query's answer with the outline, as the server has them in one state.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        guard let remote = RemoteQuery(query) else {
            let (list, revision) = try await whole(query)
            return Answer(
                outline: list.outline(of: query, at: revision),
                page: list.page(of: query, rows: rows, at: revision))
        }
        let pages = try await pages(of: remote, rows: rows, [("outline", "true")])
        guard let outline = pages.outline(of: query) else {
            let missing = LootError(.malformed, "can't read the page", because: "its sections are missing")
            throw LootError.unreadable(address, missing)
        }
        return Answer(outline: outline, page: pages.page)
    }

    /// Rows from several of the server's pages, the first with what is asked for besides. Where somebody writes in
    /// between, they are read again.
    private func pages(
        of query: RemoteQuery, rows: Range<Int>, _ further: [(name: String, value: String)] = []
    ) async throws(LootError) -> PagePart {
        let first = max(0, rows.lowerBound)
        var attempts = 20
        while true {
            var page = try await part(of: query, first, rows.upperBound, further)
            while page.isCurrent, page.items.count < page.wanted(upTo: rows.upperBound) {
                page.add(try await part(of: query, first + page.items.count, rows.upperBound))
            }
            attempts -= 1
            guard page.isCurrent else {
                if attempts > 0 { continue }
                throw LootError(
                    .conflict, "can't read the store at \(address.text)",
                    because: "it is changed faster than so many items can be read", next: "Try again later")
            }
            note(page.revision)
            return page
        }
    }

    private func part(
        of query: RemoteQuery, _ start: Int, _ end: Int, _ further: [(name: String, value: String)] = []
    ) async throws(LootError) -> PagePart {
        let limit = min(max(0, end) - min(start, max(0, end)), RemoteStore.greatestPage)
        let place = [("offset", String(start)), ("limit", String(limit))]
        return try PagePart(try await ask("GET", "/api/items", query.parameters + place + further), address)
    }

    /// All items that could be in a query's answer, where the server can't be told the query itself.
    private func whole(_ query: Query) async throws(LootError) -> (ItemList, Revision) {
        let selection = Query(search: query.search, filter: query.filter, favoritesOnly: query.favoritesOnly)
        guard let remote = RemoteQuery(selection) ?? RemoteQuery(.all) else { return (ItemList(), .initial) }
        let pages = try await pages(of: remote, rows: 0..<Int.max)
        return (ItemList(pages.items), pages.revision)
    }

    /// The item with this id, nil if there is none.
    public func item(_ id: ItemID) async throws(LootError) -> Item? {
        let answer: DocumentValue
        do { answer = try await get("/api/items/\(id)") } catch  where error.code == .noSuchItem {
            return nil
        }
        do { return try ChangeReader.read(answer) { $0.item($1) } } catch {
            throw LootError.unreadable(address, error)
        }
    }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        guard let remote = RemoteQuery(query) else {
            return try await whole(query).0.answer(to: query).firstIndex { $0.id == id }
        }
        let answer = try await get("/api/items/\(id)/position", remote.parameters)
        guard let position = answer["position"] else { throw unreadable(answer) }
        return position.digits.flatMap { Int($0) }
    }

    /// The newest commits that can be undone, and redone, at the server.
    public func history(limit: Int) async throws(LootError) -> History {
        let limit = min(max(0, limit), RemoteStore.greatestPage)
        let answer = try await get("/api/history", [("limit", String(limit)), ("changes", "true")])
        do { return try ChangeReader.read(answer) { $0.history($1) } } catch {
            throw LootError.unreadable(address, error)
        }
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
        state.withLock(\.relay)?.finish()
    }

    // MARK: Asking

    func requireOpen() throws(LootError) {
        if state.withLock(\.isClosed) { throw LootError.storeClosed }
    }

    /// What the server answers to a request that is done.
    func ask(
        _ method: String, _ path: String, _ parameters: [(name: String, value: String)] = [],
        body: [UInt8]? = nil, type: String = "application/json"
    ) async throws(LootError) -> [UInt8] {
        try requireOpen()
        let request = try address.request(method, path, parameters, body: body, type: type, timeout: timeout)
        do throws(LootError) { return try await transport.answer(to: request, from: address).body } catch {
            try requireOpen()
            throw error
        }
    }

    private func get(
        _ path: String, _ parameters: [(name: String, value: String)] = []
    ) async throws(LootError) -> DocumentValue {
        try DocumentValue(answer: try await ask("GET", path, parameters), address)
    }

    /// What the server says of itself now.
    func description() async throws(LootError) -> StoreDescription {
        let request = try address.request("GET", "/api/store", timeout: min(timeout, 5))
        let description = try StoreDescription(
            try await transport.answer(to: request, from: address), address)
        state.withLock { $0.problem = description.problem }
        return description
    }

    /// Takes note of a state that the server is in.
    func note(_ revision: Revision) {
        state.withLock { $0.latest = max($0.latest, revision) }
    }

    private func unreadable(_ answer: DocumentValue) -> LootError {
        LootError.unreadable(
            address, LootError(.malformed, "can't read the answer", because: "\(answer.content)"))
    }
}
