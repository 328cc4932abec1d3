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

    /// Matches items that aren't disposed.
    package static let isKept = Filter.not(isDisposed)

    /// The fields of a disposal.
    package static let disposalFields: Set<FieldKey> = [
        "disposal", "disposedOn", "proceeds", "recipient", "disposalNote",
    ]

    /// Whether the filter refers to a field of a disposal.
    package var namesDisposal: Bool { !fields.isDisjoint(with: Filter.disposalFields) }
}

extension Query {
    /// A query for all items that aren't disposed, in the user's order.
    package static let kept = Query(hidesDisposed: true)

    /// Whether the result contains no disposed items because the query hides them.
    package var leavesOutDisposed: Bool { hidesDisposed && filter?.namesDisposal != true }

    /// The query for the disposed items that this query hides, or `nil` if it hides none.
    package var forHiddenItems: Query? {
        guard leavesOutDisposed else { return nil }
        var hidden = self
        hidden.filter = filter.map { .all([$0, .isDisposed]) } ?? .isDisposed
        return hidden
    }
}
