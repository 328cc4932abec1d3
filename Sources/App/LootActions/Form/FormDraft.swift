package import LootCore

/// The unsaved changes of a form, stored so that the person can continue later.
package struct FormDraft: Hashable, Sendable {
    /// One field that was changed.
    package struct Entry: Hashable, Sendable {
        package var field: FieldKey
        /// The type, needed to add a custom field again.
        package var type: FieldType
        /// The text before the change.
        package var original: String
        /// The text that the person typed.
        package var text: String

        /// Creates an entry for a changed field.
        package init(_ field: FieldKey, _ type: FieldType, from original: String, to text: String) {
            self.field = field
            self.type = type
            self.original = original
            self.text = text
        }
    }

    /// The edited item, or `nil` for a new one.
    package var item: ItemID?
    /// The date of the draft.
    package var date: Moment
    /// The fields that were changed.
    package var entries: [Entry]

    /// Creates a draft.
    package init(of item: ItemID?, date: Moment = .now, _ entries: [Entry]) {
        self.item = item
        self.date = date
        self.entries = entries
    }
}

extension DetailForm {
    /// The unsaved changes, or `nil` if there are none.
    package var draft: FormDraft? {
        let entries = rows.filter(\.isChanged).map { row in
            FormDraft.Entry(
                row.id, DetailForm.type(of: row.control), from: row.original, to: row.text)
        }
        return entries.isEmpty ? nil : FormDraft(of: isNew ? nil : item.id, entries)
    }

    /// Applies a draft to the form. Newer values of the item are merged as in ``follow(_:)``.
    package mutating func resume(_ draft: FormDraft) {
        for entry in draft.entries {
            if self[entry.field] == nil, let name = entry.field.customName {
                // Skip fields whose name is no longer valid.
                _ = try? addCustomField(name, entry.type)
            }
            guard let index = rows.firstIndex(where: { $0.id == entry.field }) else { continue }
            rows[index].original = entry.original
            set(entry.text, for: entry.field)
        }
        if !isNew { follow(item) }
    }
}
