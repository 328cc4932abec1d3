package import Localization
package import LootCore
package import LootPlugins

/// Preparing and committing are separate calls so that a front end can ask for confirmation in between.
package struct ActionRunner: Sendable {
    private let inventory: Inventory
    /// The maximum number of times a commit is planned if other writers interfere.
    private static let attempts = 20

    package init(_ inventory: Inventory) { self.inventory = inventory }

    /// Plans an action without changing anything.
    ///
    /// - Throws: ``/LootCore/LootError`` if the arguments are invalid, an item doesn't exist, or the action can't be
    ///   applied. The code is `read-only` if the changes require a higher role.
    @concurrent package func prepare(_ request: ActionRequest) async throws(LootError) -> PreparedAction {
        var request = request
        request.author = request.author ?? Inventory.person ?? inventory.author
        var plan = try await request.action.plan(request, in: inventory.store)
        try inventory.require(plan.requiredRole)
        if let transaction = plan.transaction {
            plan.transaction = try await inventory.withNumbers(inventory.completed(transaction))
        }
        return PreparedAction(request: request, plan: plan)
    }

    /// Commits a prepared action. If another writer changed something it depends on, this method plans the action
    /// again.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `conflict` if the new plan would ask a different question.
    @concurrent package func commit(_ prepared: PreparedAction) async throws(LootError) -> ActionOutcome {
        var prepared = prepared
        var attempt = 1
        while true {
            guard let transaction = prepared.plan.transaction else {
                return ActionOutcome(items: prepared.plan.items, commit: nil, message: prepared.plan.done)
            }
            do throws(LootError) {
                let commit = try await inventory.commitAsIs(transaction)
                return ActionOutcome(items: prepared.plan.items, commit: commit, message: prepared.plan.done)
            } catch {
                guard error.code == .conflict, attempt < ActionRunner.attempts else { throw error }
                attempt += 1
                let again = try await prepare(prepared.request)
                if again.question != prepared.question { throw error }
                prepared = again
            }
        }
    }

    /// Prepares and commits an action without asking.
    package func prepareAndCommit(_ request: ActionRequest) async throws(LootError) -> ActionOutcome {
        try await commit(prepare(request))
    }

    /// Returns the commit that a prepared action would make, or `nil` if it would change nothing.
    package func preview(_ prepared: PreparedAction) async throws(LootError) -> CommitPreview? {
        guard let transaction = prepared.plan.transaction else { return nil }
        return try await CommitPreview(of: transaction, on: inventory.store)
    }

    /// Returns the action if a selected item needs it, otherwise its opposite. An item to which both apply, such as
    /// one with some pieces lent, needs the opposite. Actions that need different numbers of items, such as `split` and
    /// `join`, are never exchanged.
    @concurrent package func applicable(
        _ action: Action, or opposite: Action?, to selection: Selection
    ) async throws(LootError) -> Action {
        guard let opposite, opposite.minimumItems == action.minimumItems else { return action }
        switch selection {
        case .items(let ids):
            for id in ids {
                if let item = try await inventory.store.item(id), action.applies.matches(item),
                    !opposite.applies.matches(item)
                {
                    return action
                }
            }
            return opposite
        case .matching(var query):
            let needed = [query.filter, action.applies, .not(opposite.applies)].compactMap(\.self)
            query.filter = .all(needed)
            return try await inventory.store.outline(of: query).count > 0 ? action : opposite
        }
    }
}

/// An action whose changes are planned but not committed.
package struct PreparedAction: Sendable {
    package let request: ActionRequest
    package let plan: Plan

    /// The question to ask before the commit, or `nil` if the person named each item or nothing would change.
    package var question: Message? {
        guard case .matching = request.selection, plan.transaction != nil else { return nil }
        return "\(plan.title)?"
    }

    /// The message after a preview.
    package var previewMessage: Message {
        plan.transaction == nil
            ? "Nothing would be changed."
            : "Nothing was changed. The change would be saved as “\(plan.title)”."
    }
}

/// The result of an action.
package struct ActionOutcome: Sendable {
    /// The selected items.
    package let items: [ItemID]
    /// The commit, or `nil` if nothing had to be changed.
    package let commit: Commit?
    /// The message that reports the result.
    package let message: Message
}
