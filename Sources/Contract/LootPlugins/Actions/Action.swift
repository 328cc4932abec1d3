public import Localization
public import LootCore

/// Something a person can do with items. Every front end offers it: as a command, a key, a button, an endpoint, a tool.
///
/// ```swift
/// extension Action {
///     static let favorite = Action(
///         "favorite", title: "Favorite", summary: "Mark items as favorites", opposite: "unfavorite",
///         applies: .compare("isFavorite", .equal, .flag(false))
///     ) { input throws(LootError) in
///         try await input.plan(title: { "Favorite \($0)" }, done: { "Marked \($0) as favorite." }) { item in
///             .update(item.id, ["isFavorite": .flag(true)])
///         }
///     }
/// }
/// ```
public struct Action: Sendable, Identifiable {
    /// The name of the command, the tool and the address: `lend`.
    public let id: String
    /// The label of buttons and menu entries: “Lend”.
    package let title: Message
    /// A few words on what the action does, without a period: “Lend items to a person”.
    package let summary: Message
    /// The action that reverses this one. Both share a key and a button.
    package let opposite: String?
    /// The key that means the action, unless the configuration or another command says otherwise.
    package let suggestedKey: String?
    /// The items for which front ends offer the action.
    package let applies: Filter
    private let declareParameters: @Sendable () -> [any AnyParameter]
    private let makePlan: @Sendable (ActionInput) async throws(LootError) -> Plan

    /// Declares an action that changes items.
    ///
    /// `plan` decides what to change and changes nothing itself. It runs again if another writer interferes.
    public init(
        _ id: String, title: Message, summary: Message, opposite: String? = nil, suggestedKey: String? = nil,
        applies: Filter = .all([]),
        parameters: @autoclosure @escaping @Sendable () -> [any AnyParameter] = [],
        plan: @escaping @Sendable (ActionInput) async throws(LootError) -> Plan
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.opposite = opposite
        self.suggestedKey = suggestedKey
        self.applies = applies
        declareParameters = parameters
        makePlan = plan
    }

    /// The parameters, in the order in which forms show them.
    package var parameters: [ParameterDeclaration] { declareParameters().map(\.declaration) }

    /// Returns what the action would change in a store. Changes nothing.
    ///
    /// - Throws: ``/LootCore/LootError``: `malformed` for an unknown argument, `invalid-value` for a missing or
    ///   unreadable one, `no-such-item`, and the errors of the action.
    package func plan(_ request: ActionRequest, in store: any ItemStore) async throws(LootError) -> Plan {
        let parameters = parameters
        for name in request.arguments.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw LootError(
                .malformed, "can't run “\(id)”",
                because: "it has no parameter “\(TextRules.visible(name))”",
                next: Suggestions.sentence(for: name, among: parameters.map(\.name)))
        }
        return try await makePlan(
            ActionInput(
                action: id, parameters: parameters, arguments: request.arguments, today: request.today,
                selection: request.selection, store: store))
    }
}

/// The items an action is meant for.
public enum Selection: Hashable, Sendable {
    /// Items that a person named or marked one by one.
    case items([ItemID])
    /// All items that a query finds when the action is planned.
    case matching(Query)
}

/// An action with its items and arguments, as a front end asks for it.
package struct ActionRequest: Sendable {
    package var action: Action
    package var selection: Selection
    /// The texts of the arguments, by the names of the parameters. An empty text counts as missing.
    package var arguments: [String: String]
    /// The day to which relative dates refer.
    package var today: Day

    package init(
        _ action: Action, on selection: Selection, arguments: [String: String] = [:], today: Day = .today
    ) {
        self.action = action
        self.selection = selection
        self.arguments = arguments
        self.today = today
    }
}
