import LootCore
import TextSearch

/// A query's order of items. It equals `Query.order` but looks up the fields only once.
struct QueryOrder: Sendable {
    /// A sort key.
    struct Key: Sendable {
        let key: SortKey
        let access: Field.Access?

        init(_ key: SortKey) {
            self.key = key
            access = Field.with(key: key.field)?.access
        }

        func order(_ left: Item, _ right: Item) -> Order {
            switch access {
            case .text(let get, _): order(get(left), get(right), by: Folding.order)
            case .integer(let get, _): order(get(left), get(right), by: Order.init)
            case .amount(let get, _): order(get(left), get(right), by: Order.init)
            case .flag(let get, _): order(get(left) ? 1 : 0, get(right) ? 1 : 0, by: Order.init)
            case .moment(let get, _): order(get(left), get(right), by: Order.init)
            case .day(let get, _): order(get(left), get(right), by: Order.init)
            case .list, nil: key.order(left, right)
            }
        }

        private func order<Value>(_ left: Value?, _ right: Value?, by compare: (Value, Value) -> Order)
            -> Order
        {
            switch (left, right) {
            case (let left?, let right?):
                let order = compare(left, right)
                return key.direction == .ascending ? order : order.reversed
            case (nil, nil): return .same
            case (nil, _): return .descending
            case (_, nil): return .ascending
            }
        }
    }

    let keys: [Key]

    init(_ sort: [SortKey]) { keys = sort.map(Key.init) }

    /// Compares two items by the sort keys, ignoring sections.
    func order(_ left: Item, _ right: Item, from first: Int = 0) -> Order {
        for key in keys.dropFirst(first) {
            let order = key.order(left, right)
            if order != .same { return order }
        }
        return .same
    }
}
