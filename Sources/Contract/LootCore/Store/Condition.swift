/// A precondition of a transaction. The store checks it under its own lock before the first change. If it doesn't
/// hold, the store throws `conflict`, and nothing is changed.
///
/// A transaction should have only the conditions it depends on, so that it doesn't conflict with unrelated changes.
@nonexhaustive
public enum Condition: Hashable, Sendable {
    /// The list still has this revision.
    case list(Revision)
    /// An item is unchanged in all fields.
    case item(ItemID, ItemDigest)
    /// Fields of an item still have these values. `nil` is the default value or a missing one.
    case fields(ItemID, Patch)
    /// A setting of the list still has this value; `nil` if it isn't set.
    case setting(SettingKey, ForeignValue?)

    /// The item concerned, or `nil` for a condition on the list or its settings.
    package var item: ItemID? {
        switch self {
        case .list, .setting: nil
        case .item(let id, _), .fields(let id, _): id
        }
    }

    /// Throws if the condition doesn't hold. `item` returns the current item with an ID, or `nil` if it doesn't
    /// exist.
    ///
    /// - Throws: ``LootError`` with code `conflict` that names the item, and the field if there is one.
    package func check(
        at revision: Revision, settings: () throws(LootError) -> ListSettings = { ListSettings() },
        item: (ItemID) throws(LootError) -> Item?
    ) throws(LootError) {
        switch self {
        case .list(let expected):
            if expected != revision { throw LootError.stale(expected, current: revision) }
        case .item(let id, let digest):
            guard let found = try item(id) else { throw LootError.removedMeanwhile(id) }
            if found.digest != digest { throw LootError.changedMeanwhile(found) }
        case .fields(let id, let expected):
            guard let found = try item(id) else { throw LootError.removedMeanwhile(id) }
            for edit in expected.edits {
                let value = found.value(for: edit.field)
                let expected = edit.value ?? Field.with(key: edit.field)?.unsetValue
                if !FieldValue.areIdentical(value, expected) {
                    throw LootError.changedMeanwhile(found, edit.field, value, expected: expected)
                }
            }
        case .setting(let key, let expected):
            if try !settings()[key].isIdentical(to: expected) { throw LootError.changedMeanwhile(key) }
        }
    }
}

extension ItemTransaction {
    /// Throws if a condition doesn't hold. Stores call this method under their own lock before the first change.
    ///
    /// - Parameters:
    ///   - revision: The current revision.
    ///   - settings: Returns the current settings.
    ///   - item: Returns the item with an ID, or `nil` if it doesn't exist.
    /// - Throws: ``LootError`` with code `conflict` for the first condition that doesn't hold.
    public func checkConditions(
        at revision: Revision, settings: () throws(LootError) -> ListSettings,
        item: (ItemID) throws(LootError) -> Item?
    ) throws(LootError) {
        for condition in conditions { try condition.check(at: revision, settings: settings, item: item) }
    }
}

extension LootError {
    /// Creates an error for an item that was removed since it was read.
    static func removedMeanwhile(_ id: ItemID) -> LootError {
        LootError(
            .conflict, "Can't save the change.", reason: "The item \(id.short) was removed in the meantime.",
            advice: "Read the list again.", item: id)
    }

    /// Creates an error for a setting that was changed since it was read.
    static func changedMeanwhile(_ key: SettingKey) -> LootError {
        LootError(
            .conflict, "Can't save the change.",
            reason: "The setting “\(TextRules.visible(key.rawValue))” was changed in the meantime.",
            advice: "Read it again and repeat the change.")
    }

    /// Creates an error for an item that was changed since it was read.
    static func changedMeanwhile(_ item: Item) -> LootError {
        LootError(
            .conflict, "Can't save the change.",
            reason: "“\(TextRules.visible(item.name))” was changed in the meantime.",
            advice: "Read it again and repeat the change.", item: item.id)
    }

    /// Creates an error for a field that was changed since it was read.
    static func changedMeanwhile(
        _ item: Item, _ field: FieldKey, _ value: FieldValue?, expected: FieldValue?
    ) -> LootError {
        let title =
            Field.with(key: field)?.title
            ?? Message(verbatim: TextRules.visible(field.customName ?? field.rawValue))
        let name = TextRules.visible(item.name)
        let old = expected.map { TextRules.visible($0.description) }
        let reason: Message =
            switch (old, value.map { TextRules.visible($0.description) }) {
            case (let old?, let new?): "“\(title)” of “\(name)” was “\(old)” and is now “\(new)”."
            case (let old?, nil): "“\(title)” of “\(name)” was “\(old)” and is now empty."
            case (nil, let new?): "“\(title)” of “\(name)” was empty and is now “\(new)”."
            case (nil, nil): "“\(title)” of “\(name)” was changed in the meantime."
            }
        return LootError(
            .conflict, "Can't save the change.", reason: reason,
            advice: "Read the item again and repeat the change.", item: item.id, field: field)
    }
}
