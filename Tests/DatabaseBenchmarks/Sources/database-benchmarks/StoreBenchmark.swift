import LootCore

/// Things done to a store of one size, by the median time that each takes.
struct StoreBenchmark {
    private let store: any ItemStore
    private var random = SeededGenerator(seed: .random(in: 0...UInt64.max))

    init(_ store: any ItemStore) { self.store = store }

    /// Everything, on a store that is filled to so many items first.
    mutating func run(count: Int) async throws {
        try await fill(to: count)
        let bands = Query(sectioning: Bands())
        try await readPages(count: count)
        try await measure("sections, warm") { store in try await store.outline(of: bands) }
        try await measure("first page, in sections") { store in try await store.page(of: bands, rows: 0..<50)
        }
        try await readMatches()
        try await measure("move last to first") { store in
            let last = try await store.page(of: .all, rows: count - 1..<count)
            for item in last.items.suffix(1) { try await store.apply([.move(item.id, to: 0)]) }
        }
        try await measure("add") { store in try await store.add(Item.random()) }
        try await measure("add, then sections") { store in
            try await store.add(Item.random())
            _ = try await store.outline(of: bands)
        }
        try await searchAll()
    }

    /// What has the same statement in the database's own shell, and changes nothing.
    func read() async throws {
        try await readPages(count: try await store.summary().count)
        try await readMatches()
        try await searchAll()
    }

    private func readPages(count: Int) async throws {
        try await measure("first page of 50") { store in try await store.page(of: .all, rows: 0..<50) }
        try await measure("page at the far end") { store in
            try await store.page(of: .all, rows: count - 50..<count)
        }
    }

    private func readMatches() async throws {
        let query = Query(
            search: Search("rusty"), filter: .compare("valueInDollars", .greaterOrEqual, .integer(98)))
        try await measure("filter and search") { store in try await store.page(of: query, rows: 0..<50) }
        try await readFilters()
    }

    /// Filters of three terms that an index answers, none of which was asked before.
    private func readFilters() async throws {
        let count = try await store.summary().count
        let serials = try await store.page(of: .all, rows: count / 2..<count / 2 + 400).items.compactMap(
            \.serialNumber)
        var asked = 0
        func filter(_ first: Filter, _ comparison: Filter.Comparison, _ bound: Int) -> Query {
            Query(
                filter: .all([
                    first, .compare("valueInDollars", comparison, .integer(bound)),
                    .not(.compare("isFavorite", .equal, .flag(true))),
                ]))
        }
        try await measure("filter of three terms, one row and its count", atMost: serials.count - 1) {
            store in
            asked += 1
            let serial = Filter.compare("serialNumber", .equal, .text(serials[asked - 1]))
            return try await store.answer(to: filter(serial, .greaterOrEqual, 0), rows: 0..<50)
        }
        asked = 0
        try await measure("filter of three terms, first page of many", atMost: 90) { store in
            asked += 1
            let name = Filter.compare("name", .contains, .text("rusty"))
            return try await store.page(of: filter(name, .greaterOrEqual, asked), rows: 0..<50)
        }
    }

    private func searchAll() async throws {
        try await measure("unindexed search", times: 3) { store in
            try await store.outline(of: Query(search: Search(String(ItemID().description.prefix(8)))))
        }
    }

    private mutating func fill(to count: Int) async throws {
        var missing = count - (try await store.summary().count)
        let total = missing
        var duration = Duration.zero
        while missing > 0 {
            // As a copy does: at once, as far as memory goes.
            let some = (0..<min(missing, 5_000_000)).map { _ in Change.insert(Item.random(using: &random)) }
            let start = ContinuousClock.now
            _ = try await store.apply(some)
            duration += ContinuousClock.now - start
            missing -= some.count
        }
        guard total > 0 else { return }
        note("load, each item", duration / total)
    }

    /// The median of so many runs, and of half a second at least unless that is more than there may be: a processor that has slept wakes up meanwhile.
    private func measure<Result>(
        _ name: String, times count: Int = 21, atMost most: Int = .max,
        _ body: (any ItemStore) async throws -> Result
    ) async throws {
        _ = try await body(store)
        var durations: [Duration] = []
        let end = ContinuousClock.now + .milliseconds(500)
        while durations.count < most, durations.count < count || ContinuousClock.now < end {
            let start = ContinuousClock.now
            _ = try await body(store)
            durations.append(ContinuousClock.now - start)
        }
        note(name, durations.sorted()[durations.count / 2])
    }

    /// A line that a table is made of: what was done, a tab, microseconds.
    private func note(_ name: String, _ duration: Duration) {
        print("\(name)\t\(((duration / .microseconds(1)) * 10).rounded() / 10)")
    }
}

/// Bands of the value, as price lists have them.
private struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [25, 50, 75]) }

    func title(for key: SectionKey) -> String { "\(key)" }
}
