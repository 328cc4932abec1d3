package import LootCore
import LootFormats

/// A page of a query's result in the API.
package struct ListedItems: Sendable {
    /// The number of rows of the whole result.
    package let total: Int
    /// The rows of this page.
    package private(set) var page: Page
    /// The state, including its epoch. After a restart, the same revision can have a different result.
    package let state: String
    /// The start of the next page, or `nil` if there is none.
    package var next: PageCursor?
    /// The sections of the whole result, if requested.
    package var sections: SectionList?
    /// If this search finds nothing, a similar search that finds something, with a sentence that suggests it.
    package var near: (search: String, sentence: String)?
    /// The section titles of ranges of rows. They are written with the items.
    package var titles: [(rows: Range<Int>, title: String)] = []

    /// The book values of the items on the day of the query, or an empty array for a query without a day. They are
    /// written with the items.
    package var bookValues: [Amount?] = []

    /// Creates a page.
    package init(_ page: Page, of total: Int, state: String) {
        self.page = page
        self.total = total
        self.state = state
    }

    /// Returns the number of rows from the start of this page up to a position.
    package func wanted(upTo end: Int) -> Int { max(0, min(end, total) - page.start) }

    /// Appends the next page.
    package mutating func add(_ other: ListedItems) { page.items += other.page.items }

    /// Returns whether another page has the same state.
    package func isOfSameState(as other: ListedItems) -> Bool {
        state == other.state && page.revision == other.page.revision
    }
}

extension ListedItems {
    /// A link to another page of the same list.
    package struct PageLink: Hashable, Sendable {
        /// `first`, `prev`, `next` or `last`.
        package let relation: String
        package let offset: Int
        package let cursor: PageCursor?
    }

    /// Returns links to other pages, or none if this is the only page.
    package func links(limit: Int) -> [PageLink] {
        guard limit > 0, total > 0, next != nil || page.start > 0 else { return [] }
        var links = [PageLink(relation: "first", offset: 0, cursor: nil)]
        if page.start > 0 {
            links.append(PageLink(relation: "prev", offset: max(0, page.start - limit), cursor: nil))
        }
        if let next { links.append(PageLink(relation: "next", offset: 0, cursor: next)) }
        links.append(PageLink(relation: "last", offset: (total - 1) / limit * limit, cursor: nil))
        return links
    }
}

extension AnswerKind where Output == ListedItems {
    static let page = bytes("ItemPage", "The page.") { page, bytes in
        page.append(to: &bytes)
    } read: {
        try ListedItems(reading: $0)
    }.with("ETag", "Cache-Control", "Link")
}

extension ListedItems {
    private static let writer = JSONItemWriter()

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.reserveCapacity(page.items.count * 224 + 192)
        bytes +=
            "{\"total\":\(total),\"revision\":\(page.revision),\"state\":\"\(state)\",\"start\":\(page.start)"
            .utf8
        if let next { bytes += ",\"next\":\"\(next)\"".utf8 }
        if let sections { bytes += Array(",\"sections\":".utf8) + sections.list.bytes }
        if let near {
            bytes += ",\"near\":".utf8
            bytes += JSON([("search", JSON(near.search)), ("sentence", JSON(near.sentence))]).bytes
        }
        bytes += ",\"items\":[".utf8
        let rows = page.start..<page.start + page.items.count
        if titles.isEmpty { append(rows, with: [], to: &bytes) }
        for (some, title) in titles {
            var member = Array(",\"section\":".utf8)
            ForeignValue.text(title).appendJSON(to: &member)
            append(some.clamped(to: rows), with: member, to: &bytes)
        }
        bytes += "]}".utf8
    }

    /// Appends rows, each with an additional member.
    private func append(_ rows: Range<Int>, with member: [UInt8], to bytes: inout [UInt8]) {
        let items = page.items.span
        for row in rows {
            if row > page.start { bytes.append(UInt8(ascii: ",")) }
            var member = member
            if !bookValues.isEmpty, let value = bookValues[row - page.start] {
                member += Array(",\"bookValue\":\(value)".utf8)
            }
            ListedItems.writer.append(items[row - page.start], with: member, to: &bytes)
        }
    }

    /// Decodes a page. Except for two keys, it has the format of a file of items, so the fast reader for files is
    /// used.
    fileprivate init?(reading body: [UInt8]) throws {
        let bytes = Array("{\"format\":\"loot\",\"version\":1,".utf8) + body.dropFirst()
        var items: [Item] = []
        let shape = try JSONFile().read(bytes.span) { (result) throws(FormatError) in
            switch result {
            case .item(let read): items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        guard case .envelope(let header) = shape.layout else { return nil }
        var head: [UInt8] = []
        ForeignValue.object(header).appendJSON(to: &head)
        let document = try DocumentValue(json: head.span)
        guard let total = document["total"]?.digits.flatMap({ Int($0) }),
            let start = document["start"]?.digits.flatMap({ Int($0) }),
            let revision = document["revision"]?.revision
        else { return nil }
        let page = Page(revision: revision, start: start, items: items)
        self.init(page, of: total, state: document["state"]?.text ?? "")
        next = document["next"]?.text.flatMap { PageCursor($0) }
        if let value = document["sections"] {
            sections = SectionList(list: value, at: revision, state: state)
            if sections == nil { return nil }
        }
    }
}
