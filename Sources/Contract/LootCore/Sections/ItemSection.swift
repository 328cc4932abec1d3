/// One section of a query's answer. A section that would hold nothing is not there.
public struct ItemSection: Hashable, Sendable {
    /// What its items have in common; nil in an answer without sectioning.
    public var key: SectionKey?
    /// Its header; empty in an answer without sectioning.
    public var title: String
    /// What the index at the edge shows for it.
    public var indexTitle: String?
    /// The rows before it.
    public var start: Int
    /// Its rows.
    public var count: Int
    /// What its items are worth together: value times quantity.
    public var total: MoneyTotal

    /// A section, from all that there is to know of it.
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

    /// Its rows as positions in the whole answer.
    public var rows: Range<Int> { start..<start + count }
}

/// The shape of a query's answer: its sections, without the items.
public struct Outline: Hashable, Sendable {
    /// The state of the store that it describes.
    public var revision: Revision
    /// In their order. Without sectioning there is one section, unless there are no items.
    public var sections: [ItemSection]

    /// The shape with these sections.
    public init(revision: Revision, sections: [ItemSection]) {
        self.revision = revision
        self.sections = sections
    }

    /// All rows.
    public var count: Int { sections.last?.rows.upperBound ?? 0 }

    /// What all items are worth together.
    public var total: MoneyTotal { sections.reduce(into: MoneyTotal()) { $0 += $1.total } }
}
