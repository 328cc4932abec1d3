package import TextSearch

/// A sort direction.
public enum SortDirection: String, Hashable, Sendable {
    /// Smallest values first.
    case ascending = "asc"
    /// Greatest values first.
    case descending = "desc"
}

/// A field to sort by. Items without a value are last in both directions.
public struct SortKey: Hashable, Sendable, CustomStringConvertible {
    /// The field.
    public var field: FieldKey
    /// The direction.
    public var direction: SortDirection

    /// Creates a sort key.
    public init(_ field: FieldKey, _ direction: SortDirection = .ascending) {
        self.field = field
        self.direction = direction
    }

    /// Parses `FIELD` or `FIELD:desc`.
    ///
    /// - Throws: ``LootError`` if the field or the direction is unknown.
    public init(parsing text: String) throws(LootError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        field = try Field.named(String(parts.first ?? ""))
        guard parts.count > 1 else {
            direction = .ascending
            return
        }
        guard let direction = SortDirection(rawValue: parts[1].lowercased()) else {
            throw LootError(
                .usage, "Can't sort by “\(TextRules.visible(text))”.",
                reason: "The direction must be asc or desc.",
                advice: "Use “\(String(parts[0])):desc” or just “\(String(parts[0]))”.")
        }
        self.direction = direction
    }

    /// The format `FIELD` or `FIELD:desc`.
    public var description: String {
        direction == .ascending ? field.rawValue : "\(field):\(direction.rawValue)"
    }

    /// Compares two items by this key.
    package func order(_ left: Item, _ right: Item) -> Order {
        order(left.sortValue(for: field), right.sortValue(for: field))
    }

    /// Compares two values by this key.
    package func order(_ left: FieldValue?, _ right: FieldValue?) -> Order {
        switch (left, right) {
        case (nil, nil): return .same
        case (nil, _): return .descending
        case (_, nil): return .ascending
        case (let left?, let right?):
            let order = FieldValue.order(left, right)
            return direction == .ascending ? order : order.reversed
        }
    }
}
