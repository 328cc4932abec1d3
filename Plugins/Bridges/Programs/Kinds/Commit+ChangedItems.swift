import LootCore

extension Commit {
    /// Returns the items that the commit inserts or updates, in their final state.
    ///
    /// - Parameter known: Returns an item before the commit.
    /// - Returns: The items in the order of their first change.
    /// - Throws: The errors of `known`, and ``/LootCore/LootError`` if an update doesn't match its item.
    func changedItems(
        in known: (ItemID) throws(LootError) -> Item?
    ) throws(LootError) -> [Item] {
        var order: [ItemID] = []
        var items: [ItemID: Item] = [:]
        for applied in changes {
            switch applied.change {
            case .insert(let item, _):
                if items.updateValue(item, forKey: item.id) == nil { order.append(item.id) }
            case .update(let id, let patch):
                let before = if let changed = items[id] { Item?.some(changed) } else { try known(id) }
                guard var item = before else { continue }
                try patch.apply(to: &item)
                if items.updateValue(item, forKey: id) == nil { order.append(id) }
            case .remove(let id):
                items[id] = nil
                order.removeAll { $0 == id }
            case .move, .set: break
            }
        }
        return order.compactMap { items[$0] }
    }
}
