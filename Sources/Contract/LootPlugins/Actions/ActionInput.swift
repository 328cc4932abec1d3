public import Localization
public import LootCore

/// The items and arguments of an action.
public struct ActionInput: Sendable {
    let action: String
    let parameters: [ParameterDeclaration]
    let arguments: [String: String]
    /// The current day.
    public let today: Day
    /// The configured settings of the action.
    public let settings: PluginSettings
    let selection: Selection
    /// The person who runs the action, or `nil` if unknown.
    package let author: String?
    /// The symbol of amounts in the front end, for a list without a currency.
    package let symbol: String
    package let store: any ItemStore

    /// Returns the argument for a parameter.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` for a missing or invalid argument, or `unsupported` if
    ///   the action doesn't declare the parameter.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        get throws(LootError) {
            let declaration = parameter.declaration
            guard parameters.contains(declaration) else {
                throw LootError(
                    .unsupported, "Can't run “\(action)”.",
                    reason: "It reads the parameter “\(declaration.name)” but doesn't declare it.")
            }
            if let converted = parameter.convert(try value(of: declaration)) { return converted }
            throw missing(declaration)
        }
    }

    /// Returns the argument for a parameter of the action, or `nil` if it is missing.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` for an invalid argument or a missing one that is
    ///   required.
    package func value(of declaration: ParameterDeclaration) throws(LootError) -> FieldValue? {
        let text = arguments[declaration.name]?.trimmed ?? ""
        if text.isEmpty, declaration.isRequired { throw missing(declaration) }
        return text.isEmpty ? nil : try declaration.parse(text, today: today)
    }

    private func missing(_ declaration: ParameterDeclaration) -> LootError {
        LootError(
            .invalidValue, "Enter a value for “\(declaration.name)”.", reason: declaration.summary,
            field: declaration.problemKey)
    }

    /// Calls `body` once with each selected item.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item` if an individually selected item doesn't exist, and
    ///   the errors of `body`.
    public func forEachItem(_ body: (Item) throws(LootError) -> Void) async throws(LootError) {
        switch selection {
        case .items(let ids):
            var seen: Set<ItemID> = []
            for id in ids where seen.insert(id).inserted {
                guard let item = try await store.item(id) else { throw LootError.missing(id) }
                try body(item)
            }
        case .matching(let query):
            try await store.withRows(of: query) { rows throws(LootError) in try await rows.forEach(body) }
        }
    }

    /// Plans one change for each selected item, which can be undone in one step.
    ///
    /// - Parameters:
    ///   - title: Returns the title in the history for the changed items, such as “Lamp” or 3 items.
    ///   - done: Returns the message after the commit for the changed items.
    ///   - fields: The fields that the changes depend on. If one of them changes before the commit, the action is
    ///     planned again.
    ///   - change: Returns the change of an item. An update may set values that the item already has.
    /// - Returns: The plan. It has no transaction if nothing has to be changed.
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item`, and the errors of `change`.
    public func plan(
        title: (Message) -> Message, done: (Message) -> Message, reading fields: [FieldKey] = [],
        _ change: (Item) throws(LootError) -> Change?
    ) async throws(LootError) -> Plan {
        try await planSeveral(title: title, done: done, reading: fields) { item throws(LootError) in
            try change(item).map { [$0] } ?? []
        }
    }

    /// Plans several changes for each selected item, such as an update and the insertion of another item.
    package func planSeveral(
        title: (Message) -> Message, done: (Message) -> Message, reading fields: [FieldKey] = [],
        _ changes: (Item) throws(LootError) -> [Change]
    ) async throws(LootError) -> Plan {
        let revision = fields.isEmpty ? nil : try await store.summary().revision
        var planned = PlannedChanges()
        try await forEachItem { item throws(LootError) in
            try planned.add(try changes(item), to: item, reading: fields)
        }
        return planned.plan(title: title, done: done, at: revision)
    }
}

extension ActionInput {
    /// Returns the plan of an action on the list.
    package func planForList(
        _ changes: [Change], title: Message, done: Message, conditions: [Condition]
    ) -> Plan {
        let transaction = ItemTransaction(changes, title: title.text, conditions: conditions)
        return Plan(items: [], transaction: changes.isEmpty ? nil : transaction, title: title, done: done)
    }
}

/// The changes of an action while it is planned.
package struct PlannedChanges {
    private var items: [ItemID] = []
    private var changes: [Change] = []
    /// The number of selected items with changes.
    private var count = 0
    private var conditions: [Condition] = []
    private var name: Message = ""
    /// The number of items above which a single condition on the list's revision replaces conditions on items.
    private static let mostConditions = 1_000

    package init() {}

    /// Adds the changes for a selected item, which depend on `fields`.
    package mutating func add(
        _ changes: [Change], to item: Item, reading fields: [FieldKey]
    ) throws(LootError) {
        items.append(item.id)
        var reduced: [Change] = []
        for change in changes {
            if let change = try PlannedChanges.reduced(change, of: item) { reduced.append(change) }
        }
        if reduced.isEmpty { return }
        if count == 0 { name = "“\(item.shownName)”" }
        count += 1
        self.changes += reduced
        if !fields.isEmpty {
            let values = fields.map { Patch.Edit($0, item.value(for: $0)) }
            conditions.append(.fields(item.id, Patch(values)))
        }
    }

    /// Returns the plan. The items were read at the given revision or later.
    package func plan(
        title: (Message) -> Message, done: (Message) -> Message, at revision: Revision?
    ) -> Plan {
        let many: Message = "\(count, one: "item", other: "items")"
        let changed = count == 1 ? name : many
        var conditions = conditions
        if let revision, conditions.count > PlannedChanges.mostConditions { conditions = [.list(revision)] }
        let transaction = ItemTransaction(changes, title: title(changed).text, conditions: conditions)
        return Plan(
            items: items, transaction: changes.isEmpty ? nil : transaction, title: title(changed),
            done: changes.isEmpty ? "No changes were needed." : done(changed))
    }

    /// Returns the change without values that the item already has, or `nil` if nothing remains.
    private static func reduced(_ change: Change, of item: Item) throws(LootError) -> Change? {
        guard case .update(item.id, let patch) = change else { return change }
        var edited = item
        try patch.apply(to: &edited)
        let difference = Patch(from: item, to: edited)
        return difference.isEmpty ? nil : .update(item.id, difference)
    }
}

/// The planned changes of an action.
public struct Plan: Sendable {
    /// The selected items, in the order in which they were read.
    package let items: [ItemID]
    /// The changes, or `nil` if nothing has to be changed.
    package var transaction: ItemTransaction?
    /// The title in the history.
    package let title: Message
    /// The message after the commit, or the reason why there is none.
    package let done: Message
    /// The role that a person on a server needs for the changes, if it is higher than that of the action.
    package var requiredRole = Role.none
}
