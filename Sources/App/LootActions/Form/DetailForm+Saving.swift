package import LootCore

extension DetailForm {
    /// What saves the form: the whole item if it is to be added, else the fields that were changed, on the condition that
    /// they are still as the person saw them. Where they are not, the store refuses it with `conflict`; the form then
    /// follows the item and shows its ``conflicts``.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read, or that an item may not hold.
    package func transaction(addsItem: Bool) throws(LootError) -> ItemTransaction {
        let edited = try edited()
        if addsItem { return ItemTransaction([.insert(edited)], title: "Add “\(edited.shownName)”") }
        let patch = try patch()
        var seen = Patch()
        for field in patch.compared { seen[field] = .some(item.value(for: field)) }
        return ItemTransaction(
            [.update(item.id, patch)], title: "Edit “\(item.shownName)”", conditions: [.fields(item.id, seen)]
        )
    }
}
