/// The shape of a query's answer and some of its rows, both of one state of the store.
public struct Answer: Hashable, Sendable {
    /// The shape of the whole answer.
    public var outline: Outline
    /// The rows.
    public var page: Page

    /// An answer. Both must be of one state.
    public init(outline: Outline, page: Page) {
        self.outline = outline
        self.page = page
    }

    /// The section in which each of the rows stands, from the first row on; all nil in an answer without sectioning.
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
