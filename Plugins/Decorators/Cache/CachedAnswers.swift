import LootCore

/// Cached query results, all from the same revision.
struct CachedAnswers {
    /// A generation of the cache. Results requested in an earlier generation aren't cached.
    struct Moment: Hashable {
        fileprivate var number = 0
    }

    private struct Entry {
        var outline: Outline?
        var pages: [(rows: Range<Int>, page: Page)] = []
    }

    private(set) var moment = Moment()
    private var revision: Revision
    private var answers: [Query: Entry] = [:]
    /// The queries, least recently used first.
    private var order: [Query] = []
    private var items: [ItemID: Item] = [:]
    private var count = 0
    private let limit: Int
    /// Whether the store reports its changes. Otherwise, cached results could be outdated.
    private var isTold = true
    private var isClosed = false

    init(at revision: Revision, limit: Int) {
        self.revision = revision
        self.limit = limit
    }

    // MARK: Answering

    mutating func outline(of query: Query) -> Outline? {
        touch(query)
        return answers[query]?.outline
    }

    mutating func page(of query: Query, rows: Range<Int>) -> Page? {
        touch(query)
        let known = answers[query]?.pages.first { kept in
            kept.rows.lowerBound <= rows.lowerBound && rows.upperBound <= kept.rows.upperBound
        }
        guard let page = known?.page else { return nil }
        let end = page.start + page.items.count
        let start = min(max(rows.lowerBound, page.start), end)
        let stop = min(max(rows.upperBound, start), end)
        let part = page.items[start - page.start..<stop - page.start]
        return Page(revision: page.revision, start: start, items: Array(part))
    }

    func item(_ id: ItemID) -> Item? { items[id] }

    // MARK: Adding

    mutating func keep(_ outline: Outline, of query: Query, askedAt moment: Moment) {
        if isCurrent(outline.revision, moment) { add(outline, of: query) }
    }

    mutating func keep(_ page: Page, of query: Query, rows: Range<Int>, askedAt moment: Moment) {
        if isCurrent(page.revision, moment) { add(page, of: query, rows: rows) }
    }

    mutating func keep(_ answer: Answer, of query: Query, rows: Range<Int>, askedAt moment: Moment) {
        guard isCurrent(answer.page.revision, moment) else { return }
        add(answer.outline, of: query)
        add(answer.page, of: query, rows: rows)
    }

    private mutating func add(_ outline: Outline, of query: Query) {
        answers[query, default: Entry()].outline = outline
        touch(query)
    }

    private mutating func add(_ page: Page, of query: Query, rows: Range<Int>) {
        if page.items.count > limit { return }
        answers[query, default: Entry()].pages.append((rows, page))
        touch(query)
        count += page.items.count
        // Items of removed results may still be in the dictionary, so limit its size.
        if items.count > limit { items.removeAll() }
        for item in page.items { items[item.id] = item }
        while count > limit, order.count > 1 { forget(order.removeFirst()) }
        if count > limit { removeAll() }
    }

    private mutating func forget(_ query: Query) {
        guard let answer = answers.removeValue(forKey: query) else { return }
        for (_, page) in answer.pages {
            count -= page.items.count
            for item in page.items { items[item.id] = nil }
        }
    }

    /// Whether a result is from the newest known revision. A newer result clears the cache and becomes the newest.
    private mutating func isCurrent(_ revision: Revision, _ moment: Moment) -> Bool {
        guard isTold, !isClosed, moment == self.moment, revision >= self.revision else { return false }
        if revision > self.revision {
            removeAll()
            self.revision = revision
        }
        return true
    }

    private mutating func touch(_ query: Query) {
        guard answers[query] != nil, order.last != query else { return }
        order.removeAll { $0 == query }
        order.append(query)
    }

    // MARK: Removing

    /// Updates the cache for a commit.
    mutating func note(_ commit: Commit) {
        guard commit.revision > revision else { return }
        let isNext = commit.revision == revision.next
        let untouched = items
        removeAll()
        revision = commit.revision
        // Other items are unchanged, unless a commit in between was missed.
        if isNext, isTold, untouched.count <= limit {
            items = untouched
            for case let id? in commit.changes.map(\.change.item) { items[id] = nil }
        }
    }

    /// Updates the cache for an event of the store.
    mutating func note(_ event: StoreEvent) {
        switch event {
        case .committed(let commit): note(commit)
        case .reloaded(let revision):
            removeAll()
            self.revision = revision
            isTold = true
        case .failed:
            removeAll()
            isTold = false
        }
    }

    /// Clears the cache if its results are older than a revision.
    mutating func forget(before revision: Revision) {
        guard revision > self.revision else { return }
        removeAll()
        self.revision = revision
    }

    mutating func removeAll() {
        answers.removeAll()
        order.removeAll()
        items.removeAll()
        count = 0
        moment.number += 1
    }

    /// Clears and disables the cache.
    mutating func close() {
        removeAll()
        isClosed = true
    }
}
