/// One thing on the screen: a row, a header, a footer or the constant row, with its place.
///
/// Lines are whole numbers, because a terminal has no others; a front end with finer units counts in its
/// smallest one. Every element is as wide as the list.
public struct ListElement {
    /// What an element is.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The header of a section.
        case header(section: Int)
        /// A row.
        case row(RowPath)
        /// The footer of a section.
        case footer(section: Int)
        /// The constant row.
        case constant
    }

    /// What an element shows.
    enum Content {
        /// A row's cell, or the constant row's.
        case cell(Cell)
        /// The title of a header or footer.
        case title(String)
    }

    /// What it is.
    public let kind: Kind
    /// Its first line, counted from the first visible one; negative when that is off the screen.
    public let top: Int
    /// How many lines it takes, visible or not; at least 1.
    public let height: Int
    /// Whether it is a header that stays at the upper edge, over the rows below it.
    public let isPinned: Bool
    let content: Content

    /// The cell of a row or of the constant row; nil for headers and footers.
    public var cell: Cell? {
        guard case .cell(let cell) = content else { return nil }
        return cell
    }

    /// The title of a header or footer; nil for rows.
    public var title: String? {
        guard case .title(let title) = content else { return nil }
        return title
    }

    /// The path of a row, or `nil` for other elements.
    public var path: RowPath? {
        guard case .row(let path) = kind else { return nil }
        return path
    }
}

/// What is on the screen, and where that lies in the whole.
public struct ListLayout {
    /// The visible elements from top to bottom; a pinned header comes last, so that drawing in order draws
    /// it over the others.
    public let elements: [ListElement]
    /// How many lines lie above the screen: measured where rows have been seen, estimated elsewhere.
    public let contentOffset: Int
    /// How many lines there are: measured where rows have been seen, estimated elsewhere.
    public let contentHeight: Int

    /// Returns the element at a line of the screen, or `nil` if there is none.
    public func element(atLine line: Int) -> ListElement? {
        elements.last { $0.top <= line && line - $0.top < $0.height }
    }
}
