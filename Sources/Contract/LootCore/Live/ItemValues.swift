/// The complete results of a query, one after each change. Made by ``ItemStore/values(of:)``.
public struct ItemValues: AsyncSequence, Sendable {
    /// The items of a result, in the query's order.
    public typealias Element = [Item]

    let store: any ItemStore
    let query: Query

    /// Yields the current result, and then the result after each change.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let store: any ItemStore
        let query: Query
        private var answer: LiveAnswer?
        private var last: [Item]?

        init(store: any ItemStore, query: Query) {
            self.store = store
            self.query = query
        }

        /// Returns the next result that differs from the last one, or `nil` after the task was canceled.
        public mutating func next() async throws(LootError) -> [Item]? {
            while !Task.isCancelled {
                if let answer, last != nil {
                    await answer.arrival()
                    _ = answer.take()
                    if Task.isCancelled { return nil }
                    // A subscription that has ended is replaced; the result may have changed meanwhile.
                    if answer.hasEnded { self.answer = try await store.live(query) }
                } else {
                    answer = try await store.live(query)
                }
                let page = try await store.page(of: query, rows: 0..<Int.max)
                if page.items == last { continue }
                last = page.items
                return page.items
            }
            return nil
        }
    }

    /// Creates an iterator, which subscribes to changes.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store: store, query: query) }
}

extension ItemStore {
    /// Returns the complete results of a query: the current one, and one after each change.
    ///
    /// ```swift
    /// for try await items in store.values(of: Query(sort: [SortKey(\.name)])) { show(items) }
    /// ```
    ///
    /// Several changes in a row may yield one result. The sequence ends when its task is canceled, and throws if the store
    /// can't be read or is closed.
    public func values(of query: Query = .all) -> ItemValues { ItemValues(store: self, query: query) }
}
