/// A section of a query's result. Empty sections are omitted.
public struct ItemSection: Hashable, Sendable {
    /// The common key of the items, or `nil` for a result without sectioning.
    public var key: SectionKey?
    /// The title, or an empty string for a result without sectioning.
    public var title: String
    /// The title in the section index.
    public var indexTitle: String?
    /// The first row of the section.
    public var start: Int
    /// The number of rows.
    public var count: Int
    /// The total value of the items.
    public var total: MoneyTotal

    /// Creates a section from its properties.
    package init(
        key: SectionKey?, title: String, indexTitle: String? = nil, start: Int, count: Int, total: MoneyTotal
    ) {
        self.key = key
        self.title = title
        self.indexTitle = indexTitle
        self.start = start
        self.count = count
        self.total = total
    }

    /// The rows of the section in the whole result.
    public var rows: Range<Int> { start..<start + count }
}

/// The sections of a query's result, without the items.
public struct Outline: Hashable, Sendable {
    /// The revision of the store.
    public var revision: Revision
    /// The sections in order. Without sectioning, there is one section, or none if there are no items.
    public var sections: [ItemSection]

    /// Creates an outline.
    public init(revision: Revision, sections: [ItemSection]) {
        self.revision = revision
        self.sections = sections
    }

    /// The total number of rows.
    public var count: Int { sections.last?.rows.upperBound ?? 0 }

    /// The total value of all items.
    public var total: MoneyTotal { sections.reduce(into: MoneyTotal()) { $0 += $1.total } }
}
