import LootCore
import TextSearch

/// Finds the existing items that entries of a file match. It fetches items one by one at first, and loads the whole
/// store if there are many entries.
struct ItemFinder {
    /// The items with a field's value.
    enum Match {
        case none
        case one(Item)
        case several(Int)
    }

    private let inventory: Inventory
    private let field: FieldKey?
    let revision: Revision
    private var byID: [ItemID: Item] = [:]
    /// The IDs of the items, by the folded value of the field.
    private var byValue: [String: [ItemID]] = [:]
    /// Whether all items are in memory.
    private(set) var isLoaded: Bool

    init(_ store: any ItemStore, by field: FieldKey?) async throws(LootError) {
        inventory = Inventory(store)
        self.field = field == Field.idKey ? nil : field
        let summary = try await store.summary()
        revision = summary.revision
        isLoaded = summary.count == 0
        if self.field != nil { try await load() }
    }

    /// Loads all items into memory.
    mutating func load() async throws(LootError) {
        if isLoaded { return }
        try await inventory.forEachItem(of: .all) { item in
            byID[item.id] = item
            if let value = folded(item) { byValue[value, default: []].append(item.id) }
        }
        isLoaded = true
    }

    /// Fetches an item into memory.
    mutating func fetch(_ id: ItemID) async throws(LootError) {
        if isLoaded || byID[id] != nil { return }
        byID[id] = try await inventory.store.item(id)
    }

    /// Returns the types of custom fields, if all items agree on them. All items must be in memory.
    func ownTypes(of names: Set<String>) -> [String: FieldType] {
        var types: [String: FieldType?] = [:]
        for item in byID.values where item.hasDetails {
            for (name, value) in item.custom where names.contains(name) {
                types.updateValue(types[name].map { $0 == value.type ? $0 : nil } ?? value.type, forKey: name)
            }
        }
        return types.compactMapValues { $0 }
    }

    /// Calls `body` with each item in memory.
    func forEach(_ body: (Item) -> Void) { byID.values.forEach(body) }

    /// Returns the item with an ID. It must have been fetched.
    func item(_ id: ItemID) -> Item? { byID[id] }

    /// Returns the item's value in the field, without case and accents, or `nil` if the item has none.
    func folded(_ item: Item) -> String? {
        guard let field, let value = item.value(for: field) else { return nil }
        return Folding.fold(value.description)
    }

    /// Returns the items with a folded value.
    func match(_ value: String) -> Match {
        guard let ids = byValue[value] else { return .none }
        if ids.count == 1, let item = byID[ids[0]] { return .one(item) }
        return .several(ids.count)
    }
}
