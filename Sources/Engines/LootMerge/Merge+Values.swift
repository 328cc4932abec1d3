package import LootCore

extension Merge {
    /// Merges the values that a field has in the base and on both sides.
    ///
    /// - Returns: The merged value, where `.some(nil)` means that the field is empty, or `nil` if there is a
    ///   conflict.
    package static func value(base: FieldValue?, ours: FieldValue?, theirs: FieldValue?) -> FieldValue?? {
        if FieldValue.areIdentical(theirs, base) || FieldValue.areIdentical(ours, theirs) {
            return .some(ours)
        }
        if FieldValue.areIdentical(ours, base) { return .some(theirs) }
        guard let base = texts(base), let ours = texts(ours), let theirs = texts(theirs) else { return nil }
        let merged = KeyedMerge.texts(base: base, ours: ours, theirs: theirs)
        return .some(merged.isEmpty ? nil : .list(merged))
    }

    /// Returns the strings of a list, an empty array for a missing value, or `nil` for values of other types.
    static func texts(_ value: FieldValue?) -> [String]? {
        switch value {
        case nil: []
        case .list(let texts): texts
        default: nil
        }
    }

    /// Merges an item field by field. Without a base, a field that is empty on one side gets the value of the other.
    ///
    /// - Returns: The merged item, including the records of its conflicts, and the conflicts themselves.
    package static func item(base: Item?, ours: Item, theirs: Item) -> (
        item: Item, conflicts: [MergeConflict]
    ) {
        let merge = ItemMerge(base: base, ours: ours, theirs: theirs)
        return (merge.item ?? ours, merge.conflicts)
    }
}
