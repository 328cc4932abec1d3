import LootCore
import Platform

extension ItemCollection {
    /// Whether the first rows of a query's answer can be picked out, and are not at hand. What is searched for is mostly
    /// a part of what was found before or will be found next, and then worth keeping.
    func hasFront(_ query: Query) -> Bool {
        guard query.sectioning == nil, query.search == nil, let first = query.sort.first else { return false }
        return QueryOrder.Key(first).hasPrefixes && !isWarm(query)
    }

    /// The first rows of a query's answer and its outline, without sorting the rest and without keeping anything. The
    /// query is one that ``hasFront(_:)``.
    func front(of query: Query, rows: Range<Int>, at revision: Revision) -> Answer {
        let (middle, limit) = (count / 2, max(0, rows.upperBound))
        let passing = query.selectsAll ? nil : content.slots(passing: query.test)
        let second = Concurrent(if: count > 20_000) {
            FrontSelection(limit, of: query, among: middle..<count, passing, of: content)
        }
        var selection = FrontSelection(limit, of: query, among: 0..<middle, passing, of: content)
        selection.merge(second.value, of: content)
        let slots = selection.slots
        let rows = rows.clamped(to: 0..<slots.count)
        return Answer(
            outline: Outline(revision: revision, sections: selection.sections),
            page: Page(revision: revision, start: rows.lowerBound, items: slots[rows].map { content[$0] }))
    }
}

/// The first slots, up to a limit, that a query selects among some positions of the user's order.
private struct FrontSelection: Sendable {
    private let limit: Int
    private let order: QueryOrder
    private let key: QueryOrder.Key
    private var extractor = SortPrefix.Extractor()
    /// The first ones so far, and some that came since the last look at which of them are.
    private var entries: [SortEntry] = []
    /// The last of as many as are wanted: what does not come before it is not among the first.
    private var last: SortEntry?
    /// All that are selected.
    private var section = ItemSection(key: nil, in: nil, start: 0)

    /// The first ones, in their order.
    var slots: [Slot] { entries.map(\.slot) }

    /// The sections of all that are selected.
    var sections: [ItemSection] { section.count == 0 ? [] : [section] }

    init(
        _ limit: Int, of query: Query, among positions: Range<Int>, _ passing: SlotSet?, of content: Content
    ) {
        self.limit = limit
        order = QueryOrder(query.sort)
        key = order.keys[0]
        var ordinal = UInt32(truncatingIfNeeded: positions.lowerBound)
        content.order.forEach(in: positions) { slot in
            ordinal += 1
            if let passing, !passing.contains(slot) { return }
            section.count += 1
            section.total.add(content[slot])
            take(slot, ordinal, of: content)
        }
        shorten(content)
    }

    @inline(__always)
    private mutating func take(_ slot: Slot, _ ordinal: UInt32, of content: Content) {
        let prefix = extractor.prefix(of: content[slot], by: key, offset: 0)
        if let last {
            if last.prefix < prefix { return }
            // Of equal ones, the one that came earlier comes first.
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

    /// Takes those in that were selected among later positions.
    mutating func merge(_ other: FrontSelection, of content: Content) {
        section.count += other.section.count
        section.total += other.section.total
        entries += other.entries
        shorten(content)
    }
}
