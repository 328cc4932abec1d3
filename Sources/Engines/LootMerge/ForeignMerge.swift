import LootCore

/// Merges the unknown fields of an item by key.
struct ForeignMerge {
    private(set) var fields: [ForeignField] = []
    /// The conflicting changes. ``fields`` contains our values.
    private(set) var edits: [Edits<ForeignValue>] = []

    init(_ base: [ForeignField], _ ours: [ForeignField], _ theirs: [ForeignField]) {
        if base.isEmpty, ours.isEmpty, theirs.isEmpty { return }
        let merge = KeyedMerge(base: base.map(\.key), ours: ours.map(\.key), theirs: theirs.map(\.key))
        let outcomes = merge.elements.map { places in
            let key = (places.ours.map { ours[$0] } ?? places.theirs.map { theirs[$0] })?.key ?? ""
            let edit = Edits(
                FieldKey(rawValue: key), base: places.base.map { base[$0].value },
                ours: places.ours.map { ours[$0].value }, theirs: places.theirs.map { theirs[$0].value })
            return outcome(edit).map { ForeignField(key, $0) }
        }
        fields = merge.order(keeping: outcomes.map { $0 != nil }).compactMap { outcomes[$0] }
    }

    private mutating func outcome(_ edit: Edits<ForeignValue>) -> ForeignValue? {
        if edit.theirs.isIdentical(to: edit.base) || edit.ours.isIdentical(to: edit.theirs) {
            return edit.ours
        }
        if edit.ours.isIdentical(to: edit.base) { return edit.theirs }
        // Recorded conflicts are merged one by one. Our records take precedence.
        if edit.field.rawValue == Item.conflictsKey, case .object(let ours)? = edit.ours,
            case .object(let theirs)? = edit.theirs
        {
            let base: [ForeignField] = if case .object(let fields)? = edit.base { fields } else { [] }
            let notes = ForeignMerge(base, ours, theirs).fields
            return notes.isEmpty ? nil : .object(notes)
        }
        edits.append(edit)
        return edit.ours
    }
}
