/// Some rows of a query's answer.
public struct Page: Hashable, Sendable {
    /// The state of the store that it was read from.
    public var revision: Revision
    /// The position of the first item in the whole answer.
    public var start: Int
    /// The items, fewer than were asked for where the answer ends.
    public var items: [Item]

    /// A page.
    public init(revision: Revision, start: Int, items: [Item]) {
        self.revision = revision
        self.start = start
        self.items = items
    }
}
