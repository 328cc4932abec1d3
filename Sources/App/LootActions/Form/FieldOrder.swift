package import LootCore

/// The order of an item's fields. The basic ones are first, followed by those of the template and, for a new item, of
/// a purchase. Then come the fields in use, and then the others, which forms show under “More”.
extension DetailForm {
    private static let simpleKeys: [FieldKey] = ["name", "serialNumber", "valueInDollars", "dateCreated"]
    /// The fields that people usually fill in for something that they have just bought.
    private static let purchaseKeys: [FieldKey] = [
        "location", "quantity", "purchasePrice", "purchaseDate", "warrantyUntil",
    ]

    /// The texts of the fields of a new item.
    private static let unused = DetailForm()

    /// The rows in display order.
    package var orderedRows: [Row] {
        let purchase = isNew ? DetailForm.purchaseKeys : []
        let first =
            DetailForm.simpleKeys.compactMap { self[$0] } + rows.filter(isAsked)
            + purchase.compactMap { self[$0] }
        let others = rows.filter { row in !first.contains { $0.id == row.id } }
        return first + others.filter(isInUse) + others.filter { !isInUse($0) }
    }

    /// Returns whether the template of a new item asks for a field.
    private func isAsked(_ row: Row) -> Bool { template != nil && row.id.customName != nil }

    /// Returns whether a field is shown even if “More” isn't expanded.
    package func leads(with key: FieldKey) -> Bool {
        DetailForm.simpleKeys.contains(key) || isNew && DetailForm.purchaseKeys.contains(key)
            || self[key].map(isInUse) == true
    }

    /// Returns whether a field has a value, needs attention, or belongs to the template of a new item.
    private func isInUse(_ row: Row) -> Bool {
        if row.isChanged || row.problem != nil || row.theirs != nil { return true }
        if isAsked(row) { return true }
        return row.text != DetailForm.unused[row.id]?.text ?? ""
    }
}
