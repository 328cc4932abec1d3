package import LootCore

/// The order of an item's fields: the four basic ones, then those in use, then the others, which forms show under
/// “More”.
extension DetailForm {
    private static let simpleKeys: [FieldKey] = ["name", "serialNumber", "valueInDollars", "dateCreated"]

    /// The texts of the fields of a new item.
    private static let unused = DetailForm()

    /// The rows in display order.
    package var orderedRows: [Row] {
        let simple = DetailForm.simpleKeys.compactMap { self[$0] }
        let others = rows.filter { !DetailForm.simpleKeys.contains($0.id) }
        let groups = [
            others.filter(isAsked), others.filter { !isAsked($0) && isInUse($0) },
            others.filter { !isAsked($0) && !isInUse($0) },
        ]
        return simple + groups.joined()
    }

    /// Returns whether the template of a new item asks for a field.
    private func isAsked(_ row: Row) -> Bool { template != nil && row.id.customName != nil }

    /// Returns whether a field is shown even if “More” isn't expanded.
    package func leads(with key: FieldKey) -> Bool {
        DetailForm.simpleKeys.contains(key) || self[key].map(isInUse) == true
    }

    /// Returns whether a field has a value, needs attention, or belongs to the template of a new item.
    private func isInUse(_ row: Row) -> Bool {
        if row.isChanged || row.problem != nil || row.theirs != nil { return true }
        if isAsked(row) { return true }
        return row.text != DetailForm.unused[row.id]?.text ?? ""
    }
}
