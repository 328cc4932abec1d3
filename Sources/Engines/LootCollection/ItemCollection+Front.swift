import LootCore
import TextSearch

extension ItemCollection {
    /// Returns whether the first rows of the given query's result can be selected without sorting all rows, and the
    /// result isn't cached. Returns `false` for searches. Their results are always cached, because the next search
    /// often narrows the last one.
    func hasFront(_ query: Query) -> Bool {
        guard query.sectioning == nil, query.search == nil, let first = query.sort.first else { return false }
        return QueryOrder.Key(first).hasPrefixes && !isWarm(query)
    }

    /// Returns the first rows of the given query's result and its outline without sorting the other rows. The caller
    /// must ensure that ``hasFront(_:)`` returns `true` for the query.
    func front(of query: Query, rows: Range<Int>, at revision: Revision) -> Answer {
        let (slots, section) = FrontSelection.first(max(0, rows.upperBound), of: query, in: content)
        let rows = rows.clamped(to: 0..<slots.count)
        return Answer(
            outline: Outline(revision: revision, sections: section.count == 0 ? [] : [section]),
            page: Page(revision: revision, start: rows.lowerBound, items: slots[rows].map { content[$0] }))
    }
}

/// Collects the first slots of a query's result, up to a limit.
private struct FrontSelection {
    private let limit: Int
    private let order: QueryOrder
    private let key: QueryOrder.Key
    private var extractor = SortPrefix.Extractor()
    /// The first slots so far, and the candidates added since the last sort.
    private var entries: [SortEntry] = []
    /// The last of `limit` slots. Candidates after it are ignored.
    private var last: SortEntry?

    private init(_ limit: Int, _ order: QueryOrder) {
        self.limit = limit
        self.order = order
        key = order.keys[0]
    }

    /// Returns the first slots in the query's order, and a section with all matching items.
    static func first(
        _ limit: Int, of query: Query, in content: Content
    ) -> (slots: [Slot], section: ItemSection) {
        var selection = FrontSelection(limit, QueryOrder(query.sort))
        var section = ItemSection(key: nil, in: nil, start: 0)
        let test = query.test
        var ordinal: UInt32 = 0
        content.order.forEach(in: 0..<content.order.count) { slot in
            let item = content[slot]
            guard test(item) else { return }
            section.count += 1
            section.total.add(item)
            selection.add(slot, ordinal, of: content)
            ordinal += 1
        }
        selection.shorten(content)
        return (selection.entries.map(\.slot), section)
    }

    private mutating func add(_ slot: Slot, _ ordinal: UInt32, of content: Content) {
        let prefix = extractor.prefix(of: content[slot], by: key, offset: 0)
        if let last {
            if last.prefix < prefix { return }
            // Of equal items, the earlier one comes first.
            if last.prefix == prefix, order.order(content[slot], content[last.slot]) != .ascending { return }
        }
        entries.append(SortEntry(slot: slot, ordinal: ordinal, prefix: prefix))
        if entries.count >= max(1024, 4 * limit) { shorten(content) }
    }

    private mutating func shorten(_ content: Content) {
        entries.sort(by: order, of: content)
        entries.removeSubrange(min(limit, entries.count)...)
        guard limit > 0, entries.count == limit, var end = entries.last else { return }
        end.prefix = extractor.prefix(of: content[end.slot], by: key, offset: 0)
        last = end
    }
}
