package import LootCore

/// Items on their way into a collection, in the user's order. A collection takes them over without copying them.
package struct ItemBatch: Sequence, Sendable {
    private(set) var pieces = ItemPieces()

    /// No items.
    package init() {}

    /// These items.
    package init(_ items: some Sequence<Item>) {
        for item in items { append(item) }
    }

    /// Adds an item behind the others. It is taken as it is; ``/LootCore/Item/validate()`` is the caller's.
    package mutating func append(_ item: consuming Item) {
        pieces.append(item)
    }

    /// Adds items behind the others and moves them out of where they are, which is not initialized any more then.
    package mutating func append(moving new: UnsafeMutableBufferPointer<Item>) {
        pieces.append(moving: new)
    }

    /// How many there are.
    package var count: Int { pieces.count }

    /// How many there are.
    package var underestimatedCount: Int { count }

    /// Goes through them once.
    package func makeIterator() -> Iterator { Iterator(pieces.items) }

    /// Goes through the items of a batch.
    package struct Iterator: IteratorProtocol {
        private let items: ChunkedArray<Item>
        private var index = 0

        init(_ items: ChunkedArray<Item>) { self.items = items }

        /// The next item, nil after the last.
        package mutating func next() -> Item? {
            guard index < items.count else { return nil }
            defer { index += 1 }
            return items[index]
        }
    }
}
