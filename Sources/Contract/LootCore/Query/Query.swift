package import TextSearch

/// A query for items with a filter, an order and sections. Equal queries have equal results in all stores.
public struct Query: Hashable, Sendable {
    /// Words that must all be found, or `nil` for all items.
    public var search: Search?
    /// The condition on items.
    public var filter: Filter?
    /// Whether to return only favorites.
    public var favoritesOnly: Bool
    /// Whether to leave out disposed items. A filter that names a field of a disposal, such as `is disposed`, takes
    /// precedence.
    public var hidesDisposed: Bool
    /// The sort keys, most significant first. Items that are equal in all keys keep the user's order.
    public var sort: [SortKey]
    /// The grouping into sections. Sections take precedence over the sort keys.
    public var sectioning: (any Sectioning)?

    /// Creates a query. By default, it returns all items in the user's order.
    public init(
        search: Search? = nil, filter: Filter? = nil, favoritesOnly: Bool = false,
        hidesDisposed: Bool = false, sort: [SortKey] = [], sectioning: (any Sectioning)? = nil
    ) {
        self.search = search
        self.filter = filter
        self.favoritesOnly = favoritesOnly
        self.hidesDisposed = hidesDisposed
        self.sort = sort
        self.sectioning = sectioning
    }

    /// A query for all items in the user's order.
    public static let all = Query()

    /// Whether rows are in the user's order, so that items can be moved.
    package var isInUserOrder: Bool { sort.isEmpty && sectioning == nil }

    /// Whether the query matches all items, except disposed ones if it hides them.
    package var selectsAll: Bool {
        search == nil && filter == nil && !favoritesOnly
    }

    /// Whether the query returns all items in the user's order without sections.
    package var isEverything: Bool {
        selectsAll && !hidesDisposed && isInUserOrder
    }

    /// Whether the filter contains patterns, which can be slow for long text.
    package var hasPattern: Bool { filter?.hasPattern ?? false }

    /// Returns whether an item matches the query.
    public func selects(_ item: Item) -> Bool { test(item) }

    /// An optimized form of ``selects(_:)`` for many items.
    package var test: ItemTest {
        var tests: [ItemTest] = []
        if favoritesOnly { tests.append(Filter.test("isFavorite", ValueTest(.equal, .flag(true)))) }
        if let filter { tests.append(filter.test) }
        if leavesOutDisposed { tests.append(Filter.isKept.test) }
        if let search { tests.append(search.test) }
        return .all(tests)
    }

    /// The values by which an item is ordered, computed once for many comparisons.
    package struct Rank: Sendable {
        fileprivate let section: SectionKey?
        fileprivate let values: [FieldValue?]
    }

    /// Returns the values by which an item is ordered.
    package func rank(of item: Item) -> Rank {
        Rank(section: sectioning?.key(for: item), values: sort.map { item.sortValue(for: $0.field) })
    }

    /// Compares two items by section and sort keys. If the result is `same`, the user's order applies.
    package func order(_ left: Item, _ right: Item) -> Order { order(rank(of: left), rank(of: right)) }

    /// Compares the ranks of two items.
    package func order(_ left: Rank, _ right: Rank) -> Order {
        if let sectioning, let left = left.section, let right = right.section {
            let order = sectioning.order(left, right)
            if order != .same { return order }
        }
        for (index, key) in sort.enumerated() {
            let order = key.order(left.values[index], right.values[index])
            if order != .same { return order }
        }
        return .same
    }

    /// Returns whether two queries are equal.
    public static func == (left: Query, right: Query) -> Bool {
        left.favoritesOnly == right.favoritesOnly && left.hidesDisposed == right.hidesDisposed
            && left.search == right.search && left.sort == right.sort
            && left.filter == right.filter && left.sectioning.isEqual(to: right.sectioning)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(search)
        hasher.combine(filter)
        hasher.combine(favoritesOnly)
        hasher.combine(hidesDisposed)
        hasher.combine(sort)
        sectioning?.hash(into: &hasher)
    }
}

extension (any Sectioning)? {
    fileprivate func isEqual(to other: (any Sectioning)?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isEqual(to: other)
    }
}

extension Sectioning {
    fileprivate func isEqual(to other: any Sectioning) -> Bool { other as? Self == self }
}
