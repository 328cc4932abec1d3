public import LootCore

extension ItemCollection {
    /// A snapshot of a collection's items in the user's order. Later changes to the collection don't affect it.
    public struct Items: Sequence, Sendable {
        private let content: Content
        /// The settings of the list.
        public let settings: ListSettings

        init(_ content: Content, _ settings: ListSettings) {
            self.content = content
            self.settings = settings
        }

        /// The number of items.
        public var count: Int { content.order.count }

        /// The total value of the items.
        package var total: MoneyTotal { content.total }

        /// The number of items.
        public var underestimatedCount: Int { count }

        /// Returns an iterator over all items.
        public func makeIterator() -> Iterator { Iterator(content, 0..<count) }

        /// Returns the items in the given rows.
        package func rows(_ rows: Range<Int>) -> IteratorSequence<Iterator> {
            IteratorSequence(Iterator(content, rows))
        }

        /// An iterator over the items of a collection.
        public struct Iterator: IteratorProtocol {
            private let content: Content
            private var slots: [Slot] = []
            private var index = 0
            private var rows: Range<Int>

            init(_ content: Content, _ rows: Range<Int>) { (self.content, self.rows) = (content, rows) }

            /// Returns the next item, or `nil` at the end.
            public mutating func next() -> Item? {
                if index == slots.count {
                    slots.removeAll(keepingCapacity: true)
                    content.order.forEach(in: rows.prefix(1024)) { slots.append($0) }
                    rows = rows.dropFirst(1024)
                    index = 0
                    if slots.isEmpty { return nil }
                }
                index += 1
                return content[slots[index - 1]]
            }
        }
    }
}
