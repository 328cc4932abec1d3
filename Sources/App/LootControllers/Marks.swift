package import LootCore

/// The items that a person has marked for the next action: single items, or all items of a query with exceptions.
package struct Marks: Hashable, Sendable {
    /// The marked items. If ``all`` is set, the items that aren't marked.
    package private(set) var ids: Set<ItemID> = []
    /// The query whose items are all marked, except ``ids``; `nil` if only ``ids`` are marked.
    package private(set) var all: Query?

    /// Creates marks without items.
    package init() {}

    /// Creates marks for the given items.
    package init(_ ids: some Sequence<ItemID>) { self.ids = Set(ids) }

    /// Whether no item is marked.
    package var isEmpty: Bool { all == nil && ids.isEmpty }

    /// Returns whether an item of the current result is marked.
    package func contains(_ id: ItemID) -> Bool { (all != nil) != ids.contains(id) }

    /// Returns the number of marked items if the query finds `found` items.
    package func count(of found: Int) -> Int { all == nil ? ids.count : max(0, found - ids.count) }

    /// Marks an item, or removes its mark.
    package mutating func toggle(_ id: ItemID) {
        if ids.remove(id) == nil { ids.insert(id) }
    }

    /// Marks more items.
    package mutating func mark(_ new: some Sequence<ItemID>) {
        if all == nil { ids.formUnion(new) } else { ids.subtract(new) }
    }

    /// Marks all items of a query, and no others.
    package mutating func markAll(_ query: Query) { (ids, all) = ([], query) }
}

/// The rows from a starting point to the cursor, which are about to be marked.
package struct MarkedRange: Hashable, Sendable {
    /// The item at which the range starts, and its last known row.
    let anchor: ItemID
    var row: Int

    func contains(_ row: Int, to cursor: Int) -> Bool {
        min(self.row, cursor) <= row && row <= max(self.row, cursor)
    }
}
