/// A range of rows in a query's result.
public struct Page: Hashable, Sendable {
    /// The revision from which the page was read.
    public var revision: Revision
    /// The row of the first item in the whole result.
    public var start: Int
    /// The items. There may be fewer than requested at the end of the result.
    public var items: [Item]

    /// Creates a page.
    public init(revision: Revision, start: Int, items: [Item]) {
        self.revision = revision
        self.start = start
        self.items = items
    }
}
