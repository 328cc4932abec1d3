/// What to read: which items, in which order, in which sections. The same query has the same answer in every store.
public struct Query: Hashable, Sendable {
    /// Words that must all be found; nil finds everything.
    public var search: Search?
    /// A condition that must hold.
    public var filter: Filter?
    /// Whether only favorites are wanted.
    public var favoritesOnly: Bool
    /// What to sort by, the most important first. Items that are equal in all of it keep the user's order, and
    /// with nothing to sort by all of them do.
    public var sort: [SortKey]
    /// How to part the items into sections. Sections come first, the sort within them.
    public var sectioning: (any Sectioning)?

    /// Everything in the user's order, unless something else is asked for.
    public init(
        search: Search? = nil, filter: Filter? = nil, favoritesOnly: Bool = false, sort: [SortKey] = [],
        sectioning: (any Sectioning)? = nil
    ) {
        self.search = search
        self.filter = filter
        self.favoritesOnly = favoritesOnly
        self.sort = sort
        self.sectioning = sectioning
    }

    /// Everything in the user's order.
    public static let all = Query()

    /// Whether rows stand in the user's own order, so that a move means something.
    package var isInUserOrder: Bool { sort.isEmpty && sectioning == nil }

    /// Whether every item is in the answer.
    package var selectsAll: Bool { search == nil && filter == nil && !favoritesOnly }

    /// Whether the answer is all items in the user's order, in no sections.
    package var isEverything: Bool { selectsAll && isInUserOrder }

    /// Whether the filter has patterns, which can take long in a long text.
    package var hasPattern: Bool { filter?.hasPattern ?? false }

    /// Whether an item is in the answer.
    public func selects(_ item: Item) -> Bool { test(item) }

    /// ``selects(_:)`` for many items: what is the same for all of them is looked up once.
    package var test: ItemTest {
        var tests: [ItemTest] = []
        if favoritesOnly { tests.append(Filter.test("isFavorite", ValueTest(.equal, .flag(true)))) }
        if let filter { tests.append(filter.test) }
        if let search { tests.append(search.test) }
        return .all(tests)
    }

    /// What an item is ordered by, worked out once for many comparisons.
    package struct Rank: Sendable {
        fileprivate let section: SectionKey?
        fileprivate let values: [FieldValue?]
    }

    /// What an item is ordered by.
    package func rank(of item: Item) -> Rank {
        Rank(section: sectioning?.key(for: item), values: sort.map { item.sortValue(for: $0.field) })
    }

    /// How two items stand to each other by section and sort. Where this is `same`, the user's order decides.
    package func order(_ left: Item, _ right: Item) -> Order { order(rank(of: left), rank(of: right)) }

    /// How two items stand to each other that are so ordered.
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

    /// Whether both ask for the same.
    public static func == (left: Query, right: Query) -> Bool {
        left.favoritesOnly == right.favoritesOnly && left.search == right.search && left.sort == right.sort
            && left.filter == right.filter && left.sectioning.isEqual(to: right.sectioning)
    }

    /// By everything that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(search)
        hasher.combine(filter)
        hasher.combine(favoritesOnly)
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
