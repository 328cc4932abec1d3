package import LootCore
import LootLaws

/// A sequence with all kinds of changes and items, and the items after each.
package enum Script {
    private static let items = ItemFixtures.items(5, seed: 3)

    /// The transactions.
    package static let transactions: [ItemTransaction] = [
        ItemTransaction([.insert(items[0])], title: "Add the first"),
        ItemTransaction([.insert(items[1]), .insert(items[2], at: 0)], title: "Add two"),
        ItemTransaction([.update(items[1].id, ["valueInDollars": .integer(99)])], title: "Edit"),
        ItemTransaction([.move(items[1].id, to: 0)], title: "Move"),
        ItemTransaction([.remove(items[0].id)], title: "Remove"),
        ItemTransaction([.insert(long)], title: "Add a long one"),
    ]

    private static let long: Item = {
        var item = items[3]
        item.notes = String(repeating: "Fluffy Mac ", count: 300)
        return item
    }()

    /// An item that no transaction adds.
    package static let extra = items[4]

    /// An item that is larger than the preallocated space of a journal.
    package static let huge: Item = {
        var item = Item(name: "Huge")
        item.notes = String(repeating: "Fluffy Mac ", count: 3000)
        return item
    }()

    /// The items before the first transaction and after each one.
    package static let states: [[Item]] = {
        var list = ItemList()
        var states = [list.items]
        for transaction in transactions {
            _ = try? list.apply(transaction.changes)
            states.append(list.items)
        }
        return states
    }()
}
