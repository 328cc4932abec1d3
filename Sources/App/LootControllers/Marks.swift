package import LootCore

/// The items that a person has singled out for what they do next: some, or all that a query finds but some.
package struct Marks: Hashable, Sendable {
    /// The items that are marked; with ``all``, those that are not.
    package private(set) var ids: Set<ItemID> = []
    /// Whose items are all marked; nil where only those of ``ids`` are.
    package private(set) var all: Query?

    /// No item.
    package init() {}

    /// These items.
    package init(_ ids: some Sequence<ItemID>) { self.ids = Set(ids) }

    /// Whether no item is marked.
    package var isEmpty: Bool { all == nil && ids.isEmpty }

    /// Whether an item that is in the answer is marked.
    package func contains(_ id: ItemID) -> Bool { (all != nil) != ids.contains(id) }

    /// How many items are marked, where the query finds so many.
    package func count(of found: Int) -> Int { all == nil ? ids.count : max(0, found - ids.count) }

    /// Marks an item, or takes its mark away.
    package mutating func toggle(_ id: ItemID) {
        if ids.remove(id) == nil { ids.insert(id) }
    }

    /// Marks these items, too.
    package mutating func mark(_ new: some Sequence<ItemID>) {
        if all == nil { ids.formUnion(new) } else { ids.subtract(new) }
    }

    /// Marks all that a query finds.
    package mutating func markAll(_ query: Query) { (ids, all) = ([], query) }
}

/// Rows between one that was chosen and the cursor, which will be marked.
package struct MarkedRange: Hashable, Sendable {
    /// The item where it begins, and the row in which that was last seen.
    let anchor: ItemID
    var row: Int

    func contains(_ row: Int, to cursor: Int) -> Bool {
        min(self.row, cursor) <= row && row <= max(self.row, cursor)
    }
}
