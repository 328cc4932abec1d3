import ListKit
import Localization
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

/// Actions on the selected items.
extension ItemScreens {
    func offers(_ action: Action) -> Bool {
        side == nil && detail?.isEditing != true && targets.map { $0.count >= action.minimumItems } ?? true
    }

    private var actions: [Action] { session.root.bindings.actions }

    private var runner: ActionRunner { ActionRunner(controller.inventory) }

    func run(_ action: Action, canReverse: Bool) {
        if let targets = action.isForList ? Targets(item: nil, count: 0) : targets {
            run(action, on: targets, canReverse: canReverse)
        }
    }

    /// Runs an action, or asks for its arguments first. Keys and the palette, where arguments can be typed, don't ask if
    /// all of them are optional.
    private func run(
        _ action: Action, on targets: Targets, canReverse: Bool = false, asksForOptional: Bool = false
    ) {
        tell("")
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            var action = action
            if canReverse {
                action = try await runner.applicable(
                    action, or: actions.opposite(of: action), to: .items(try await ids(of: targets)))
            }
            if !action.parameters.contains(where: { $0.isRequired || asksForOptional }) {
                commit(action, [:], on: targets)
            } else if let reason = reasonNotToWrite {
                tell(reason)
            } else {
                askForArguments(of: action, on: targets)
            }
        }
    }

    /// Asks for the arguments of an action. After an error, the typed arguments are kept and the focus is on the
    /// invalid one.
    private func askForArguments(
        of action: Action, on targets: Targets, _ arguments: [String: String] = [:],
        problem: LootError? = nil
    ) {
        let parameters = action.parameters
        let question = parameters.map(ItemScreens.question).joined(separator: "\n")
        let alert = Alert(
            action.isForList
                ? action.title.text : Language.current.titled(action.title.text, targets.title),
            message: problem.map { "\($0.sentence)\n\(question)" } ?? question,
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(action.title.text) { [weak self] texts in
                    let given = zip(parameters.map(\.name), texts)
                    self?.commit(action, Dictionary(given) { first, _ in first }, on: targets)
                },
            ])
        readKnownItems()
        let fields = parameters.map { parameter in
            let field = alert.addTextField(
                arguments[parameter.name] ?? "", placeholder: parameter.title.text)
            if let own = parameter.field.flatMap({ Field.with(key: $0) }), [.text, .list].contains(own.type) {
                field.completion = { [weak self] in self?.completion(of: $0, for: own) }
            } else if !parameter.choices.isEmpty {
                field.completion = { text in
                    parameter.choices.first { $0.hasPrefix(text) && $0 != text }
                }
            }
            return field
        }
        alert.present(in: session.window)
        if let faulty = parameters.firstIndex(where: { $0.problemKey == problem?.field }) {
            fields[faulty].focus()
        }
    }

    /// Returns the line that asks for an argument: its title, its description and its choices.
    private static func question(_ parameter: ParameterDeclaration) -> String {
        let hint =
            if !parameter.choices.isEmpty { Language.current.list(parameter.choices, .none) } else {
                parameter.type == .flag ? String(localized: "yes or no") : ""
            }
        return Language.current.titled(
            parameter.title.text, Language.current.joined([parameter.summary.text, hint]))
    }

    /// Runs an action with arguments. If it throws an error, asks for the arguments again.
    func commit(_ action: Action, _ arguments: [String: String], on targets: Targets) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let ids = try await ids(of: targets)
            let outcome: ActionOutcome
            do throws(LootError) {
                outcome = try await runner.prepareAndCommit(
                    ActionRequest(
                        action, on: .items(ids), arguments: arguments,
                        symbol: controller.presentation.money.symbol))
            } catch {
                if action.parameters.isEmpty { throw error }
                return askForArguments(of: action, on: targets, arguments, problem: error)
            }
            if !action.isForList {
                repeated = { [weak self] in self?.commit(action, arguments, on: $0) }
            }
            try await follow(outcome.commit, of: targets, ids, outcome.message.text)
        }
    }

    /// Applies the last action or change of a field to the selected items.
    func repeatLast() {
        guard let repeated else { return tell(String(localized: "There is nothing to repeat.")) }
        guard let targets else { return tell(String(localized: "No item is selected.")) }
        if let reason = reasonNotToWrite { return tell(reason) }
        repeated(targets)
    }

    /// Returns the entries for the menu of an item or of the marked items. The actions without a key are in a second
    /// menu, so that the first one fits on small screens.
    func menuEntries(for targets: Targets) -> [AlertAction] {
        let offered = actions.onItems.filter { action in
            targets.item.map { action.isOffered(for: $0) } ?? (action.minimumItems <= targets.count)
        }
        let others = offered.filter { actions.key(of: $0) == nil }
        let entries = offered.filter { actions.key(of: $0) != nil }.map { entry(for: $0, on: targets) }
        if others.isEmpty { return entries }
        let more = AlertAction(String(localized: "More…")) { [weak self] _ in
            guard let self else { return }
            let entries = others.map { self.entry(for: $0, on: targets) }
            session.ask(
                targets.title, style: .actionSheet,
                entries + [AlertAction(String(localized: "Cancel"), style: .cancel)])
        }
        return entries + [more]
    }

    private func entry(for action: Action, on targets: Targets) -> AlertAction {
        AlertAction(action.title.text + (action.parameters.isEmpty ? "" : "…")) { [weak self] _ in
            self?.run(action, on: targets, asksForOptional: true)
        }
    }

    /// Returns the actions that a swipe from the left offers for an item.
    func leadingActions(of item: Item) -> [RowAction] {
        actions.filter { $0.symbol != nil && $0.isOffered(for: item) }.map { action in
            RowAction(action.title.text) { [weak self] _ in
                self?.run(action, on: Targets(item: item, count: 1), asksForOptional: true)
            }
        }
    }
}
