package import LootCore

/// Items in the user's order, and the answers to a few queries kept current by every change.
///
/// It is a value: a copy costs next to nothing and shares with the original what neither has changed since. It
/// agrees with `ItemList` in everything but speed: a change, an item by id and a page of a query that was asked before
/// cost a time that grows with the logarithm of the number of items.
public struct ItemCollection: Sendable {
    // Read by all code here, written by what makes changes; internal for the extensions and the tests.
    var content = Content()
    /// The settings of the list.
    package internal(set) var settings = ListSettings()
    var ids = IDTable()
    var labels = OrderLabels()
    /// The answers that are kept current. The user's order needs none.
    var warm: [QueryIndex] = []
    /// What happens to the user's order, while that is recorded.
    var everything: StepRecorder?
    private var clock: UInt64 = 0
    private let warmLimit: Int

    /// No items. The answers to the last `warmQueries` different queries are kept current.
    package init(warmQueries: Int = 8) { warmLimit = max(1, warmQueries) }

    /// Items, in the user's order. They are taken as they are; ``/LootCore/Item/validate()`` is the caller's.
    ///
    /// - Throws: `LootError` with code `duplicate-item`.
    package init(
        _ items: some Sequence<Item>, settings: ListSettings = ListSettings(), warmQueries: Int = 8
    ) throws(LootError) {
        self.init(warmQueries: warmQueries)
        self.settings = settings
        content = Content(items)
        ids = try IDTable(of: content.items)
        labels = OrderLabels(count: count)
    }

    /// How many items there are.
    package var count: Int { content.order.count }

    /// The item with this id, nil if there is none.
    package func item(_ id: ItemID) -> Item? { ids.slot(of: id, in: content.items).map { content[$0] } }

    /// The items in the user's order, as they are now.
    package var items: Items { Items(content, settings) }

    /// The sections of a query's answer.
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

    /// Rows of a query's answer. Positions beyond the end are not an error: the page is shorter, or empty.
    package mutating func page(of query: Query, rows: Range<Int>, at revision: Revision) -> Page {
        let index = warmIndex(of: query)
        return page(index, rows: rows, at: revision)
    }

    /// Rows of a query's answer with the sections of all of it.
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

    /// The row in which a query's answer has an item, nil if it is not in the answer.
    package mutating func position(of id: ItemID, in query: Query) -> Int? {
        guard let slot = ids.slot(of: id, in: content.items) else { return nil }
        guard let index = warmIndex(of: query) else { return position(of: slot) }
        guard warm[index].selects(content[slot]) else { return nil }
        return warm[index].row(of: slot, in: content, labels)
    }

    /// The position of an item in the user's order.
    func position(of slot: Slot) -> Int {
        let label = labels[slot]
        return content.order.partition(in: 0..<count) { labels[$0] < label }
    }
}

extension ItemCollection {
    /// Whether the answer to a query is at hand, so that reading it takes a page's time.
    func isWarm(_ query: Query) -> Bool {
        query.isEverything || warm.contains { $0.query == query }
    }

    /// Works out the answer to a query without keeping it.
    func index(of query: Query) -> QueryIndex { QueryIndex(query, of: content, from: warm) }

    /// Keeps an answer that was worked out from these very items.
    mutating func install(_ index: QueryIndex) {
        if isWarm(index.query) { return }
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

    /// Keeps no answers current until they are asked for again.
    mutating func forgetAnswers() { warm.removeAll() }

    /// The place of a query's answer among the warm ones, made if need be; nil for everything in the user's order.
    mutating func warmIndex(of query: Query) -> Int? {
        if query.isEverything { return nil }
        if let known = warm.firstIndex(where: { $0.query == query }) {
            clock += 1
            warm[known].lastUse = clock
            return known
        }
        install(index(of: query))
        return warm.count - 1
    }
}
