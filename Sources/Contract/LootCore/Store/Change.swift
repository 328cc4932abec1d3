/// A change to a list. Each change has an inverse, so that undoing is also a change.
@nonexhaustive
public enum Change: Hashable, Sendable {
    /// Inserts an item at a destination in the user's order.
    case insert(Item, at: Destination = .last)
    /// Sets fields of an item.
    case update(ItemID, Patch)
    /// Moves an item to a destination. Moving it to its current position is a no-op.
    case move(ItemID, to: Destination)
    /// Removes an item.
    case remove(ItemID)
    /// Sets a setting of the list, or removes it with `nil`.
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

/// An applied change with its inverse.
public struct AppliedChange: Hashable, Sendable {
    /// The change. The destination of an insertion or a move is the resulting `.position`.
    public let change: Change
    /// The inverse, unless it is the removal of the item, which is common and needs no memory.
    private let other: Other?

    private indirect enum Other: Hashable, Sendable {
        case change(Change)
    }

    /// Creates an applied change.
    public init(_ change: Change, inverse: Change) {
        self.change = change
        let isRemoval = if case .remove(change.item) = inverse { true } else { false }
        other = isRemoval ? nil : .change(inverse)
    }

    /// Creates an applied insertion, whose inverse is the removal of the item.
    package init(inserting item: Item, at position: Int) {
        change = .insert(item, at: .position(position))
        other = nil
    }

    /// The inverse.
    public var inverse: Change {
        if case .change(let inverse)? = other { inverse } else { change.item.map { .remove($0) } ?? change }
    }

    /// Whether the inverse is the removal of the item.
    package var isTakenBackByRemoval: Bool { other == nil }
}
