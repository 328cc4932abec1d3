import LootCore

extension QueryIndex {
    /// The answer to a query: from the narrowest of some other answers that hold it whole and in its order, else
    /// from all items.
    init(_ query: Query, of content: Content, from others: [QueryIndex] = []) {
        self.query = query
        order = QueryOrder(query.sort)
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

    /// Leaves out of another answer, which is in this order, what the query does not select.
    private mutating func narrow(_ base: QueryIndex, of content: Content) {
        let selects = query.test
        var selected: [Slot] = []
        var narrowed: [Section] = []
        for var section in base.sections.sections {
            let rows = section.rows
            section.count = 0
            section.totalValue = 0
            base.slots.forEach(in: rows) { slot in
                guard selects(content[slot]) else { return }
                selected.append(slot)
                section.count += 1
                section.totalValue &+= content[slot].totalValue
            }
            if section.count > 0 { narrowed.append(section) }
        }
        slots = SlotTree(selected)
        sections = SectionTable(of: query.sectioning, narrowed)
    }

    private mutating func filter(_ content: Content) {
        let selects = query.test
        var selected: [Slot] = []
        var section = Section(key: nil, in: nil, start: 0)
        content.order.forEach(in: 0..<content.order.count) { slot in
            guard selects(content[slot]) else { return }
            selected.append(slot)
            section.totalValue &+= content[slot].totalValue
        }
        section.count = selected.count
        if !selected.isEmpty { sections = SectionTable(of: query.sectioning, [section]) }
        slots = SlotTree(selected)
    }

    private mutating func sort(_ content: Content) {
        let selects = query.test
        var groups: [SortGroup] = []
        var groupOfKey: [SectionKey: Int] = [:]
        var ordinal: UInt32 = 0
        content.order.forEach(in: 0..<content.order.count) { slot in
            let item = content[slot]
            guard selects(item) else { return }
            let key = query.sectioning?.key(for: item)
            let group = key.map { groupOfKey[$0] ?? groups.count } ?? 0
            if group == groups.count {
                if let key { groupOfKey[key] = group }
                groups.append(SortGroup(section: Section(key: key, in: query.sectioning, start: 0)))
            }
            groups[group].section.count += 1
            groups[group].section.totalValue &+= item.totalValue
            groups[group].entries.append(SortEntry(slot: slot, ordinal: ordinal))
            ordinal += 1
        }
        if let sectioning = query.sectioning {
            groups.sort { left, right in
                guard let left = left.section.key, let right = right.section.key else { return false }
                return sectioning.order(left, right) == .ascending
            }
        }
        var sorted: [Slot] = []
        sorted.reserveCapacity(Int(ordinal))
        for var group in groups {
            group.entries.sort(by: order, of: content)
            for entry in group.entries { sorted.append(entry.slot) }
        }
        slots = SlotTree(sorted)
        sections = SectionTable(of: query.sectioning, groups.map(\.section))
    }
}

/// The items of one section on their way into an order.
private struct SortGroup {
    var section: Section
    var entries: [SortEntry] = []
}

extension Query {
    /// Whether this answer is another one, in the same order and the same sections, with perhaps some items left out.
    fileprivate func isPart(of other: Query) -> Bool {
        if other.favoritesOnly, !favoritesOnly { return false }
        if other.filter != nil, other.filter != filter { return false }
        if let wider = other.search {
            guard let search, search.scope == wider.scope else { return false }
            let isNarrower = wider.words.allSatisfy { word in
                search.words.contains { word.isFound(in: $0.folded) }
            }
            if !isNarrower { return false }
        }
        return Query(sort: sort, sectioning: sectioning)
            == Query(sort: other.sort, sectioning: other.sectioning)
    }
}
