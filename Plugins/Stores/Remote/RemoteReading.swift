import LootCore
import LootFormats

/// How items are read from a server: from its store as it is, or from a snapshot that it holds.
struct RemoteReading: ItemReader {
    let store: RemoteStore
    /// The id of the snapshot, nil for the store as it is.
    var snapshot: String?

    /// The greatest page that the server gives at once.
    static let greatestPage = 1_000

    /// What says which state is meant.
    private var state: [(name: String, value: String)] { snapshot.map { [("snapshot", $0)] } ?? [] }

    /// The sections of a query's answer, current with the state that is read.
    func outline(of query: Query) async throws(LootError) -> Outline {
        guard let remote = RemoteQuery(query) else {
            let (list, revision) = try await whole(query)
            return list.outline(of: query, at: revision)
        }
        let answer = try await store.get("/api/sections", remote.parameters + state)
        guard let digits = answer["revision"]?.digits, let number = UInt64(digits),
            let sections = answer["sections"],
            let outline = Outline(sections, of: query, at: Revision(rawValue: number))
        else { throw store.unreadable(answer) }
        store.note(outline.revision)
        return outline
    }

    /// Rows of a query's answer, of one state however many they are.
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        guard let remote = RemoteQuery(query) else {
            let (list, revision) = try await whole(query)
            return list.page(of: query, rows: rows, at: revision)
        }
        return try await pages(of: remote, rows: rows).page
    }

    /// Rows of a query's answer with the outline, as the server has them in one state.
    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        guard let remote = RemoteQuery(query) else {
            let (list, revision) = try await whole(query)
            return Answer(
                outline: list.outline(of: query, at: revision),
                page: list.page(of: query, rows: rows, at: revision))
        }
        let pages = try await pages(of: remote, rows: rows, [("outline", "true")])
        guard let outline = pages.outline(of: query) else {
            let missing = LootError(.malformed, "can't read the page", because: "its sections are missing")
            throw LootError.unreadable(store.address, missing)
        }
        return Answer(outline: outline, page: pages.page)
    }

    /// Rows from several of the server's pages, the first with what is asked for besides. Where a client writes in
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
                    .conflict, "can't read the store at \(store.address.text)",
                    because: "it is changed faster than so many items can be read", next: "Try again later")
            }
            store.note(page.revision)
            return page
        }
    }

    private func part(
        of query: RemoteQuery, _ start: Int, _ end: Int, _ further: [(name: String, value: String)] = []
    ) async throws(LootError) -> PagePart {
        let limit = min(max(0, end) - min(start, max(0, end)), RemoteReading.greatestPage)
        let place = [("offset", String(start)), ("limit", String(limit))]
        return try PagePart(
            try await store.ask("GET", "/api/items", query.parameters + place + state + further),
            store.address)
    }

    /// All items that could be in a query's answer, where the server can't be told the query itself.
    private func whole(_ query: Query) async throws(LootError) -> (ItemList, Revision) {
        let selection = Query(search: query.search, filter: query.filter, favoritesOnly: query.favoritesOnly)
        guard let remote = RemoteQuery(selection) ?? RemoteQuery(.all) else { return (ItemList(), .initial) }
        let pages = try await pages(of: remote, rows: 0..<Int.max)
        return (ItemList(pages.items), pages.revision)
    }

    /// The item with this id, nil if there is none.
    func item(_ id: ItemID) async throws(LootError) -> Item? {
        let answer: DocumentValue
        do { answer = try await store.get("/api/items/\(id)", state) } catch  where error.code == .noSuchItem
        {
            return nil
        }
        do { return try ChangeReader.read(answer) { $0.storedItem($1) } } catch {
            throw LootError.unreadable(store.address, error)
        }
    }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        guard let remote = RemoteQuery(query) else {
            return try await whole(query).0.answer(to: query).firstIndex { $0.id == id }
        }
        let answer = try await store.get("/api/items/\(id)/position", remote.parameters + state)
        guard let position = answer["position"] else { throw store.unreadable(answer) }
        return position.digits.flatMap { Int($0) }
    }
}
