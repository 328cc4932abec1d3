/// A visible row, header, footer or constant row, and its position on the screen.
///
/// Positions and heights are whole lines. A front end with finer units, such as pixels, counts in its smallest unit.
/// Every element is as wide as the list.
public struct ListElement {
    /// The kind of an element.
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

    /// The content of an element.
    enum Content {
        /// The cell of a row or of the constant row.
        case cell(Cell)
        /// The title of a header or footer.
        case title(String)
    }

    /// The kind, with the section or the row.
    public let kind: Kind
    /// The first line, counted from the first visible one. Negative if it is above the screen.
    public let top: Int
    /// The height in lines, including those that are off the screen. At least 1.
    public let height: Int
    /// Whether the element is a header that stays at the upper edge and covers the rows below it.
    public let isPinned: Bool
    let content: Content

    /// The cell of a row or of the constant row, or `nil` for headers and footers.
    public var cell: Cell? {
        guard case .cell(let cell) = content else { return nil }
        return cell
    }

    /// The title of a header or footer, or `nil` for rows.
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

/// The visible elements and their position in the whole list.
public struct ListLayout {
    /// The visible elements from top to bottom, in drawing order: a pinned header comes last, because it covers
    /// others.
    public let elements: [ListElement]
    /// The number of lines above the screen. Rows that were never visible count with their estimated height.
    public let contentOffset: Int
    /// The number of lines of the whole list. Rows that were never visible count with their estimated height.
    public let contentHeight: Int

    /// Returns the element at a line of the screen, or `nil` if there is none.
    public func element(atLine line: Int) -> ListElement? {
        elements.last { $0.top <= line && line - $0.top < $0.height }
    }
}
