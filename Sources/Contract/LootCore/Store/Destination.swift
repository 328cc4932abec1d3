/// A destination in the user's order. The store computes the position when it applies the change, under its own lock,
/// so that concurrent changes to other items don't matter.
@nonexhaustive
public enum Destination: Hashable, Sendable {
    /// Before all other items.
    case first
    /// After all other items.
    case last
    /// At a position, beginning with 0.
    case position(Int)
    /// Immediately before another item.
    case before(ItemID)
    /// Immediately after another item.
    case after(ItemID)

    /// Returns the position of an item in a list of `count` items after the change. For a moved item,
    /// `source` is its current position. Stores call this method instead of handling each case. `position`
    /// returns the position of another item, or `nil` if it doesn't exist.
    ///
    /// - Returns: The position.
    /// - Throws: ``LootError``. The code is `position-out-of-range`, or `no-such-item` for the other item.
    public func position(
        of item: ItemID, from source: Int? = nil, count: Int,
        position: (ItemID) throws(LootError) -> Int?
    ) throws(LootError) -> Int {
        let last = source == nil ? count : count - 1
        switch self {
        case .first: return 0
        case .last: return last
        case .position(let position):
            if position < 0 || position > last {
                throw LootError.outOfRange(position, count: last, item: item)
            }
            return position
        case .before(let other), .after(let other):
            if let source, other == item { return source }
            guard let place = try position(other) else { throw LootError.missing(other) }
            let isBehind = if case .after = self { 1 } else { 0 }
            let isGone = source.map { $0 < place ? 1 : 0 } ?? 0
            return place + isBehind - isGone
        }
    }
}

extension Destination: ExpressibleByIntegerLiteral {
    /// Creates a destination at a position.
    public init(integerLiteral value: Int) { self = .position(value) }
}
