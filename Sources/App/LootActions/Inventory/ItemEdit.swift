package import LootCore
import LootMerge
import TextSearch

/// A person's edit of items: it sets fields to values, and adds (`+`) and removes (`-`) entries of lists. A period
/// that counts from a day of the item, such as a warranty of `36 months` after the purchase, becomes a different day
/// for each item.
package struct ItemEdit: Sendable {
    /// The values set in all items.
    package private(set) var patch = Patch()
    private var lists: [ListEdit] = []
    private var amounts: [String] = []
    /// The typed periods with their fields.
    private var lengths: [(field: Field, text: String)] = []
    private var relative: [RelativeChange] = []

    private struct ListEdit {
        let field: FieldKey
        var added: [String] = []
        var removed: [String] = []
    }

    /// Creates an empty edit.
    package init() {}

    /// Whether the edit changes nothing.
    package var isEmpty: Bool { patch.isEmpty && lists.isEmpty && lengths.isEmpty && relative.isEmpty }

    /// The first change relative to an item's number, such as `+5`, `-5` or `*1.1`. It can't be applied to a new
    /// item, which has no number.
    package var relativeChange: RelativeChange? { relative.first }

    /// Sets a field to the value that a string represents; an empty string removes the value. `+a,-b` adds
    /// and removes entries of a list. `+5`, `-5` and `*1.1` change a number or an amount unless `isAbsolute`
    /// is `true`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value`.
    package mutating func set(
        _ field: Field, to text: String, isAbsolute: Bool = false
    ) throws(LootError) {
        if case .list = field.access, let first = text.first(where: { $0 != " " }),
            first == "+" || first == "-"
        {
            return lists.append(try ItemEdit.entries(text, of: field))
        }
        if !isAbsolute, let change = try RelativeChange(of: field, text) { return relative.append(change) }
        if field.span(in: text) != nil { return lengths.append((field, text)) }
        let value = try field.parse(text)
        if value == nil, field.takesNoNil { throw field.refusal("It can't be empty.") }
        patch[field.key] = .some(value)
        if field.traits.contains(.money) { amounts.append(text) }
    }

    /// Sets a field to a value.
    package mutating func set(_ field: FieldKey, to value: FieldValue?) { patch[field] = .some(value) }

    private static func entries(_ text: String, of field: Field) throws(LootError) -> ListEdit {
        guard case .list(let entries) = try field.type.parse(text) else { return ListEdit(field: field.key) }
        var edit = ListEdit(field: field.key)
        for entry in entries {
            let rest = String(entry.dropFirst().drop { $0 == " " })
            guard entry.hasPrefix("+") || entry.hasPrefix("-"), !rest.isEmpty else {
                throw field.refusal(
                    "“\(TextRules.visible(entry))” doesn't begin with + or -, but other entries do.",
                    advice: "Use +a,-b to add and remove entries, or a,b to set all of them.")
            }
            let read = try field.entry(rest)
            if entry.hasPrefix("+") { edit.added.append(read) } else { edit.removed.append(read) }
        }
        return edit
    }

    /// Whether the result depends on the current state of an item.
    var dependsOnItem: Bool { !lists.isEmpty || !lengths.isEmpty || !relative.isEmpty }

    /// Returns the values to set in an item.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if an unchanged amount would change its currency,
    ///   or if the item has no day from which a period counts.
    package func patch(for item: Item, in money: Money) throws(LootError) -> Patch {
        var patch = patch
        try count(from: item, into: &patch)
        for change in relative {
            patch[change.field.key] = .some(try change.value(for: item, in: money))
        }
        for list in lists {
            guard case .list(let get, _) = Field.with(key: list.field)?.access else { continue }
            var entries = get(item).filter { entry in !list.removed.contains { Folding.same($0, entry) } }
            for entry in list.added where !entries.contains(where: { Folding.same($0, entry) }) {
                entries.append(entry)
            }
            patch[list.field] = .some(entries.isEmpty ? nil : .list(entries))
        }
        let given: Currency? = if case .text(let code)?? = patch["currency"] { Currency(code) } else { nil }
        guard let named = try money.currency(in: amounts, given: given) else { return patch }
        let current = item.currency ?? money.currency
        if given == nil, named != current {
            let others = Field.money.filter { $0.traits.contains(.money) && patch[$0.key] == nil }
            let other = others.first { ($0.value(of: item) ?? .amount(0)) != .amount(0) }?.title
            if let other = other ?? (item.hasCostInItsCurrency ? "Maintenance" : nil) {
                throw LootError(
                    .invalidValue,
                    "Can't set the currency of “\(TextRules.visible(item.shownName))” to \(named.code).",
                    reason: "“\(other)” is in \(current?.code ?? money.symbol).",
                    advice: "Set the currency directly, or set both amounts.", item: item.id,
                    field: "currency")
            }
        }
        patch["currency"] = .some(.text(named.code))
        return patch
    }

    /// Sets the days that result from periods for an item.
    private func count(from item: Item, into patch: inout Patch) throws(LootError) {
        if lengths.isEmpty { return }
        var edited = item
        try patch.apply(to: &edited)
        for (field, text) in lengths {
            do { patch[field.key] = .some(try field.parse(text, from: field.start(in: edited))) } catch {
                var error = error.during(
                    "Can't set “\(field.title)” of “\(TextRules.visible(item.shownName))”.")
                error.item = item.id
                throw error
            }
        }
    }
}

extension Inventory {
    /// Applies a separate edit to each item, in one commit.
    ///
    /// - Returns: `nil` if all items already had these values.
    @discardableResult
    package func edit(
        _ edits: [ItemID: ItemEdit], of ids: [ItemID], in money: Money, if conditions: [Condition] = []
    ) async throws(LootError) -> Commit? {
        try await change(ids, { "Edit \($0)" }, if: conditions) { (item) throws(LootError) in
            guard let patch = try edits[item.id]?.patch(for: item, in: money) else { return nil }
            do throws(LootError) { try patch.checkEntries() } catch {
                var error = error
                error.item = item.id
                throw error
            }
            return try Inventory.update(item) { (edited) throws(LootError) in _ = try patch.apply(to: &edited)
            }
        }
    }

    /// Applies an edit to all items, in one commit. Items that were just read can be passed as `items`; they are read
    /// again only if the edit depends on their state.
    ///
    /// - Returns: `nil` if all items already had these values.
    @discardableResult
    package func edit(
        _ ids: [ItemID], _ edit: ItemEdit, in money: Money, knowing items: [Item] = []
    ) async throws(LootError) -> Commit? {
        let known = edit.dependsOnItem ? [] : items.map { ($0.id, $0) }
        return try await change(
            ids, { "Edit \($0)" }, knowing: Dictionary(known, uniquingKeysWith: { $1 })
        ) { (item) throws(LootError) in
            let patch = try edit.patch(for: item, in: money)
            try patch.checkEntries()
            return try Inventory.update(item) { (edited) throws(LootError) in _ = try patch.apply(to: &edited)
            }
        }
    }
}
