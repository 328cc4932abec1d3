import LootAPI
import LootCore
import LootQueryText

/// Reads the current items of a server's store, or a snapshot that the server holds.
struct RemoteReading: ItemReader {
    let store: ServerStore
    /// The ID of the snapshot, or `nil` for the current items.
    var snapshot: String?

    /// The maximum length of a request target in bytes.
    private static let maximumTargetLength = 6_000

    /// Returns the query as text for the server, or `nil` if it can't be expressed or is too long.
    func text(of query: Query) -> QueryText? {
        guard let text = QueryText(query) else { return nil }
        let target = API.listSections.request((text, snapshot)).target
        return target.utf8.count < RemoteReading.maximumTargetLength ? text : nil
    }

    /// Returns the sections of a query's result.
    func outline(of query: Query) async throws(LootError) -> Outline {
        guard let text = text(of: query) else {
            let (list, revision) = try await whole(query)
            return list.outline(of: query, at: revision)
        }
        let sections = try await store.ask(API.listSections, (text, snapshot))
        store.note(sections.outline.revision)
        return sections.outline(of: query)
    }

    /// Returns rows of a query's result. All rows are from the same revision.
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        guard let text = text(of: query) else {
            let (list, revision) = try await whole(query)
            return list.page(of: query, rows: rows, at: revision)
        }
        return try await pages(of: text, rows: rows).page
    }

    /// Returns the sections and rows of a query's result, from the same revision.
    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        guard let text = text(of: query) else {
            let (list, revision) = try await whole(query)
            return Answer(
                outline: list.outline(of: query, at: revision),
                page: list.page(of: query, rows: rows, at: revision))
        }
        let pages = try await pages(of: text, rows: rows, outline: true)
        guard let sections = pages.sections else {
            let missing = LootError(
                .malformed, "Can't read the page.", reason: "Its sections are missing.")
            throw LootError.unreadable(store.address, missing)
        }
        return Answer(outline: sections.outline(of: query), page: pages.page)
    }

    /// Returns rows from several of the server's pages, with the sections if requested. Reads them again if a client
    /// writes in between.
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
            .conflict, "Can't read the store at \(store.address.text).",
            reason: "It changes faster than it can be read.", advice: "Try again later.")
    }

    private func part(
        of text: QueryText, _ start: Int, _ end: Int, outline: Bool = false
    ) async throws(LootError) -> ListedItems {
        let start = min(start, API.maximumNumber)
        let limit = min(max(0, end) - min(start, max(0, end)), API.maximumPage)
        return try await store.ask(API.listItems, (text, limit, start, nil, outline, false, snapshot))
    }

    /// Returns all items that match the query's search and filter. Used for queries that the server can't
    /// evaluate. If it can't evaluate the search and filter either, returns all items.
    private func whole(_ query: Query) async throws(LootError) -> (ItemList, Revision) {
        var selection = query
        (selection.sort, selection.sectioning) = ([], nil)
        let text = text(of: selection) ?? QueryText(includesDisposed: true, sections: .rule(nil))
        let page = try await pages(of: text, rows: 0..<Int.max).page
        return (ItemList(page.items), page.revision)
    }

    /// Returns an item, or `nil` if there is none with the ID.
    func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await store.ask(API.readItem, (id, snapshot), orNil: .noSuchItem)
    }

    /// The settings of the list. Older servers have none.
    func settings() async throws(LootError) -> ListSettings {
        guard store.capabilities.contains(.settings) else { return ListSettings() }
        return try await store.ask(API.readSettings, snapshot)
    }

    /// Returns the row of an item in the query's result, or `nil` if the item isn't in it.
    func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        guard let text = text(of: query) else {
            return try await whole(query).0.answer(to: query).firstIndex { $0.id == id }
        }
        return try await store.ask(API.findItem, (id, text, snapshot))
    }
}
