import LootAPI
import LootCore

/// How items are read from a server: from its store as it is, or from a snapshot that it holds.
struct RemoteReading: ItemReader {
    let store: ServerStore
    /// The id of the snapshot, nil for the store as it is.
    var snapshot: String?

    /// What is longer does not fit into a request's first line.
    private static let greatestTarget = 6_000

    /// A query as the server is told it; nil for one that can't be told.
    func text(of query: Query) -> QueryText? {
        guard let text = QueryText(query) else { return nil }
        let target = API.listSections.request((text, snapshot)).target
        return target.utf8.count < RemoteReading.greatestTarget ? text : nil
    }

    /// The sections of a query's answer, current with the state that is read.
    func outline(of query: Query) async throws(LootError) -> Outline {
        guard let text = text(of: query) else {
            let (list, revision) = try await whole(query)
            return list.outline(of: query, at: revision)
        }
        let sections = try await store.ask(API.listSections, (text, snapshot))
        store.note(sections.outline.revision)
        return sections.outline(of: query)
    }

    /// Rows of a query's answer, of one state however many they are.
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        guard let text = text(of: query) else {
            let (list, revision) = try await whole(query)
            return list.page(of: query, rows: rows, at: revision)
        }
        return try await pages(of: text, rows: rows).page
    }

    /// Rows of a query's answer with the outline, as the server has them in one state.
    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        guard let text = text(of: query) else {
            let (list, revision) = try await whole(query)
            return Answer(
                outline: list.outline(of: query, at: revision),
                page: list.page(of: query, rows: rows, at: revision))
        }
        let pages = try await pages(of: text, rows: rows, outline: true)
        guard let sections = pages.sections else {
            let missing = LootError(.malformed, "can't read the page", because: "its sections are missing")
            throw LootError.unreadable(store.address, missing)
        }
        return Answer(outline: sections.outline(of: query), page: pages.page)
    }

    /// Rows from several of the server's pages, the first with the outline if it is asked for. Where a client writes in
    /// between, they are read again.
    private func pages(
        of text: QueryText, rows: Range<Int>, outline: Bool = false
    ) async throws(LootError) -> ListedItems {
        let first = max(0, rows.lowerBound)
        for _ in 0..<20 {
            var page = try await part(of: text, first, rows.upperBound, outline: outline)
            var isWhole = true
            while isWhole, page.page.items.count < page.wanted(upTo: rows.upperBound) {
                let more = try await part(of: text, first + page.page.items.count, rows.upperBound)
                isWhole = more.isOfSameState(as: page) && !more.page.items.isEmpty
                page.add(more)
            }
            guard isWhole else { continue }
            store.note(page.page.revision)
            return page
        }
        throw LootError(
            .conflict, "can't read the store at \(store.address.text)",
            because: "it is changed faster than so many items can be read", next: "Try again later")
    }

    private func part(
        of text: QueryText, _ start: Int, _ end: Int, outline: Bool = false
    ) async throws(LootError) -> ListedItems {
        let start = min(start, API.greatestNumber)
        let limit = min(max(0, end) - min(start, max(0, end)), API.greatestPage)
        return try await store.ask(API.listItems, (text, limit, start, nil, outline, false, snapshot))
    }

    /// All items that could be in a query's answer, where the server can't be told the query itself.
    private func whole(_ query: Query) async throws(LootError) -> (ItemList, Revision) {
        let selection = Query(search: query.search, filter: query.filter, favoritesOnly: query.favoritesOnly)
        let text = text(of: selection) ?? QueryText(sections: .rule(nil))
        let page = try await pages(of: text, rows: 0..<Int.max).page
        return (ItemList(page.items), page.revision)
    }

    /// The item with this id, nil if there is none.
    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await store.ask(API.readItem, (id, snapshot), orNil: .noSuchItem)
    }

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        guard let text = text(of: query) else {
            return try await whole(query).0.answer(to: query).firstIndex { $0.id == id }
        }
        return try await store.ask(API.findItem, (id, text, snapshot))
    }
}
