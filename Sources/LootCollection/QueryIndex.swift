import LootCore

/// A query's answer, kept current by every change: the slots in order, and the sections.
struct QueryIndex: Sendable {
    let query: Query
    let order: QueryOrder
    var slots: SlotTree
    /// In order; where each starts is worked out when somebody asks.
    var sections: [Section]
    /// When it was last asked for.
    var lastUse: UInt64 = 0

    /// Where an item stands, or would stand.
    private struct Place {
        var section: Int
        var sectionExists: Bool
        var row: Int
    }

    /// The row of an item that is in the answer.
    func row(of slot: Slot, in content: Content, _ labels: OrderLabels) -> Int {
        place(of: content[slot], label: labels[slot], in: content, labels).row
    }

    /// Takes an item in, which must be selected and not yet in the answer.
    mutating func insert(_ slot: Slot, in content: Content, _ labels: OrderLabels) {
        let item = content[slot]
        let place = place(of: item, label: labels[slot], in: content, labels)
        slots.insert(slot, at: place.row)
        if !place.sectionExists {
            let section = Section(key: query.sectioning?.key(for: item), in: query.sectioning, start: 0)
            sections.insert(section, at: place.section)
        }
        sections[place.section].count += 1
        sections[place.section].totalValue &+= item.totalValue
    }

    /// Takes an item out that is in the answer.
    ///
    /// - Returns: false if it can't be found, because the query's sectioning does not always say the same.
    mutating func remove(_ slot: Slot, in content: Content, _ labels: OrderLabels) -> Bool {
        let item = content[slot]
        let place = place(of: item, label: labels[slot], in: content, labels)
        guard place.sectionExists, place.row < slots.count, slots[place.row] == slot else { return false }
        slots.remove(at: place.row)
        sections[place.section].count -= 1
        sections[place.section].totalValue &-= item.totalValue
        if sections[place.section].count == 0 { sections.remove(at: place.section) }
        return true
    }

    /// Takes note that an item in the answer becomes another without leaving its row.
    mutating func revalue(_ old: Item, as new: Item) {
        let (section, exists) = section(with: query.sectioning?.key(for: new))
        if exists { sections[section].totalValue &+= new.totalValue &- old.totalValue }
    }

    /// Whether an item that becomes another keeps its place.
    func keepsPlace(_ old: Item, as new: Item) -> Bool {
        if order.order(old, new) != .same { return false }
        guard let sectioning = query.sectioning else { return true }
        return sectioning.key(for: old) == sectioning.key(for: new)
    }

    /// The sections, with their starts.
    func outline(at revision: Revision) -> Outline {
        var outline = Outline(revision: revision, sections: sections)
        var start = 0
        for index in outline.sections.indices {
            outline.sections[index].start = start
            start += outline.sections[index].count
        }
        return outline
    }

    private func place(of item: Item, label: UInt64, in content: Content, _ labels: OrderLabels) -> Place {
        let (section, exists) = section(with: query.sectioning?.key(for: item))
        var start = 0
        for index in 0..<section { start += sections[index].count }
        let rows = start..<start + (exists ? sections[section].count : 0)
        let row = slots.partition(in: rows.clamped(to: 0..<slots.count)) { other in
            switch order.order(content[other], item) {
            case .ascending: true
            case .same: labels[other] < label
            case .descending: false
            }
        }
        return Place(section: section, sectionExists: exists, row: row)
    }

    private func section(with key: SectionKey?) -> (index: Int, exists: Bool) {
        guard let key, let sectioning = query.sectioning else { return (0, !sections.isEmpty) }
        var (low, high) = (0, sections.count)
        while low < high {
            let middle = (low + high) / 2
            let order = sections[middle].key.map { sectioning.order($0, key) } ?? .ascending
            if order == .same { return (middle, true) }
            if order == .ascending { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }
}
