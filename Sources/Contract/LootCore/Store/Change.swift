/// One step from a state of the list to the next. Every change has an inverse, so that undoing is writing too.
@nonexhaustive
public enum Change: Hashable, Sendable {
    /// Puts an item in at a place of the user's order.
    case insert(Item, at: Destination = .last)
    /// Sets some fields of an item.
    case update(ItemID, Patch)
    /// Takes an item out of its place and puts it in at another; the same position changes nothing.
    case move(ItemID, to: Destination)
    /// Takes an item away.
    case remove(ItemID)
    /// Sets a setting of the list, or unsets it with `nil`.
    case set(SettingKey, ForeignValue?)

    /// The item that is changed, or `nil` for a setting.
    public var item: ItemID? {
        switch self {
        case .insert(let item, _): item.id
        case .update(let id, _), .move(let id, _), .remove(let id): id
        case .set: nil
        }
    }
}

/// A change that was made, and the one that takes it back.
public struct AppliedChange: Hashable, Sendable {
    /// What was done. An insertion and a move name the position that came of it, as `.position`.
    public let change: Change
    /// The inverse, unless it is the removal of the very item: a million insertions need no room for that.
    private let other: Other?

    private indirect enum Other: Hashable, Sendable {
        case change(Change)
    }

    /// A change with its inverse.
    public init(_ change: Change, inverse: Change) {
        self.change = change
        let isRemoval = if case .remove(change.item) = inverse { true } else { false }
        other = isRemoval ? nil : .change(inverse)
    }

    /// An insertion at a position, which the removal of the item takes back.
    package init(inserting item: Item, at position: Int) {
        change = .insert(item, at: .position(position))
        other = nil
    }

    /// What takes it back.
    public var inverse: Change {
        if case .change(let inverse)? = other { inverse } else { change.item.map { .remove($0) } ?? change }
    }

    /// Whether the removal of the item takes it back.
    package var isTakenBackByRemoval: Bool { other == nil }
}
