import LootCore
import Synchronization

/// What a law found out of order.
struct BrokenLaw: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Says what is wrong where a condition does not hold.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw BrokenLaw(what()) }
}

/// One law on trial: opens stores for it, and closes them at the end.
final class Trial: Sendable {
    let conformance: StoreConformance
    private let opened = Mutex<[any ItemStore]>([])

    init(of conformance: StoreConformance) { self.conformance = conformance }

    /// A name under which nothing lies yet.
    func newMedium() -> String { "medium-\(ItemID())" }

    /// The store whose data lies under this name; a new store when none is given.
    func open(_ medium: String? = nil) async throws -> any ItemStore {
        let store = try await conformance.open(medium ?? newMedium())
        opened.withLock { $0.append(store) }
        return store
    }

    /// A new store with these items.
    func open(with items: [Item], medium: String? = nil) async throws -> any ItemStore {
        let store = try await open(medium)
        _ = try await store.apply(items.map { .insert($0) })
        return store
    }

    /// Closes what was opened. Whether closing works is a law of its own.
    func end() async {
        for store in opened.withLock({ $0 }) { try? await store.close() }
    }
}

extension ItemStore {
    /// Fails unless the store holds exactly these items, to the byte, in this order.
    func mustHold(_ expected: [Item], _ when: String = "") async throws {
        try requireSame(try await items(), expected, "\(when.isEmpty ? "" : when + ", ")the items")
        let count = try await summary().count
        try require(count == expected.count, "the outline counts \(count) items, not \(expected.count)")
    }

    /// Fails unless the changes are refused with this code, and nothing is changed by it.
    func mustRefuse(
        _ code: LootError.Code, _ changes: [Change], _ what: String, naming index: Int? = nil
    ) async throws {
        let before = try await page(of: .all, rows: 0..<Int.max)
        do {
            _ = try await apply(changes)
        } catch {
            try require(
                error.code == code, "\(what) is refused with “\(error.code.rawValue)”, not “\(code.rawValue)”"
            )
            if let index {
                let named = error.change.map { String($0) } ?? "none"
                try require(
                    error.change == index, "the refusal of \(what) blames change \(named), not \(index)")
            }
            let after = try await page(of: .all, rows: 0..<Int.max)
            try requireSame(after.items, before.items, "after the refusal of \(what), the items")
            try require(
                after.revision == before.revision,
                "the refusal of \(what) made revision \(after.revision) of \(before.revision)")
            return
        }
        throw BrokenLaw("\(what) is not refused with “\(code.rawValue)”")
    }
}

extension ItemReader {
    /// Fails unless a query is answered as the definition does.
    func mustAnswer(_ query: Query, like list: ItemList, rows: Range<Int> = 0..<Int.max) async throws {
        let outline = try await outline(of: query)
        try requireSame(outline, try await page(of: query, rows: rows), rows, query, like: list)
    }
}

/// Fails unless both are the same to the byte.
func requireSame(_ found: [Item], _ expected: [Item], _ what: @autoclosure () -> String) throws {
    try require(found.count == expected.count, "\(what()) are \(found.count), not \(expected.count)")
    for (index, pair) in zip(found, expected).enumerated() {
        if let difference = pair.0.difference(from: pair.1) {
            throw BrokenLaw("\(what()) differ at position \(index): \(difference)")
        }
    }
}

/// Fails unless an outline and rows are those that the definition gives.
func requireSame(
    _ outline: Outline, _ page: Page, _ rows: Range<Int>, _ query: Query, like list: ItemList
) throws {
    try requireSame(
        outline, page, rows, query, like: list.answer(to: query, rows: rows, at: outline.revision))
}

/// Fails unless an outline and rows are those of another answer.
func requireSame(
    _ outline: Outline, _ page: Page, _ rows: Range<Int>, _ query: Query, like expected: Answer
) throws {
    try require(
        outline == expected.outline,
        "the outline of \(query.spelled) is \(outline.spelled), not \(expected.outline.spelled)")
    try requireSame(page, expected.page, rows, query)
}

/// Fails unless a page is the one that the definition gives.
func requireSame(_ found: Page, _ expected: Page, _ rows: Range<Int>, _ query: Query) throws {
    try requireSame(found.items, expected.items, "rows \(rows) of \(query.spelled)")
    try require(
        found.start == expected.start || found.items.isEmpty,
        "the page of rows \(rows) says that it starts at \(found.start), not \(expected.start)")
}

extension Query {
    /// The query as a person reads it in a report.
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
        return parts.isEmpty ? "the query for everything" : "the query (\(parts.joined(separator: "; ")))"
    }
}

extension Outline {
    /// The outline as a person reads it in a report.
    var spelled: String {
        let sections = sections.prefix(30).map { section in
            let key = section.key.map { "\($0) \(section.title.spelled) " } ?? ""
            return "\(key)\(section.start)+\(section.count) worth \(section.total)"
        }
        return "[\(sections.joined(separator: ", "))]"
    }
}
