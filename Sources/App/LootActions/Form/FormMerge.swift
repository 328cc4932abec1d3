package import LootCore
package import LootMerge

/// Merges a person's edits with an item that was changed in the meantime. Fields that only one side changed are
/// merged; for the others, a person chooses.
///
/// ```swift
/// let merge = FormMerge(base: opened, typed: try form.patch(), now: current)
/// let patch = merge.patch(choosing: merge.conflicts.isEmpty ? [:] : ask(merge.conflicts))
/// _ = try await store.apply(
///     ItemTransaction([.update(current.id, patch)], conditions: [merge.condition(for: patch)]))
/// ```
package struct FormMerge: Hashable, Sendable {
    /// The changes that need no decision: edits of fields that weren't changed elsewhere, and merged tags. Empty if
    /// the item already has all values.
    package let patch: Patch
    /// The fields that both sides changed. `ours` is the typed value, `theirs` the item's current one.
    package let conflicts: [MergeConflict]

    private let now: Item

    /// Merges the edits of `base` with the current item.
    package init(base: Item, typed: Patch, now: Item) {
        self.now = now
        var edits: [Patch.Edit] = []
        var conflicts: [MergeConflict] = []
        for edit in typed.edits {
            let values = (base: base.value(for: edit.field), now: now.value(for: edit.field))
            let ours = edit.value ?? Field.with(key: edit.field)?.unsetValue
            let value =
                FormMerge.parts(edit.field, of: typed, base: base, now: now)
                ? nil : Merge.value(base: values.base, ours: ours, theirs: values.now)
            guard let value else {
                conflicts.append(
                    MergeConflict(of: now, edit.field, base: values.base, ours: ours, theirs: values.now))
                continue
            }
            edits.append(Patch.Edit(edit.field, value))
        }
        patch = FormMerge.effective(edits, on: now)
        self.conflicts = conflicts
    }

    /// Returns the changes to save after a person has chosen. A conflict without a choice keeps the item's value.
    package func patch(choosing choices: [FieldKey: MergeConflict.Side]) -> Patch {
        let chosen = conflicts.compactMap { conflict in
            conflict.field.flatMap { field in
                choices[field] == .ours ? Patch.Edit(field, conflict.ours) : nil
            }
        }
        return FormMerge.effective(patch.edits + chosen, on: now)
    }

    /// Returns the condition for saving a patch: the fields it depends on still have the values that were compared.
    package func condition(for patch: Patch) -> Condition {
        .fields(now.id, Patch(patch.compared.map { Patch.Edit($0, now.value(for: $0)) }))
    }

    /// Returns whether a typed value would change its meaning because the item's currency or an amount has changed in
    /// the meantime.
    private static func parts(_ field: FieldKey, of typed: Patch, base: Item, now: Item) -> Bool {
        guard let field = Field.with(key: field), field.isMoney else { return false }
        let others = Field.money.filter { $0.traits.contains(.currency) != field.traits.contains(.currency) }
        return others.contains { other in
            typed[other.key] == nil && other.value(of: base) != other.value(of: now)
        }
    }

    /// Returns the edits that change the item.
    private static func effective(_ edits: [Patch.Edit], on item: Item) -> Patch {
        Patch(
            edits.filter { edit in
                switch (edit.value, item.value(for: edit.field)) {
                case (nil, nil): false
                case (let new?, let old?): !new.isIdentical(to: old)
                default: true
                }
            })
    }
}

extension Patch {
    /// The fields that the patch depends on: those it sets and, if one of them is an amount or the currency, all such
    /// fields.
    var compared: [FieldKey] {
        let fields = edits.map(\.field)
        guard fields.contains(where: { Field.with(key: $0)?.isMoney ?? false }) else { return fields }
        return fields + Field.money.map(\.key).filter { !fields.contains($0) }
    }
}
