import LootCore
import Synchronization

/// A cache of query results by revision, shared by all connections.
final class WarmAnswers: Sendable {
    private struct Entry {
        let query: Query
        var sections: (revision: Revision, value: WarmSections)?
        var places: (revision: Revision, value: [Int64])?
    }

    /// The entries, least recently used first.
    private let entries = Mutex<[Entry]>([])
    private let limit: Int

    init(limit: Int = 16) { self.limit = limit }

    /// Returns the cached sections of a query's result and their revision.
    func newestSections(of query: Query) -> (revision: Revision, sections: WarmSections)? {
        use(query) { entry in entry.sections.map { ($0.revision, $0.value) } } ?? nil
    }

    /// Returns the cached places of the rows of a query's result at a revision.
    func places(of query: Query, at revision: Revision) -> [Int64]? {
        use(query) { entry in entry.places?.revision == revision ? entry.places?.value : nil } ?? nil
    }

    func keep(_ sections: WarmSections, of query: Query, at revision: Revision) {
        change(query) { entry in
            if let kept = entry.sections, kept.revision > revision { return }
            entry.sections = (revision, sections)
        }
    }

    func keep(_ places: [Int64], of query: Query, at revision: Revision) {
        change(query) { entry in
            if let kept = entry.places, kept.revision > revision { return }
            entry.places = (revision, places)
        }
        // Remove places of earlier revisions, and keep only a few long lists of places.
        entries.withLock { entries in
            var room = 4
            for index in entries.indices.reversed() {
                guard let kept = entries[index].places else { continue }
                if kept.revision < revision || room == 0 { entries[index].places = nil } else { room -= 1 }
            }
        }
    }

    /// Clears the cache.
    func forget() { entries.withLock { $0.removeAll() } }

    private func use<Value: Sendable>(_ query: Query, _ body: (Entry) -> Value) -> Value? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.query == query }) else { return nil }
            entries.append(entries.remove(at: index))
            return body(entries[entries.count - 1])
        }
    }

    private func change(_ query: Query, _ body: (inout Entry) -> Void) {
        entries.withLock { entries in
            let index = entries.firstIndex { $0.query == query }
            var entry = index.map { entries.remove(at: $0) } ?? Entry(query: query)
            body(&entry)
            entries.append(entry)
            if entries.count > limit { entries.removeFirst() }
        }
    }
}

/// The sections of a result and the test for its items. A change updates a single section.
struct WarmSections: Sendable {
    private let sectioning: (any Sectioning)?
    private let selects: ItemTest
    private var table: SectionTable

    /// Creates the sections of an empty result.
    init(of query: Query) {
        sectioning = query.sectioning
        selects = query.test
        table = SectionTable(of: query.sectioning)
    }

    /// Adds an item to its section. If `ifSelected` is true, first checks that the query selects it.
    mutating func add(_ item: Item, ifSelected: Bool = false) {
        if ifSelected, !selects(item) { return }
        table.add(rows: 1, total: item.total, to: sectioning?.key(for: item))
    }

    /// Removes an item from its section if the query selects it.
    mutating func remove(_ item: Item) {
        if selects(item) {
            table.add(rows: -1, total: MoneyTotal() - item.total, to: sectioning?.key(for: item))
        }
    }

    /// Adds items to a section.
    mutating func add(count: Int, total: MoneyTotal, to key: SectionKey?) {
        table.add(rows: count, total: total, to: key)
    }

    func outline(at revision: Revision) -> Outline { Outline(revision: revision, sections: table.sections) }
}
