/// The way in which a person parted with an item. Disposed items stay in the list's history but are hidden in lists and totals.
public enum Disposal: String, Hashable, Sendable, CaseIterable {
    /// It was sold.
    case sold
    /// It was thrown away.
    case discarded
    /// It was lost, stolen or destroyed.
    case lost
    /// It was given away.
    case given
}

extension Filter {
    /// Matches disposed items.
    public static let isDisposed = Filter.isSet("disposal")

    /// Matches items that aren't disposed. Queries from text add this filter unless they name a field of a disposal.
    package static let isKept = Filter.not(isDisposed)

    /// The fields of a disposal.
    package static let disposalFields: Set<FieldKey> = [
        "disposal", "disposedOn", "proceeds", "recipient", "disposalNote",
    ]

    /// Whether the filter names a field of a disposal and so decides itself about disposed items.
    package var namesDisposal: Bool { !fields.isDisjoint(with: Filter.disposalFields) }
}

extension Query {
    /// A query for all items that aren't disposed, in the user's order.
    package static let kept = Query(filter: .isKept)

    /// The filter without the default one, which hides disposed items.
    package var filterWithoutDefault: Filter? {
        switch filter {
        case Filter.isKept: nil
        case .all(let filters) where filters.last == .isKept:
            filters.count == 2 ? filters[0] : .all(Array(filters.dropLast()))
        default: filter
        }
    }

    /// The query for the disposed items that only this query's default filter hides, or `nil` if it hides none.
    package var forHiddenItems: Query? {
        var hidden = self
        switch filter {
        case Filter.isKept: hidden.filter = .isDisposed
        case .all(var filters) where filters.last == .isKept:
            filters[filters.count - 1] = .isDisposed
            hidden.filter = .all(filters)
        default: return nil
        }
        return hidden
    }
}
