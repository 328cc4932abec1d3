/// Where an item goes in the user's order, as a person means it. The store works out the position in the moment of the
/// change, under its own lock, so that changes of other items don't matter.
@nonexhaustive
public enum Destination: Hashable, Sendable {
    /// Before all others.
    case first
    /// Behind all others.
    case last
    /// To a position; the first is 0.
    case position(Int)
    /// Just before another item.
    case before(ItemID)
    /// Just behind another item.
    case after(ItemID)

    /// Works out the position that an item gets in a list of `count` items: for a new one where it is put in, for a
    /// moved one, whose position is `source`, where it stands in the end. A store calls this and need not know the
    /// cases; `position` tells where another item stands, nil if there is no such item.
    ///
    /// - Returns: the position.
    /// - Throws: ``LootError``: `position-out-of-range`, or `no-such-item` for the item named.
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
    /// A position, as its number.
    public init(integerLiteral value: Int) { self = .position(value) }
}
