import LootActions
import LootCore

extension Inventory {
    /// Returns the names of all items in order.
    func names() async throws -> [String] { try await store.items().map(\.name) }

    /// Adds items with these names, each with the value 10.
    func fill(_ names: [String]) async throws -> [Item] {
        let items = names.map { Item(name: $0, valueInDollars: 10) }
        try await add(items)
        return items
    }
}
