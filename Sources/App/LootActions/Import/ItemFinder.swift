import LootCore

/// Finds the items that entries of a file mean: one by one while there are few, and after a pass over the store in
/// memory once there are many.
struct ItemFinder {
    /// The item, or items, that a field's value means.
    enum Match {
        case none
        case one(Item)
        case several(Int)
    }

    private let inventory: Inventory
    private let field: FieldKey?
    let revision: Revision
    private var byID: [ItemID: Item] = [:]
    /// The ids of the items by the field's folded value.
    private var byValue: [String: [ItemID]] = [:]
    /// Whether everything is in memory.
    private(set) var isLoaded: Bool

    init(_ store: any ItemStore, by field: FieldKey?) async throws(LootError) {
        inventory = Inventory(store)
        self.field = field == Field.idKey ? nil : field
        let summary = try await store.summary()
        revision = summary.revision
        isLoaded = summary.count == 0
        if self.field != nil { try await load() }
    }

    /// Reads the store through.
    mutating func load() async throws(LootError) {
        if isLoaded { return }
        try await inventory.forEachItem(of: .all) { item in
            byID[item.id] = item
            if let value = folded(item) { byValue[value, default: []].append(item.id) }
        }
        isLoaded = true
    }

    /// Gets one item into memory.
    mutating func fetch(_ id: ItemID) async throws(LootError) {
        if isLoaded || byID[id] != nil { return }
        byID[id] = try await inventory.store.item(id)
    }

    /// The types that items have in fields of a person's own, where all have the same one. Everything must be in memory.
    func ownTypes(of names: Set<String>) -> [String: FieldType] {
        var types: [String: FieldType?] = [:]
        for item in byID.values where item.hasDetails {
            for (name, value) in item.custom where names.contains(name) {
                types.updateValue(types[name].map { $0 == value.type ? $0 : nil } ?? value.type, forKey: name)
            }
        }
        return types.compactMapValues { $0 }
    }

    /// The item with an id, which must have been fetched.
    func item(_ id: ItemID) -> Item? { byID[id] }

    /// What an item has in the field, case and accents aside; nil if there is no field, or it is not set.
    func folded(_ item: Item) -> String? {
        guard let field, let value = item.value(for: field) else { return nil }
        return Folding.fold(value.description)
    }

    /// What a folded value means.
    func match(_ value: String) -> Match {
        guard let ids = byValue[value] else { return .none }
        if ids.count == 1, let item = byID[ids[0]] { return .one(item) }
        return .several(ids.count)
    }
}
