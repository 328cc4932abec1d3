public import LootCore

/// A query's outline and some of its rows, both of one state of the store.
public struct Answer: Hashable, Sendable {
    /// The shape of the whole answer.
    public let outline: Outline
    /// The rows.
    public let page: Page

    /// The section in which each of the rows stands, from the first row on; all nil in an answer without sectioning.
    public var sections: [Section?] {
        var sections = outline.sections[...].drop { $0.rows.upperBound <= page.start }
        return page.items.indices.map { offset in
            while let first = sections.first, first.rows.upperBound <= page.start + offset {
                sections.removeFirst()
            }
            return sections.first.flatMap { $0.key == nil ? nil : $0 }
        }
    }
}

extension Inventory {
    /// Rows of a query's answer with the outline of the same state, however busily others write.
    ///
    /// - Parameters:
    ///   - query: What is asked for.
    ///   - rows: The rows that are wanted.
    ///   - known: The query's outline, if it was just read.
    ///   - patience: For how long to try.
    /// - Returns: the rows and the outline.
    /// - Throws: ``/LootCore/LootError`` with code `conflict` when the store never stands still in between.
    public func answer(
        to query: Query, rows: Range<Int>, from known: Outline? = nil, patience: Duration = .seconds(10)
    ) async throws(LootError) -> Answer {
        let end = ContinuousClock.now + patience
        var outline: Outline
        if let known { outline = known } else { outline = try await store.outline(of: query) }
        repeat {
            let page = try await store.page(of: query, rows: rows)
            if page.revision != outline.revision { outline = try await store.outline(of: query) }
            if page.revision == outline.revision { return Answer(outline: outline, page: page) }
        } while ContinuousClock.now < end
        throw LootError(
            .conflict, "can't read the list", because: "it changes faster than it can be read",
            next: "Try again")
    }
}
