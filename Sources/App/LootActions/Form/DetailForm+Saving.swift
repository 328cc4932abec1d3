package import LootCore

extension DetailForm {
    /// Returns the transaction that saves the form: it inserts a new item, or updates the changed fields under the
    /// condition that the store still has the values the person saw. Otherwise, the store throws `conflict`; the form
    /// should then ``follow(_:)`` the item and show its ``conflicts``.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first invalid field.
    package func transaction(addsItem: Bool) throws(LootError) -> ItemTransaction {
        let edited = try edited()
        if addsItem {
            return ItemTransaction([.insert(edited)], title: String(localized: "Add “\(edited.shownName)”"))
        }
        let patch = try patch()
        var seen = Patch()
        for field in patch.compared { seen[field] = .some(item.value(for: field)) }
        return ItemTransaction(
            [.update(item.id, patch)], title: String(localized: "Edit “\(item.shownName)”"),
            conditions: [.fields(item.id, seen)]
        )
    }
}
