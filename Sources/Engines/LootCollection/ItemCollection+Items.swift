public import LootCore

extension ItemCollection {
    /// The items of a collection in the user's order, as they were when it was asked for them. Whatever becomes of
    /// the collection, these stay.
    public struct Items: Sequence, Sendable {
        private let content: Content
        /// The settings of the list.
        public let settings: ListSettings

        init(_ content: Content, _ settings: ListSettings) {
            self.content = content
            self.settings = settings
        }

        /// How many there are.
        public var count: Int { content.order.count }

        /// What they are worth together.
        package var total: MoneyTotal { content.total }

        /// How many there are.
        public var underestimatedCount: Int { count }

        /// Goes through them once.
        public func makeIterator() -> Iterator { Iterator(content, 0..<count) }

        /// Those in some rows.
        package func rows(_ rows: Range<Int>) -> IteratorSequence<Iterator> {
            IteratorSequence(Iterator(content, rows))
        }

        /// Goes through the items of a collection.
        public struct Iterator: IteratorProtocol {
            private let content: Content
            private var slots: [Slot] = []
            private var index = 0
            private var rows: Range<Int>

            init(_ content: Content, _ rows: Range<Int>) { (self.content, self.rows) = (content, rows) }

            /// The next item, nil after the last.
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
