import LootCore
import Synchronization

/// Answers that are kept from one question to the next, by the state they are of. All connections share them.
final class WarmAnswers: Sendable {
    private struct Entry {
        let query: Query
        var sections: (revision: Revision, value: WarmSections)?
        var places: (revision: Revision, value: [Int64])?
    }

    /// The one that was used last is the last.
    private let entries = Mutex<[Entry]>([])
    private let limit: Int

    init(limit: Int = 16) { self.limit = limit }

    /// The sections of a query's answer, and the state they are of.
    func newestSections(of query: Query) -> (revision: Revision, sections: WarmSections)? {
        use(query) { entry in entry.sections.map { ($0.revision, $0.value) } } ?? nil
    }

    /// The places of the rows of a query's answer in this state.
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
        // What is of an older state is of no more use, and a few long lists of places are enough.
        entries.withLock { entries in
            var room = 4
            for index in entries.indices.reversed() {
                guard let kept = entries[index].places else { continue }
                if kept.revision < revision || room == 0 { entries[index].places = nil } else { room -= 1 }
            }
        }
    }

    /// Keeps nothing any more.
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

/// The sections of an answer, and which items it selects, so that a change costs one section.
struct WarmSections: Sendable {
    private let sectioning: (any Sectioning)?
    private let selects: ItemTest
    private var table: SectionTable

    /// The sections of an answer that is still empty.
    init(of query: Query) {
        sectioning = query.sectioning
        selects = query.test
        table = SectionTable(of: query.sectioning)
    }

    /// Adds an item, which is known to be in the answer unless `ifSelected` asks.
    mutating func add(_ item: Item, ifSelected: Bool = false) {
        if ifSelected, !selects(item) { return }
        table.add(rows: 1, total: item.total, to: sectioning?.key(for: item))
    }

    /// Takes an item out, if it is in the answer.
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
