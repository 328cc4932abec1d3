package import LootCore

/// What comes of a form whose item was changed elsewhere while it was filled in: fields that only one side changed go
/// together, and for the others a person chooses.
///
/// ```swift
/// let merge = FormMerge(base: opened, typed: try form.patch(), now: current)
/// let patch = merge.patch(choosing: merge.conflicts.isEmpty ? [:] : ask(merge.conflicts))
/// _ = try await store.apply(
///     ItemTransaction([.update(current.id, patch)], conditions: [merge.condition(for: patch)]))
/// ```
package struct FormMerge: Hashable, Sendable {
    /// What is written without asking: what was typed into fields that were not set elsewhere, and tags put in and taken
    /// out one by one. Empty where all of it is so already.
    package let patch: Patch
    /// The fields that the item holds another value in by now: `ours` is what was typed, `theirs` what it holds.
    package let conflicts: [MergeConflict]

    private let now: Item

    /// Compares what was typed over `base` with the item as it is now.
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

    /// What is written once a person has chosen. A conflict without a choice keeps what the item holds.
    package func patch(choosing choices: [FieldKey: MergeConflict.Side]) -> Patch {
        let chosen = conflicts.compactMap { conflict in
            conflict.field.flatMap { field in
                choices[field] == .ours ? Patch.Edit(field, conflict.ours) : nil
            }
        }
        return FormMerge.effective(patch.edits + chosen, on: now)
    }

    /// What must hold for a patch to be written: the fields that it sets are as they were compared.
    package func condition(for patch: Patch) -> Condition {
        .fields(now.id, Patch(patch.compared.map { Patch.Edit($0, now.value(for: $0)) }))
    }

    /// Whether what was typed would mean another amount of money than it did: where the currency is another one by now,
    /// or an amount that a typed currency would be for.
    private static func parts(_ field: FieldKey, of typed: Patch, base: Item, now: Item) -> Bool {
        guard let field = Field.with(key: field), field.isMoney else { return false }
        let others = Field.money.filter { $0.traits.contains(.currency) != field.traits.contains(.currency) }
        return others.contains { other in
            typed[other.key] == nil && other.value(of: base) != other.value(of: now)
        }
    }

    /// The edits that change anything.
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
    /// The fields that it depends on: those that it sets and, where these are of money, all that say what it is.
    var compared: [FieldKey] {
        let fields = edits.map(\.field)
        guard fields.contains(where: { Field.with(key: $0)?.isMoney ?? false }) else { return fields }
        return fields + Field.money.map(\.key).filter { !fields.contains($0) }
    }
}
