package import LootCore

/// What a person has typed into a form and not saved, to be gone on with later.
package struct FormDraft: Hashable, Sendable {
    /// One field that was changed.
    package struct Entry: Hashable, Sendable {
        /// The field.
        package var field: FieldKey
        /// What it holds, as far as a field of the person's own has to be made again.
        package var type: FieldType
        /// What the person saw before.
        package var original: String
        /// What they typed.
        package var text: String

        /// A field with what was typed.
        package init(_ field: FieldKey, _ type: FieldType, from original: String, to text: String) {
            self.field = field
            self.type = type
            self.original = original
            self.text = text
        }
    }

    /// The item that the form is of; nil for one that was to be added.
    package var item: ItemID?
    /// When it was kept.
    package var date: Moment
    /// The fields that were changed.
    package var entries: [Entry]

    /// A draft.
    package init(of item: ItemID?, date: Moment = .now, _ entries: [Entry]) {
        self.item = item
        self.date = date
        self.entries = entries
    }
}

extension DetailForm {
    /// What was typed and not saved; nil if nothing was.
    package var draft: FormDraft? {
        let entries = rows.filter(\.isChanged).map { row in
            FormDraft.Entry(
                row.id, DetailForm.type(of: row.control), from: row.original, to: row.text)
        }
        return entries.isEmpty ? nil : FormDraft(of: isNew ? nil : item.id, entries)
    }

    /// Goes on with a draft. What has become of the item since is taken over where the person has not changed it; where
    /// both made something else of a field, ``conflicts`` has it.
    package mutating func resume(_ draft: FormDraft) {
        for entry in draft.entries {
            if self[entry.field] == nil, let name = entry.field.customName {
                // A field that no longer may have that name is left out.
                _ = try? addCustomField(name, entry.type)
            }
            guard let index = rows.firstIndex(where: { $0.id == entry.field }) else { continue }
            rows[index].original = entry.original
            set(entry.text, for: entry.field)
        }
        if !isNew { follow(item) }
    }
}
