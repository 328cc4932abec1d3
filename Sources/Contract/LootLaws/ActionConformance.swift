import LootCore
public import LootPlugins

/// The laws of ``/LootPlugins/Action``, checked for one action on the stores of a ``StoreConformance``.
///
/// ```swift
/// let conformance = ActionConformance(.archive, on: StoreConformance("array", .writable) { _ in ArrayStore() })
/// for law in ActionConformance.cases { print(law.name, await conformance.result(of: law)) }
/// ```
///
/// Each law plans the action with random items, selections and arguments. `LootTesting` checks all laws in a test.
public struct ActionConformance: PluginConformance {
    private let action: Action
    private let stores: StoreConformance

    /// Creates the laws for an action. Each law opens new stores.
    public init(_ action: Action, on stores: StoreConformance) {
        self.action = action
        self.stores = stores
    }

    /// The name of the action in reports.
    public var subject: String { "The action “\(action.id)”" }

    /// Creates a law, which opens stores and closes them at the end.
    static func law(
        _ name: String, body: @escaping @Sendable (ActionTrial) async throws -> Void
    ) -> PluginLaw<ActionConformance> {
        PluginLaw(name) { conformance in
            let trial = Trial(of: conformance.stores)
            var failure: (any Error)?
            do { try await body(ActionTrial(conformance.action, trial)) } catch { failure = error }
            await trial.end()
            if let failure { throw failure }
        }
    }
}

/// An action under test, and the stores opened for it.
struct ActionTrial: Sendable {
    let action: Action
    let trial: Trial

    init(_ action: Action, _ trial: Trial) {
        self.action = action
        self.trial = trial
    }

    /// A store with items, and a request for the action on some of them.
    struct Scenario: Sendable {
        let store: any ItemStore
        let items: [Item]
        /// The selected items.
        let selected: Set<ItemID>
        let request: ActionRequest
    }

    /// Calls `body` with scenarios: the fewest items that the action needs, several items, and a condition; with and
    /// without optional arguments.
    ///
    /// An action that needs several items also gets copies of one item, because it may require that they are similar.
    func forEachScenario(_ body: (Scenario) async throws -> Void) async throws {
        for seed in 300..<304 as Range<UInt64> {
            var items = ItemFixtures.items(6, seed: seed).filter { (try? $0.checkEntries()) != nil }
            // Actions on pieces need an item that has some.
            if seed.isMultiple(of: 2), var first = items.first {
                for key in ["disposal", "loans", "lentTo", "lentUntil"] as [FieldKey] {
                    try first.set(nil, for: key)
                }
                first.quantity = 60
                items[0] = first
            }
            var groups = items.map { [$0.id] }
            if action.minimumItems > 1 {
                let copies = items.prefix(2).enumerated().map { index, item in
                    (0..<action.minimumItems).map { copy in
                        item.identified(by: ItemID(high: seed, low: UInt64(index * 1_000 + copy)))
                    }
                }
                items += copies.joined()
                groups = copies.map { $0.map(\.id) } + [items.prefix(action.minimumItems).map(\.id)]
            }
            let store = try await trial.open(with: items)
            let arguments = self.arguments(seed: seed, isWhole: seed.isMultiple(of: 2))
            let some = items.prefix(3).map(\.id)
            let all = items.map(\.id)
            var selections = groups.map { (Set($0), Selection.items($0)) }
            selections += [(Set(some), .items(some + some)), (Set(all), .matching(.all))]
            for (selected, selection) in selections {
                try await body(
                    Scenario(
                        store: store, items: items, selected: selected,
                        request: ActionRequest(action, on: selection, arguments: arguments)))
            }
        }
    }

    /// Items with the values that arguments have. Creating them takes longer than planning an action.
    private static let examples = ItemFixtures.items(160, seed: 1_300)

    /// Returns arguments with values that random items have in the fields of the parameters.
    private func arguments(seed: UInt64, isWhole: Bool) -> [String: String] {
        var arguments: [String: String] = [:]
        let start = Int(seed % 4) * 40
        let items = Self.examples[start..<start + 40]
        for parameter in action.parameters where parameter.isRequired || isWhole {
            guard let field = parameter.field, parameter.type != .integer else {
                arguments[parameter.name] = parameter.example(seed: seed)
                continue
            }
            let values = items.lazy.compactMap { $0.value(for: field)?.description }
                .filter { !$0.trimmed.isEmpty }
            // Front ends read an argument from a single line.
            arguments[parameter.name] = values.first?.split(whereSeparator: \.isNewline).joined(
                separator: " ")
        }
        return arguments
    }
}

extension ParameterDeclaration {
    /// Returns an argument for a parameter that doesn't set a field.
    package func example(seed: UInt64) -> String {
        if !choices.isEmpty { return choices[Int(seed % UInt64(choices.count))] }
        return switch type {
        case .integer, .amount: "\(1 + seed % 50)"
        case .day: "+\(seed % 300)d"
        case .flag: "true"
        default: "Text \(seed)"
        }
    }
}

extension ActionTrial.Scenario {
    /// Returns the plan, or `nil` if the action rejects the request.
    func plan() async throws -> Plan? {
        do { return try await request.action.plan(request, in: store) } catch {
            try require(
                error.code != .unsupported, "planning fails: \(error)")
            return nil
        }
    }
}
