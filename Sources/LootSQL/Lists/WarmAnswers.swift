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

/// The sections of an answer with their counts and totals, kept in order, so that a change costs one section.
struct WarmSections: Sendable {
    private struct Entry: Sendable {
        let key: SectionKey?
        var count: Int
        var total: Int128
    }

    private let sectioning: (any Sectioning)?
    private let selects: @Sendable (Item) -> Bool
    private var entries: [Entry] = []

    /// The sections of an answer that is still empty.
    init(of query: Query) {
        sectioning = query.sectioning
        selects = query.test
    }

    /// Adds an item, which is known to be in the answer unless `ifSelected` asks.
    mutating func add(_ item: Item, ifSelected: Bool = false) {
        if ifSelected, !selects(item) { return }
        add(count: 1, total: item.totalValue, to: sectioning?.key(for: item))
    }

    /// Takes an item out, if it is in the answer.
    mutating func remove(_ item: Item) {
        if selects(item) { add(count: -1, total: -item.totalValue, to: sectioning?.key(for: item)) }
    }

    /// Adds items to a section.
    mutating func add(count: Int, total: Int128, to key: SectionKey?) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if order(entries[middle].key, key) == .ascending { low = middle + 1 } else { high = middle }
        }
        if low < entries.count, order(entries[low].key, key) == .same {
            entries[low].count += count
            entries[low].total += total
            if entries[low].count == 0 { entries.remove(at: low) }
        } else {
            entries.insert(Entry(key: key, count: count, total: total), at: low)
        }
    }

    private func order(_ left: SectionKey?, _ right: SectionKey?) -> Order {
        guard let sectioning, let left, let right else { return .same }
        return sectioning.order(left, right)
    }

    func outline(at revision: Revision) -> Outline {
        var sections: [Section] = []
        sections.reserveCapacity(entries.count)
        var start = 0
        for entry in entries {
            sections.append(
                Section(
                    key: entry.key, in: sectioning, start: start, count: entry.count, totalValue: entry.total)
            )
            start += entry.count
        }
        return Outline(revision: revision, sections: sections)
    }
}
