import LootCore
import LootFormats

/// Compares items byte by byte in their serialized form. (`==` also treats canonically equivalent Unicode strings as
/// equal.)
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

    /// Returns the title of the first field that differs, or `nil` if only unknown fields differ.
    static func difference(_ one: Item, _ other: Item) -> String? {
        if one.id != other.id { return "id" }
        return Patch(from: one, to: other).edits.first.map {
            ItemPresentation.title(of: $0.field).lowercased()
        }
    }
}

extension Inventory {
    /// Returns the changes that turn an existing item into `new`.
    func changes(from old: Item, to new: Item) async throws(LootError) -> [Change] {
        var patched = old
        let patch = Patch(from: old, to: new)
        try patch.apply(to: &patched)
        var comparison = ItemComparison()
        if comparison.areSame(patched, new) { return patch.isEmpty ? [] : [.update(old.id, patch)] }
        // A patch can't express the whole difference, for example in fields that this version doesn't
        // support. Replace the item.
        guard let position = try await store.position(of: old.id, in: .all) else {
            throw LootError.missing(old.id)
        }
        return [.remove(old.id), .insert(new, at: .position(position))]
    }
}
