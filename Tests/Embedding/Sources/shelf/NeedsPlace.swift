import LootCore
import LootPlugins

/// A hook that rejects new items without a place.
struct NeedsPlace: CommitHook {
    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        for case .insert(let item, _) in transaction.changes where item.location == nil {
            throw LootError(
                .declined, "Can't add “\(item.name)”.", reason: "It has no place.",
                advice: "Set its location.")
        }
        return transaction
    }
}

extension HookPlugin {
    static let needsPlace = HookPlugin("needs-place", summary: "Rejects items without a place.") { _ in
        NeedsPlace()
    }
}
