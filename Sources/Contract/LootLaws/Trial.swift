import LootCore
import Synchronization

/// A violation of a law.
package struct BrokenLaw: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws a ``BrokenLaw`` unless the condition is true.
package func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw BrokenLaw(what()) }
}

/// The check of a law. It opens stores and closes them at the end.
final class Trial: Sendable {
    let conformance: StoreConformance
    private let opened = Mutex<[any ItemStore]>([])

    init(of conformance: StoreConformance) { self.conformance = conformance }

    /// Returns an unused name for a store.
    func newMedium() -> String { "medium-\(ItemID())" }

    /// Opens the store with a name, or a new store.
    func open(_ medium: String? = nil) async throws -> any ItemStore {
        let store = try await conformance.open(medium ?? newMedium())
        opened.withLock { $0.append(store) }
        return store
    }

    /// Opens a store and inserts items.
    func open(with items: [Item], medium: String? = nil) async throws -> any ItemStore {
        let store = try await open(medium)
        _ = try await store.apply(items.map { .insert($0) })
        return store
    }

    /// Closes all stores. Errors are ignored, because another law checks closing.
    func end() async {
        for store in opened.withLock({ $0 }) { try? await store.close() }
    }
}

extension ItemStore {
    /// Throws unless the store contains exactly these items, with the same bytes and in the same order.
    func mustHold(_ expected: [Item], _ when: String = "") async throws {
        try requireSame(try await items(), expected, "\(when.isEmpty ? "" : when + ", ")the items")
        let count = try await summary().count
        try require(count == expected.count, "the outline counts \(count) items, not \(expected.count)")
    }

    /// Throws unless the changes are rejected with the given code and nothing is changed.
    func mustRefuse(
        _ code: LootError.Code, _ changes: [Change], _ what: String, naming index: Int? = nil
    ) async throws {
        let before = try await page(of: .all, rows: 0..<Int.max)
        do {
            _ = try await apply(changes)
        } catch {
            try require(
                error.code == code,
                "\(what) is rejected with “\(error.code.rawValue)”, not “\(code.rawValue)”"
            )
            if let index {
                let named = error.change.map { String($0) } ?? "none"
                try require(
                    error.change == index, "the error for \(what) names change \(named), not \(index)")
            }
            let after = try await page(of: .all, rows: 0..<Int.max)
            try requireSame(after.items, before.items, "after the rejection of \(what), the items")
            try require(
                after.revision == before.revision,
                "the rejection of \(what) changed the revision from \(before.revision) to \(after.revision)")
            return
        }
        throw BrokenLaw("\(what) isn't rejected with “\(code.rawValue)”")
    }
}

extension ItemReader {
    /// Throws unless a query has the same result in the store as in the list.
    func mustAnswer(_ query: Query, like list: ItemList, rows: Range<Int> = 0..<Int.max) async throws {
        let outline = try await outline(of: query)
        try requireSame(outline, try await page(of: query, rows: rows), rows, query, like: list)
    }
}

/// Throws unless both arrays of items have the same bytes.
func requireSame(_ found: [Item], _ expected: [Item], _ what: @autoclosure () -> String) throws {
    try require(found.count == expected.count, "\(what()) are \(found.count), not \(expected.count)")
    for (index, pair) in zip(found, expected).enumerated() {
        if let difference = pair.0.difference(from: pair.1) {
            throw BrokenLaw("\(what()) differ at position \(index): \(difference)")
        }
    }
}

/// Throws unless the outline and the page match the list.
func requireSame(
    _ outline: Outline, _ page: Page, _ rows: Range<Int>, _ query: Query, like list: ItemList
) throws {
    try requireSame(
        outline, page, rows, query, like: list.answer(to: query, rows: rows, at: outline.revision))
}

/// Throws unless an outline and a page match those of another result.
func requireSame(
    _ outline: Outline, _ page: Page, _ rows: Range<Int>, _ query: Query, like expected: Answer
) throws {
    try require(
        outline == expected.outline,
        "the outline of \(query.spelled) is \(outline.spelled), not \(expected.outline.spelled)")
    try requireSame(page, expected.page, rows, query)
}

/// Throws unless a page is the expected one.
func requireSame(_ found: Page, _ expected: Page, _ rows: Range<Int>, _ query: Query) throws {
    try requireSame(found.items, expected.items, "rows \(rows) of \(query.spelled)")
    try require(
        found.start == expected.start || found.items.isEmpty,
        "the page of rows \(rows) starts at \(found.start), not \(expected.start)")
}

extension Query {
    /// A description of the query for reports.
    var spelled: String {
        var parts: [String] = []
        if let search {
            let scope = search.scope.isEmpty ? "" : " in \(search.scope)"
            parts.append("search \(search.words.map { $0.spelled }.joined(separator: " "))\(scope)")
        }
        if let filter { parts.append("filter \(filter)") }
        if favoritesOnly { parts.append("favorites only") }
        if !sort.isEmpty {
            parts.append(
                "sort \(sort.map { "\($0.field):\($0.direction.rawValue)" }.joined(separator: ", "))")
        }
        if let sectioning { parts.append("sections \(sectioning)") }
        return parts.isEmpty ? "the query for all items" : "the query (\(parts.joined(separator: "; ")))"
    }
}

extension Outline {
    /// A description of the outline for reports.
    var spelled: String {
        let sections = sections.prefix(30).map { section in
            let key = section.key.map { "\($0) \(section.title.spelled) " } ?? ""
            return "\(key)\(section.start)+\(section.count) worth \(section.total)"
        }
        return "[\(sections.joined(separator: ", "))]"
    }
}
