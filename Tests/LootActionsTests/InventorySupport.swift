import LootActions
import LootCore
import Synchronization

extension Inventory {
    /// The names of all items, in the list's order.
    func names() async throws -> [String] { try await store.items().map(\.name) }

    /// Adds items of these names, worth ten each.
    func fill(_ names: [String]) async throws -> [Item] {
        let items = names.map { Item(name: $0, valueInDollars: 10) }
        try await add(items)
        return items
    }
}

/// A store in which something else happens right before the first change.
final class Interrupted: StoreWrapper {
    let wrapped: any ItemStore
    private let action: @Sendable () async -> Void
    private let isDone = Mutex(false)

    init(_ store: any ItemStore, by action: @escaping @Sendable () async -> Void) {
        wrapped = store
        self.action = action
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        if isFirst { await action() }
        return try await wrapped.apply(transaction)
    }
}
