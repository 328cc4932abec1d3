/// The position of a row on the screen after scrolling to it.
public enum ScrollPosition: Hashable, Sendable {
    /// At the upper edge, below a pinned header.
    case top
    /// In the middle.
    case middle
    /// At the lower edge.
    case bottom
    /// The current position if the whole row is visible, and otherwise the nearer edge.
    case nearest
}

extension ListView {
    /// The number of lines above the screen. Rows that were never visible count with their estimated height.
    ///
    /// Setting it scrolls to that line, or as far as there is content.
    public var contentOffset: Int {
        get { layout().contentOffset }
        set {
            load()
            anchors = []
            lastOffset = newValue.clamped(to: 0...max(0, outline.height - height))
            scrolled()
        }
    }

    /// Scrolls by lines, down if the number is positive. The distance is exact up to the height of the screen.
    public func scroll(by lines: Int) {
        layout()
        guard lines != 0 else { return }
        guard (-height...height).contains(lines), let anchor = lines < 0 ? anchors.first : anchors.last else {
            contentOffset = lastOffset.plus(lines)
            return
        }
        anchors = [Anchor(kind: anchor.kind, top: anchor.top - lines)]
        scrolled()
    }

    /// Scrolls to a row. Does nothing if the row doesn't exist.
    public func scroll(to path: RowPath, at position: ScrollPosition = .nearest) {
        load()
        guard height > 0, let place = outline.place(of: .row(path)) else { return }
        let header = pinnedHeight(inSection: path.section)
        let top: Int
        switch position {
        case .top: top = header
        case .middle: top = max(header, (height - measure(place)) / 2)
        case .bottom: top = max(header, height - measure(place))
        case .nearest:
            if let seen = layout().elements.first(where: { $0.path == path }) {
                guard seen.top < header || seen.top + seen.height > height else { return }
                return scroll(to: path, at: seen.top < header ? .top : .bottom)
            }
            guard let first = visibleRows.first else { return scroll(to: path, at: .top) }
            return scroll(to: path, at: path < first ? .top : .bottom)
        }
        anchors = [Anchor(kind: .row(path), top: top)]
        scrolled()
    }

    /// Scrolls so that a row begins at a line of the screen, or above it if `top` is negative. Does nothing if the row
    /// doesn't exist.
    public func scroll(to path: RowPath, top: Int) {
        load()
        guard outline.place(of: .row(path)) != nil else { return }
        anchors = [Anchor(kind: .row(path), top: top)]
        scrolled()
    }

    /// Scrolls a section to the top, beginning with its header. Does nothing if the section doesn't exist.
    public func scroll(toSection section: Int) {
        load()
        guard outline.rowCounts.indices.contains(section) else { return }
        let kinds: [ListElement.Kind] = [
            .header(section: section), .row(RowPath(section: section, row: 0)), .footer(section: section),
        ]
        guard
            let place = kinds.lazy.compactMap({ self.outline.place(of: $0) }).first(where: { $0.height > 0 })
        else { return }
        anchors = [Anchor(kind: place.kind, top: 0)]
        scrolled()
    }

    // MARK: The index

    /// The titles of the section index.
    public var indexTitles: [String] { dataSource?.sectionIndexTitles(in: self) ?? [] }

    /// Scrolls to the section for an index title.
    ///
    /// - Returns: The section, or `nil` if there is no such title or section.
    @discardableResult
    public func jump(toIndexTitle index: Int) -> Int? {
        let titles = indexTitles
        guard titles.indices.contains(index), let dataSource else { return nil }
        let section = dataSource.list(self, sectionForIndexTitle: titles[index], at: index)
        guard section >= 0, section < numberOfSections else { return nil }
        scroll(toSection: section)
        return section
    }

    private func pinnedHeight(inSection section: Int) -> Int {
        guard style == .plain, let header = outline.place(of: .header(section: section)) else { return 0 }
        return min(measure(header), max(0, height - 1))
    }

    private func scrolled() {
        swipe = nil
        setNeedsLayout()
    }
}
