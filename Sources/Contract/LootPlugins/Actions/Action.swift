public import Localization
public import LootCore

/// An operation on items. All front ends offer it: as a command, a key, a button, an endpoint and a tool.
///
/// ```swift
/// extension Action {
///     static let favorite = Action(
///         "favorite", title: "Favorite", summary: "Mark items as favorites", opposite: "unfavorite",
///         applies: .compare("isFavorite", .equal, .flag(false))
///     ) { input throws(LootError) in
///         try await input.plan(title: { "Favorite \($0)" }, done: { "Added \($0) to favorites." }) { item in
///             .update(item.id, ["isFavorite": .flag(true)])
///         }
///     }
/// }
/// ```
public struct Action: Plugin, Identifiable {
    /// The name of the command, the tool and the endpoint, for example `lend`.
    public let id: String
    /// The label of buttons and menu entries: “Lend”.
    package let title: Message
    /// A short description without a period: “Lend items to a person”.
    package let summary: Message
    /// The action that reverses this one. Both share a key and a button.
    package let opposite: String?
    /// The default key, unless a command of the screen has it. The configuration can override it.
    package let suggestedKey: String?
    /// The character that represents the action. Lists show actions with a symbol next to each item.
    package let symbol: String?
    /// The items for which front ends offer the action.
    package let applies: Filter
    /// The number of items that the action needs. Front ends don't offer it for fewer. It is 0 for an action on the
    /// list.
    package let minimumItems: Int
    /// The role that a person on a server needs to run the action.
    package let requiredRole: Role
    /// The options in the configuration, under `actions`.
    package let options: [PluginOption]
    /// The configured settings.
    package var settings = PluginSettings()
    private let declareParameters: @Sendable () -> [any AnyParameter]
    private let declareExamples: @Sendable () -> [(line: String, summary: Message)]
    private let makePlan: @Sendable (ActionInput) async throws(LootError) -> Plan

    /// Creates an action that changes items.
    ///
    /// `plan` decides what to change but changes nothing itself. It is called again if another writer
    /// interferes. It isn't called for fewer items than `minimumItems`. Examples are command lines that begin
    /// with `loot`, the name of the program.
    public init(
        _ id: String, title: Message, summary: Message, opposite: String? = nil, suggestedKey: String? = nil,
        symbol: String? = nil, applies: Filter = .all([]), minimumItems: Int = 1,
        requiredRole: Role = .write, options: [PluginOption] = [],
        parameters: @autoclosure @escaping @Sendable () -> [any AnyParameter] = [],
        examples: @autoclosure @escaping @Sendable () -> [(line: String, summary: Message)] = [],
        plan: @escaping @Sendable (ActionInput) async throws(LootError) -> Plan
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.opposite = opposite
        self.suggestedKey = suggestedKey
        self.symbol = symbol
        self.applies = applies
        self.minimumItems = minimumItems
        self.requiredRole = requiredRole
        self.options = options
        declareParameters = parameters
        declareExamples = examples
        makePlan = plan
    }

    /// Creates an action on the list, such as `stocktake-start`. The part of the ID before the hyphen is the command
    /// that runs it.
    package init(
        forList id: String, title: Message, summary: Message, requiredRole: Role = .write,
        parameters: @autoclosure @escaping @Sendable () -> [any AnyParameter] = [],
        plan: @escaping @Sendable (ActionInput) async throws(LootError) -> Plan
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        (opposite, suggestedKey, symbol) = (nil, nil, nil)
        applies = .all([])
        minimumItems = 0
        self.requiredRole = requiredRole
        options = []
        declareParameters = parameters
        declareExamples = { [] }
        makePlan = plan
    }

    /// The parameters, in the order in which forms show them.
    package var parameters: [ParameterDeclaration] { declareParameters().map(\.declaration) }

    /// Whether the page, the API and assistants offer the action. Actions with the option ``serve`` must be allowed
    /// in the configuration.
    package var isServed: Bool { !options.contains(Action.serve) || settings.flag(Action.serve.name) }

    /// The option that allows the page, the API and assistants to offer an action.
    package static let serve = PluginOption(
        "serve", .flag, default: false, "Whether the web page, the API and assistants offer the action.")

    /// Examples for the help of the command.
    package var examples: [(line: String, summary: Message)] { declareExamples() }

    /// The description of the action as a plugin.
    package var descriptor: PluginDescriptor {
        PluginDescriptor(.action, id, summary: "\(summary).", options: options)
    }

    /// Plans the changes to a store without changing anything.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `malformed` for an unknown argument, `invalid-value` for a
    ///   missing or invalid one, `no-such-item`, or `configuration` if a required option isn't set. Also throws the
    ///   errors of the action.
    package func plan(_ request: ActionRequest, in store: any ItemStore) async throws(LootError) -> Plan {
        try descriptor.requireOptions(in: settings, under: "actions")
        let parameters = parameters
        for name in request.arguments.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw LootError(
                .malformed, "Can't run “\(id)”.",
                reason: "It has no parameter “\(TextRules.visible(name))”.",
                advice: Suggestions.advice(for: name, among: parameters.map(\.name)))
        }
        try await requireItems(of: request.selection, in: store)
        return try await makePlan(
            ActionInput(
                action: id, parameters: parameters, arguments: request.arguments, today: request.today,
                settings: settings, selection: request.selection, author: request.author,
                symbol: request.symbol, store: store))
    }
}

extension Action {
    /// Whether the action concerns the list instead of items: its selection is empty.
    package var isForList: Bool { minimumItems == 0 }

    /// Whether front ends offer the action for a single item.
    package func isOffered(for item: Item) -> Bool { minimumItems == 1 && applies.matches(item) }

    private func requireItems(of selection: Selection, in store: any ItemStore) async throws(LootError) {
        if minimumItems <= 1 { return }
        let count =
            switch selection {
            case .items(let ids): Set(ids).count
            case .matching(let query): try await store.outline(of: query).count
            }
        if count < minimumItems {
            throw LootError(
                .invalidValue, "Can't run “\(id)”.",
                reason: "It needs at least \(minimumItems, one: "item", other: "items").",
                advice: "Select more items.")
        }
    }
}

extension [Action] {
    /// The actions on items.
    package var onItems: [Action] { filter { !$0.isForList } }

    /// Returns the action with an ID.
    package func named(_ id: String) -> Action? { first { $0.id == id } }

    /// Returns the action that reverses another one.
    package func opposite(of action: Action) -> Action? { action.opposite.flatMap(named) }

    /// Returns the suggested key of an action or of its opposite.
    package func key(of action: Action) -> String? {
        action.suggestedKey ?? opposite(of: action)?.suggestedKey
    }
}

/// The items to which an action is applied.
public enum Selection: Hashable, Sendable {
    /// Items that a person selected individually.
    case items([ItemID])
    /// All items that match a query when the action is planned.
    case matching(Query)
}

/// An action with its items and arguments, as requested by a front end.
package struct ActionRequest: Sendable {
    package var action: Action
    package var selection: Selection
    /// The arguments as text, by parameter name. An empty text counts as missing.
    package var arguments: [String: String]
    /// The day to which relative dates refer.
    package var today: Day
    /// The person who runs the action, or `nil` if unknown.
    package var author: String?
    /// The symbol of amounts in the front end, for a list without a currency.
    package var symbol: String

    package init(
        _ action: Action, on selection: Selection, arguments: [String: String] = [:], today: Day = .today,
        symbol: String = "$"
    ) {
        self.action = action
        self.selection = selection
        self.arguments = arguments
        self.today = today
        self.symbol = symbol
    }
}
