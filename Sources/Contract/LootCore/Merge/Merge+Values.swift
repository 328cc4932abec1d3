extension Merge {
    /// What a field holds when two sides set it.
    ///
    /// - Returns: the value; `.some(nil)` when the field is not set then; nil when the sides set it differently.
    package static func value(base: FieldValue?, ours: FieldValue?, theirs: FieldValue?) -> FieldValue?? {
        if FieldValue.areIdentical(theirs, base) || FieldValue.areIdentical(ours, theirs) {
            return .some(ours)
        }
        if FieldValue.areIdentical(ours, base) { return .some(theirs) }
        guard let base = texts(base), let ours = texts(ours), let theirs = texts(theirs) else { return nil }
        let merged = KeyedMerge.texts(base: base, ours: ours, theirs: theirs)
        return .some(merged.isEmpty ? nil : .list(merged))
    }

    /// The texts of a list; none where nothing is set; nil for any other value.
    static func texts(_ value: FieldValue?) -> [String]? {
        switch value {
        case nil: []
        case .list(let texts): texts
        default: nil
        }
    }

    /// One item that two sides changed, field by field. Without a base, a field that one side has not set is as the
    /// other has it.
    ///
    /// - Returns: the outcome, which notes the conflicts, and the conflicts.
    package static func item(base: Item?, ours: Item, theirs: Item) -> (
        item: Item, conflicts: [MergeConflict]
    ) {
        let merge = ItemMerge(base: base, ours: ours, theirs: theirs)
        return (merge.item ?? ours, merge.conflicts)
    }
}
