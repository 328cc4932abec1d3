import LootCore

/// A query's answer, kept current by every change: the slots in order, and the sections.
struct QueryIndex: Sendable {
    let query: Query
    let order: QueryOrder
    /// Whether an item is in the answer.
    let selects: ItemTest
    let hasPattern: Bool
    var slots: SlotTree
    var sections: SectionTable
    /// When it was last asked for.
    var lastUse: UInt64 = 0
    /// Whether it is followed, so that it is kept whatever else is asked for.
    var isFollowed = false
    /// What happens to the rows, while that is recorded.
    var recorder: StepRecorder?

    /// Whether the current budget was exceeded, so that ``selects`` can't be relied on.
    var isTooCostly: Bool { hasPattern && WorkBudget.current?.isExceeded == true }

    /// The row of an item that is in the answer.
    func row(of slot: Slot, in content: Content, _ labels: OrderLabels) -> Int {
        let section = section(of: content[slot])
        return row(of: content[slot], label: labels[slot], in: section.rows, content, labels)
    }

    /// Takes an item in, which must be selected and not yet in the answer.
    mutating func insert(_ slot: Slot, in content: Content, _ labels: OrderLabels) {
        let item = content[slot]
        let key = query.sectioning?.key(for: item)
        let place = sections.place(of: key)
        let row = row(of: item, label: labels[slot], in: place.rows, content, labels)
        slots.insert(slot, at: row)
        recorder?.insert(item.id, at: row)
        if place.exists {
            sections.add(rows: 1, total: item.total, to: key, at: place)
        } else {
            sections.add(rows: 1, total: item.total, to: key)
        }
    }

    /// Takes an item out that is in the answer.
    ///
    /// - Returns: false if it can't be found, because the query's sectioning does not always say the same.
    mutating func remove(_ slot: Slot, in content: Content, _ labels: OrderLabels) -> Bool {
        let item = content[slot]
        let key = query.sectioning?.key(for: item)
        let place = sections.place(of: key)
        let row = row(of: item, label: labels[slot], in: place.rows, content, labels)
        guard place.rows.contains(row), slots[row] == slot else { return false }
        slots.remove(at: row)
        recorder?.remove(item.id, at: row)
        sections.add(rows: -1, total: MoneyTotal() - item.total, to: key, at: place)
        return true
    }

    /// Takes note that an item in the answer becomes another without leaving its row.
    mutating func revalue(_ slot: Slot, as new: Item, in content: Content, _ labels: OrderLabels) {
        let old = content[slot]
        let place = section(of: new)
        guard place.exists else { return }
        if recorder != nil {
            let row = row(of: old, label: labels[slot], in: place.rows, content, labels)
            recorder?.change(new.id, at: row)
        }
        let (was, now) = (query.sectioning?.key(for: old), query.sectioning?.key(for: new))
        if case .place? = now { sections.respell(was, as: now, at: place) }
        if old.total == new.total { return }
        sections.add(rows: 0, total: new.total - old.total, to: now, at: place)
    }

    /// Whether an item that becomes another keeps its place.
    func keepsPlace(_ old: Item, as new: Item) -> Bool {
        if order.order(old, new) != .same { return false }
        guard let sectioning = query.sectioning else { return true }
        return sectioning.key(for: old) == sectioning.key(for: new)
    }

    /// The sections, with their starts.
    func outline(at revision: Revision) -> Outline {
        Outline(revision: revision, sections: sections.sections)
    }

    private func section(of item: Item) -> SectionTable.Place {
        sections.place(of: query.sectioning?.key(for: item))
    }

    /// The row among those of its section in which an item stands, or would stand.
    private func row(
        of item: Item, label: UInt64, in rows: Range<Int>, _ content: Content, _ labels: OrderLabels
    ) -> Int {
        slots.partition(in: rows) { other in
            switch order.order(content[other], item) {
            case .ascending: true
            case .same: labels[other] < label
            case .descending: false
            }
        }
    }
}
