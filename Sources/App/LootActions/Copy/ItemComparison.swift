import LootCore
import LootFormats

/// Tells whether items are the same to the byte in everything that a file could hold of them. (`==` holds texts equal
/// that Unicode calls canonically equivalent.)
struct ItemComparison {
    private let writer = JSONItemWriter()
    private var left: [UInt8] = []
    private var right: [UInt8] = []

    mutating func areSame(_ one: Item, _ other: Item) -> Bool {
        left.removeAll(keepingCapacity: true)
        right.removeAll(keepingCapacity: true)
        writer.append(one, to: &left)
        writer.append(other, to: &right)
        return left == right
    }

    /// What to name when two items differ: the first field that does.
    static func difference(_ one: Item, _ other: Item) -> String {
        if one.id != other.id { return "id" }
        guard let field = Patch(from: one, to: other).edits.first?.field else { return "unknown fields" }
        return ItemPresentation.title(of: field).lowercased()
    }
}

extension Inventory {
    /// The changes that make `new` of an item that is there.
    func changes(from old: Item, to new: Item) async throws(LootError) -> [Change] {
        var patched = old
        let patch = Patch(from: old, to: new)
        try patch.apply(to: &patched)
        var comparison = ItemComparison()
        if comparison.areSame(patched, new) { return patch.isEmpty ? [] : [.update(old.id, patch)] }
        // What no patch holds, fields that this version does not know among it, comes with the item as a whole.
        guard let position = try await store.position(of: old.id, in: .all) else {
            throw LootError.missing(old.id)
        }
        return [.remove(old.id), .insert(new, at: .position(position))]
    }
}
