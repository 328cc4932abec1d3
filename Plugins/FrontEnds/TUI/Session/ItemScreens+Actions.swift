import ListKit
import Localization
import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

/// Actions on the selected items.
extension ItemScreens {
    var offersActions: Bool { side == nil && detail?.isEditing != true }

    func run(_ action: Action, canReverse: Bool) {
        if let targets { run(action, on: targets, canReverse: canReverse) }
    }

    private func run(_ action: Action, on targets: Targets, canReverse: Bool = false) {
        tell("")
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let ids = try await ids(of: targets)
            let runner = ActionRunner(controller.inventory)
            var request = ActionRequest(action, on: .items(ids))
            if canReverse { request.action = try await runner.applicable(action, to: request.selection) }
            let outcome = try await runner.prepareAndCommit(request)
            try await follow(outcome.commit, of: targets, ids, outcome.message.text)
        }
    }

    /// The entries of an item's menu, or of that for marked items.
    func menuEntries(for targets: Targets) -> [AlertAction] {
        let offered = Action.builtIn.filter { action in
            targets.item.map { action.applies.matches($0) } ?? true
        }
        return offered.map { action in
            AlertAction(action.title.text) { [weak self] _ in self?.run(action, on: targets) }
        }
    }

    /// The actions of a row that a swipe from the left offers.
    func leadingActions(of item: Item) -> [RowAction] {
        Action.builtIn.filter { ActionHints.leading.contains($0.id) && $0.applies.matches(item) }.map {
            action in
            RowAction(action.title.text) { [weak self] _ in
                self?.run(action, on: Targets(item: item, count: 1))
            }
        }
    }
}

/// The parts of the screen that the actions don't declare.
enum ActionHints {
    /// The actions that a swipe from the left offers.
    static let leading: Set<Action.ID> = ["favorite", "unfavorite"]
}
