import TextSearch

extension Filter {
    /// An optimized form of ``matches(_:)`` for many items, with fields looked up in advance.
    var test: ItemTest {
        switch self {
        case .compare(let field, let comparison, let constant):
            return Filter.test(field, ValueTest(comparison, constant))
        case .calculate(let left, let comparison, let right):
            let (one, other) = (left.value, right.value)
            return ItemTest { item in
                guard let left = one(item), let right = other(item) else { return false }
                return comparison.holds(ExactNumber.order(left, right))
            }
        case .isSet(let field): return ItemTest { $0.value(for: field) != nil }
        case .all(let filters): return .all(Filter.cheapestFirst(filters).map(\.test))
        case .any(let filters):
            return Filter.membership(filters) ?? .any(Filter.cheapestFirst(filters).map(\.test))
        case .not(let filter): return .not(filter.test)
        }
    }

    /// Returns the test for a comparison, specialized for the field's type to avoid creating ``FieldValue``
    /// instances.
    static func test(_ key: FieldKey, _ test: ValueTest) -> ItemTest {
        guard let field = Field.with(key: key) else {
            if key.customName != nil { return ItemTest { $0.value(for: key).map(test.holdsForOwn) ?? false } }
            return ItemTest { $0.value(for: key).map(test.holds) ?? false }
        }
        switch field.access {
        case .text(let get, _):
            guard let text = test.text else { return .any([]) }
            return ItemTest { get($0).map(text.holds) ?? false }
        case .list:
            guard let text = test.text, let entries = field.entries else { return .any([]) }
            return ItemTest { entries($0).contains(where: text.holds) }
        case .flag(let get, _):
            let (yes, no) = (test.holds(.flag(true)), test.holds(.flag(false)))
            return ItemTest { get($0) ? yes : no }
        case .integer(let get, _): return ItemTest { get($0).map { test.holds(.integer($0)) } ?? false }
        case .amount(let get, _): return ItemTest { get($0).map { test.holds(.amount($0)) } ?? false }
        case .day(let get, _): return ItemTest { get($0).map { test.holds(Moment(startOf: $0)) } ?? false }
        case .moment(let get, _): return ItemTest { get($0).map { test.holds($0) } ?? false }
        }
    }

    /// Whether the filter contains a pattern.
    var hasPattern: Bool {
        switch self {
        case .compare(_, let comparison, _): comparison == .matches
        case .calculate, .isSet: false
        case .all(let filters), .any(let filters): filters.contains(where: \.hasPattern)
        case .not(let filter): filter.hasPattern
        }
    }

    // MARK: Combinations

    /// Sorts conditions so that cheap ones are tested first.
    private static func cheapestFirst(_ filters: [Filter]) -> [Filter] {
        filters.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(
            \.element)
    }

    /// The approximate cost for each item. Comparing a number costs 1.
    package var cost: Int {
        switch self {
        case .compare(let key, let comparison, _):
            switch Field.with(key: key)?.type {
            case .integer, .decimal, .amount, .flag, .day, .moment: 1
            case .text, .list:
                comparison.isOrder ? 3 : comparison == .matches ? 20 : 4
            case nil: 10
            }
        case .isSet: 1
        case .calculate: 8
        case .all(let filters), .any(let filters): filters.reduce(1) { $0 + $1.cost }
        case .not(let filter): filter.cost
        }
    }

    /// Returns a test for membership in a set of strings, or `nil` if the conditions have another form.
    private static func membership(_ filters: [Filter]) -> ItemTest? {
        guard filters.count > 4, case .compare(let key, _, _)? = filters.first,
            case .text(let get, _)? = Field.with(key: key)?.access
        else { return nil }
        var texts: Set<[UInt8]> = []
        for filter in filters {
            guard case .compare(key, .equal, .text(let text)) = filter else { return nil }
            texts.insert(Array(Folding.fold(text).utf8))
        }
        let wanted = texts
        return ItemTest { item in
            guard let text = get(item) else { return false }
            var folded: [UInt8] = []
            Folding.appendFolded(text, to: &folded)
            return wanted.contains(folded)
        }
    }
}
