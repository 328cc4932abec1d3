/// Loads rows before they become visible, so that placeholders are rare.
public protocol ListPrefetching: AnyObject {
    /// Called with rows just beyond the screen, nearest first, in the direction of scrolling. Each row is passed
    /// once, until it is canceled or has been visible.
    func list(_ list: ListView, prefetchRowsAt paths: [RowPath])
    /// Called with prefetched rows that are no longer near the screen. The default does nothing.
    func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath])
}

extension ListPrefetching {
    /// Does nothing.
    public func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath]) {}
}
