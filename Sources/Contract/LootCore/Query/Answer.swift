/// The outline of a query's result and some of its rows at the same revision.
public struct Answer: Hashable, Sendable {
    /// The outline of the whole result.
    public var outline: Outline
    /// The rows.
    public var page: Page

    /// Creates an answer. The outline and the page must have the same revision.
    public init(outline: Outline, page: Page) {
        self.outline = outline
        self.page = page
    }

    /// The section of each row, or `nil` for all rows without sectioning.
    var sections: [ItemSection?] {
        var sections = outline.sections[...].drop { $0.rows.upperBound <= page.start }
        return page.items.indices.map { offset in
            while let first = sections.first, first.rows.upperBound <= page.start + offset {
                sections.removeFirst()
            }
            return sections.first.flatMap { $0.key == nil ? nil : $0 }
        }
    }
}
