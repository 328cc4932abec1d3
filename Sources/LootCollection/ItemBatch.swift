public import LootCore

/// Items on their way into a collection, in the user's order. A collection takes them over without copying them.
public struct ItemBatch: Sequence, Sendable {
    private(set) var items = ChunkedArray<Item>(shift: Content.chunkShift)
    /// What all items are worth together.
    private(set) var totalValue: Int128 = 0

    /// No items.
    public init() {}

    /// These items.
    public init(_ items: some Sequence<Item>) {
        for item in items { append(item) }
    }

    /// Adds an item behind the others. It is taken as it is; ``LootCore/Item/validate()`` is the caller's.
    public mutating func append(_ item: consuming Item) {
        totalValue &+= item.totalValue
        items.append(item)
    }

    /// Adds items behind the others and moves them out of where they are, which is not initialized any more then.
    package mutating func append(moving new: UnsafeMutableBufferPointer<Item>) {
        for index in new.indices { totalValue &+= new[index].totalValue }
        items.append(moving: new)
    }

    /// How many there are.
    public var count: Int { items.count }

    /// How many there are.
    public var underestimatedCount: Int { count }

    /// Goes through them once.
    public func makeIterator() -> Iterator { Iterator(items) }

    /// Goes through the items of a batch.
    public struct Iterator: IteratorProtocol {
        private let items: ChunkedArray<Item>
        private var index = 0

        init(_ items: ChunkedArray<Item>) { self.items = items }

        /// The next item, nil after the last.
        public mutating func next() -> Item? {
            guard index < items.count else { return nil }
            defer { index += 1 }
            return items[index]
        }
    }
}
