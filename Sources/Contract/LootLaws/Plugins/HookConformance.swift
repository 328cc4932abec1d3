import LootCore
public import LootPlugins

/// Checks a hook against the laws of ``/LootPlugins/CommitHook``.
///
/// ```swift
/// let conformance = HookConformance("needs-place") { NeedsPlace() }
/// ```
public struct HookConformance: PluginConformance {
    private let name: String
    private let seed: UInt64
    private let make: @Sendable () async throws -> any CommitHook

    /// Creates the laws for the hook that `make` creates.
    public init(
        _ name: String, seed: UInt64 = 1, make: @escaping @Sendable () async throws -> any CommitHook
    ) {
        (self.name, self.seed, self.make) = (name, seed, make)
    }

    /// The name of the hook in reports.
    public var subject: String { "The hook “\(name)”" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<HookConformance>] = [
        PluginLaw("a hook rejects a transaction, or returns one that a store accepts") { trial in
            let hook = try await trial.make()
            for (transaction, list) in trial.transactions() {
                guard let changed = try await hook.answer(to: transaction) else { continue }
                var list = list
                do { _ = try list.commit(changed, at: .initial) } catch {
                    throw BrokenLaw("a store rejects the returned transaction: \(error)")
                }
            }
            await hook.close()
        },
        PluginLaw("a hook keeps conditions, author and purpose") { trial in
            let hook = try await trial.make()
            for (transaction, _) in trial.transactions() {
                guard let changed = try await hook.answer(to: transaction) else { continue }
                try require(
                    changed.author == transaction.author && changed.purpose == transaction.purpose,
                    "“\(transaction.title)” has another author or purpose")
                try require(
                    transaction.conditions.allSatisfy { changed.conditions.contains($0) },
                    "“\(transaction.title)” loses a condition")
            }
            await hook.close()
        },
        PluginLaw("a hook that is asked twice decides the same") { trial in
            let hook = try await trial.make()
            for (transaction, _) in trial.transactions() {
                let (first, second) = (
                    try await hook.answer(to: transaction), try await hook.answer(to: transaction)
                )
                try require((first == nil) == (second == nil), "the second answer is different")
            }
            await hook.close()
        },
        PluginLaw("a hook receives commits of all kinds") { trial in
            let hook = try await trial.make()
            for (transaction, list) in trial.transactions() {
                var list = list
                let commit = try list.commit(transaction, at: .initial)
                do throws(LootError) { _ = try await hook.didCommit(commit) } catch {
                    try require(error.code != .unavailable, error.description)
                }
            }
            await hook.close()
        },
    ]

    /// Returns transactions with all kinds of changes, each with the list to which it applies.
    private func transactions() -> [(ItemTransaction, ItemList)] {
        let items = ItemFixtures.items(20, seed: seed)
        let list = ItemList(Array(items.prefix(10)))
        let (first, second) = (items[0], items[1])
        let changes: [[Change]] =
            items.suffix(10).map { [.insert($0, at: .first)] } + [
                [.update(first.id, ["notes": .text("New"), "location": nil])], [.remove(second.id)],
                [.move(first.id, to: .last)], [.remove(first.id), .insert(items[15])],
                [.update(second.id, Patch(from: second, to: items[16]))],
            ]
        return changes.map { changes in
            let condition = Condition.item(second.id, second.digest)
            return (ItemTransaction(changes, title: "Edit", conditions: [condition], author: "Ada"), list)
        }
    }
}

extension CommitHook {
    /// Returns the transaction that the hook returns, or `nil` if it rejects this one.
    fileprivate func answer(to transaction: ItemTransaction) async throws -> ItemTransaction? {
        do { return try await willCommit(transaction) } catch {
            try require(error.code != .unavailable, error.description)
            return nil
        }
    }
}
