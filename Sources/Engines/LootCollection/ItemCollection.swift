package import LootCore

/// Items in the user's order, with cached query results that every change updates.
///
/// A collection is a value type. A copy takes constant time and shares storage with the original. It behaves exactly
/// like `ItemList` but is faster: changes, lookups by ID and pages of cached queries take logarithmic time.
public struct ItemCollection: Sendable {
    // Internal for extensions and tests. Only the code that applies changes may write these properties.
    var content = Content()
    /// The settings of the list.
    package internal(set) var settings = ListSettings()
    var ids = IDTable()
    var labels = OrderLabels()
    /// The cached results. A result that consists of all items in the user's order isn't cached, because `content`
    /// already contains it.
    var warm: [QueryIndex] = []
    /// Records changes to the user's order, if it is set.
    var everything: StepRecorder?
    private var clock: UInt64 = 0
    private let warmLimit: Int

    /// Creates an empty collection that caches the results of the last `warmQueries` queries.
    package init(warmQueries: Int = 8) { warmLimit = max(1, warmQueries) }

    /// Creates a collection of the given items in the user's order. The items must be valid; see
    /// ``/LootCore/Item/validate()``.
    ///
    /// - Throws: `LootError` with code `duplicate-item` if two items have the same ID.
    package init(
        _ items: some Sequence<Item>, settings: ListSettings = ListSettings(), warmQueries: Int = 8
    ) throws(LootError) {
        self.init(warmQueries: warmQueries)
        self.settings = settings
        content = Content(Array(items))
        ids = try IDTable(of: content.items)
        labels = OrderLabels(count: count)
    }

    /// The number of items.
    package var count: Int { content.order.count }

    /// Returns the item with the given ID, or `nil` if it doesn't exist.
    package func item(_ id: ItemID) -> Item? { ids.slot(of: id, in: content.items).map { content[$0] } }

    /// A snapshot of the items in the user's order.
    package var items: Items { Items(content, settings) }

    /// Returns the sections of the given query's result.
    package mutating func outline(of query: Query, at revision: Revision) -> Outline {
        let index = warmIndex(of: query)
        return outline(index, at: revision)
    }

    private func outline(_ index: Int?, at revision: Revision) -> Outline {
        if let index { return warm[index].outline(at: revision) }
        if count == 0 { return Outline(revision: revision, sections: []) }
        let all = ItemSection(key: nil, in: nil, start: 0, count: count, total: content.total)
        return Outline(revision: revision, sections: [all])
    }

    /// Returns the given rows of the query's result. Rows beyond the end are omitted.
    package mutating func page(of query: Query, rows: Range<Int>, at revision: Revision) -> Page {
        let index = warmIndex(of: query)
        return page(index, rows: rows, at: revision)
    }

    /// Returns the given rows of the query's result, together with its sections. Rows beyond the end are omitted.
    package mutating func answer(to query: Query, rows: Range<Int>, at revision: Revision) -> Answer {
        let index = warmIndex(of: query)
        return Answer(outline: outline(index, at: revision), page: page(index, rows: rows, at: revision))
    }

    private func page(_ index: Int?, rows: Range<Int>, at revision: Revision) -> Page {
        let total = index.map { warm[$0].slots.count } ?? count
        let rows = rows.clamped(to: 0..<total)
        var items: [Item] = []
        items.reserveCapacity(rows.count)
        let content = content
        if let index {
            warm[index].slots.forEach(in: rows) { items.append(content[$0]) }
        } else {
            content.order.forEach(in: rows) { items.append(content[$0]) }
        }
        return Page(revision: revision, start: rows.lowerBound, items: items)
    }

    /// Returns the row of the item with the given ID in the query's result, or `nil` if the result doesn't contain the
    /// item.
    package mutating func position(of id: ItemID, in query: Query) -> Int? {
        guard let slot = ids.slot(of: id, in: content.items) else { return nil }
        guard let index = warmIndex(of: query) else { return position(of: slot) }
        guard warm[index].selects(content[slot]) else { return nil }
        return warm[index].row(of: slot, in: content, labels)
    }

    /// Returns the position of the item in the given slot in the user's order.
    func position(of slot: Slot) -> Int {
        let label = labels[slot]
        return content.order.partition(in: 0..<count) { labels[$0] < label }
    }
}

extension ItemCollection {
    /// Returns whether pages of the given query's result can be read without computing the result.
    func isWarm(_ query: Query) -> Bool { isWhole(query) || isCached(query) }

    /// Returns whether the result of the given query is in the cache.
    func isCached(_ query: Query) -> Bool { warm.contains { $0.query == query } }

    /// Returns whether the result of the given query consists of all items in the user's order.
    private func isWhole(_ query: Query) -> Bool {
        query.isEverything || query.selectsAll && query.isInUserOrder && content.disposedCount == 0
    }

    /// Computes the result of the given query without caching it.
    func index(of query: Query) -> QueryIndex { QueryIndex(query, of: content, from: warm) }

    /// Caches the given result. It must have been computed from the current items. This may evict the least recently
    /// used result.
    mutating func install(_ index: QueryIndex) {
        if isCached(index.query) { return }
        let unfollowed = warm.indices.filter { !warm[$0].isFollowed }
        if unfollowed.count >= warmLimit,
            let oldest = unfollowed.min(by: { warm[$0].lastUse < warm[$1].lastUse })
        {
            warm.remove(at: oldest)
        }
        clock += 1
        warm.append(index)
        warm[warm.count - 1].lastUse = clock
    }

    /// Clears the cache.
    mutating func forgetAnswers() { warm.removeAll() }

    /// Returns the index of the given query's result in the cache, after computing the result if necessary. Returns
    /// `nil` if the result consists of all items in the user's order.
    mutating func warmIndex(of query: Query) -> Int? { isWhole(query) ? nil : cachedIndex(of: query) }

    /// Returns the index of the given query's result in the cache, after computing the result if necessary.
    mutating func cachedIndex(of query: Query) -> Int {
        if let known = warm.firstIndex(where: { $0.query == query }) {
            clock += 1
            warm[known].lastUse = clock
            return known
        }
        install(index(of: query))
        return warm.count - 1
    }
}
