extension ListView {
    /// Announces the next screenful of rows in the direction of scrolling, and cancels rows that are no longer near
    /// the screen.
    func prefetch(around placements: [Placement]) {
        let visible = placements.compactMap(\.kind.path)
        guard let prefetcher, let first = visible.first.flatMap(outline.index(of:)) else { return }
        if first != firstVisibleIndex { scrollsUp = first < firstVisibleIndex }
        firstVisibleIndex = first
        let next = first + visible.count
        let wanted: [RowPath] =
            scrollsUp
            ? (max(0, first - height)..<first).reversed().compactMap(outline.path(at:))
            : (next..<max(next, min(next + height, outline.rowCount))).compactMap(outline.path(at:))
        let new = wanted.filter { !announced.contains($0) }
        let canceled = announced.subtracting(wanted).subtracting(visible)
        announced = Set(wanted)
        if !canceled.isEmpty { prefetcher.list(self, cancelPrefetchingForRowsAt: canceled.sorted()) }
        if !new.isEmpty { prefetcher.list(self, prefetchRowsAt: new) }
    }
}
