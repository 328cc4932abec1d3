import LootCore
import TextSearch

extension QueryIndex {
    /// Computes the result of the given query. If one of the results in `others` contains it in the same order, filters
    /// the smallest of them. Otherwise, filters all items.
    init(_ query: Query, of content: Content, from others: [QueryIndex] = []) {
        self.query = query
        order = QueryOrder(query.sort)
        selects = query.test
        hasPattern = query.hasPattern
        slots = SlotTree()
        sections = SectionTable(of: query.sectioning)
        let bases = others.filter { query.isPart(of: $0.query) }
        if let base = bases.min(by: { $0.slots.count < $1.slots.count }) {
            narrow(base, of: content)
        } else if query.isInUserOrder {
            filter(content)
        } else {
            sort(content)
        }
    }

    /// Filters another result that has the same order.
    private mutating func narrow(_ base: QueryIndex, of content: Content) {
        var selected: [Slot] = []
        var narrowed: [SectionTable.Entry] = []
        for section in base.sections.sections {
            var entry: SectionTable.Entry?
            base.slots.forEach(in: section.rows) { slot in
                let item = content[slot]
                guard selects(item) else { return }
                selected.append(slot)
                var key = section.key
                // Items can spell the same place differently, so use each item's spelling.
                if case .place? = key { key = query.sectioning?.key(for: item) }
                if entry == nil { entry = SectionTable.Entry(key, in: query.sectioning) }
                entry?.add(item, key, in: query.sectioning)
            }
            if let entry { narrowed.append(entry) }
        }
        slots = SlotTree(selected)
        sections = SectionTable(of: query.sectioning, narrowed)
    }

    private mutating func filter(_ content: Content) {
        var selected: [Slot] = []
        var section = ItemSection(key: nil, in: nil, start: 0)
        content.order.forEach(in: 0..<content.order.count) { slot in
            let item = content[slot]
            guard selects(item) else { return }
            selected.append(slot)
            section.total.add(item)
        }
        section.count = selected.count
        if !selected.isEmpty { sections = SectionTable(all: section) }
        slots = SlotTree(selected)
    }

    private mutating func sort(_ content: Content) {
        var selected: [Slot] = []
        content.order.forEach(in: 0..<content.order.count) { slot in
            if selects(content[slot]) { selected.append(slot) }
        }
        query.sectioning?.prepare { take in
            for slot in selected { take(content[slot]) }
        }
        // The slots are already in the user's order.
        let isInOrder = order.keys.isEmpty
        var groups: [SortGroup] = []
        var groupOfKey: [SectionKey: Int] = [:]
        var nearKeys: [SectionKey?] = []
        var ordinal: UInt32 = 0
        for slot in selected {
            let item = content[slot]
            let key = query.sectioning?.key(for: item)
            // A linear search is faster for a few sections.
            let near = nearKeys.firstIndex { $0 == key }
            let group = near ?? key.map { groupOfKey[$0] ?? groups.count } ?? 0
            if group == groups.count {
                if group < SortGroup.few { nearKeys.append(key) }
                if let key { groupOfKey[key] = group }
                groups.append(SortGroup(section: SectionTable.Entry(key, in: query.sectioning)))
            }
            groups[group].section.add(item, key, in: query.sectioning)
            if isInOrder {
                groups[group].slots.append(slot)
            } else {
                groups[group].entries.append(SortEntry(slot: slot, ordinal: ordinal))
            }
            ordinal += 1
        }
        if let sectioning = query.sectioning {
            groups.sort { left, right in
                guard let left = left.section.section.key, let right = right.section.section.key else {
                    return false
                }
                return sectioning.order(left, right) == .ascending
            }
        }
        var sorted: [Slot] = []
        sorted.reserveCapacity(Int(ordinal))
        for var group in groups {
            group.entries.sort(by: order, of: content)
            sorted += group.slots
            for entry in group.entries { sorted.append(entry.slot) }
        }
        slots = SlotTree(sorted)
        sections = SectionTable(of: query.sectioning, groups.map(\.section))
    }
}

/// The items of a section while the result is being sorted.
private struct SortGroup {
    var section: SectionTable.Entry
    /// The items to be sorted.
    var entries: [SortEntry] = []
    /// The items that are already in order.
    var slots: [Slot] = []

    /// The maximum number of groups for a linear search.
    static let few = 8
}

extension Query {
    /// Returns whether this query's result is a subset of the result of `other`, in the same order and with the same
    /// sections.
    fileprivate func isPart(of other: Query) -> Bool {
        if other.favoritesOnly, !favoritesOnly { return false }
        if other.filter != nil, other.filter != filter { return false }
        if other.leavesOutDisposed, !leavesOutDisposed { return false }
        if let wider = other.search {
            guard let search, search.scope == wider.scope else { return false }
            let isNarrower = wider.sought.allSatisfy { word in
                search.words.contains { word.isFound(in: $0) }
            }
            if !isNarrower { return false }
        }
        return Query(sort: sort, sectioning: sectioning)
            == Query(sort: other.sort, sectioning: other.sectioning)
    }
}
