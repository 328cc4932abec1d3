/// Hears which rows will soon be needed, so that placeholders stay rare.
public protocol ListPrefetching: AnyObject {
    /// These rows lie just beyond the screen, in the direction of scrolling, nearest first. Each is named
    /// once until it is canceled or has been on the screen.
    func list(_ list: ListView, prefetchRowsAt paths: [RowPath])
    /// These rows were announced and are no longer near the screen. By default nothing.
    func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath])
}

extension ListPrefetching {
    /// Nothing happens.
    public func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath]) {}
}
