public import LootCore

/// Where a moved item goes in the user's order.
public enum Destination: Hashable, Sendable {
    /// To a position; the first is 0.
    case position(Int)
    /// Just before another item.
    case before(ItemID)
    /// Just behind another item.
    case after(ItemID)
}
