import LootActions
import LootCore

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
