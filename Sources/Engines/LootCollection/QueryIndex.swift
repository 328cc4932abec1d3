import Basics
import LootCore
import TextSearch

/// A query's result, updated by every change: the slots in order, and the sections.
struct QueryIndex: Sendable {
    let query: Query
    let order: QueryOrder
    /// Returns whether an item matches the query.
    let selects: ItemTest
    let hasPattern: Bool
    var slots: SlotTree
    var sections: SectionTable
    /// The logical time of the last use.
    var lastUse: UInt64 = 0
    /// Whether the result has live subscribers and must not be evicted.
    var isFollowed = false
    /// Records changes to the rows, if it is set.
    var recorder: StepRecorder?

    /// Whether the current work budget was exceeded. If so, the results of ``selects`` aren't reliable.
    var isTooCostly: Bool { hasPattern && WorkBudget.current?.isExceeded == true }

    /// Returns the row of the item in the given slot. The result must contain the item.
    func row(of slot: Slot, in content: Content, _ labels: OrderLabels) -> Int {
        let section = section(of: content[slot])
        return row(of: content[slot], label: labels[slot], in: section.rows, content, labels)
    }

    /// Inserts the item in the given slot. It must match the query, and the result must not contain it yet.
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

    /// Removes the item in the given slot from the result.
    ///
    /// - Returns: `false` if the item can't be found because the query's sectioning is inconsistent.
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

    /// Updates the result for the item in the given slot. The item changes to `new` and keeps its row.
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

    /// Returns whether an item keeps its row if it changes from `old` to `new`.
    func keepsPosition(_ old: Item, as new: Item) -> Bool {
        if order.order(old, new) != .same { return false }
        guard let sectioning = query.sectioning else { return true }
        return sectioning.key(for: old) == sectioning.key(for: new)
    }

    /// Returns the sections with their first rows.
    func outline(at revision: Revision) -> Outline {
        Outline(revision: revision, sections: sections.sections)
    }

    private func section(of item: Item) -> SectionTable.Place {
        sections.place(of: query.sectioning?.key(for: item))
    }

    /// Returns the row of the given item within the rows of its section, or the row at which it would be inserted.
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
