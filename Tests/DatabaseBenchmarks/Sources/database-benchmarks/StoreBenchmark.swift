import LootCore

/// Measures operations on a store of one size, and reports median times.
struct StoreBenchmark {
    private let store: any ItemStore
    private var random = SeededGenerator(seed: .random(in: 0...UInt64.max))

    init(_ store: any ItemStore) { self.store = store }

    /// Fills the store with the given number of items and measures all operations.
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

    /// Measures reads that have an equivalent statement in the database's own shell.
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

    /// Measures filters with three conditions that an index can answer. No result is cached.
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
            // One transaction, like a copy, as far as memory allows.
            let some = (0..<min(missing, 5_000_000)).map { _ in Change.insert(Item.random(using: &random)) }
            let start = ContinuousClock.now
            _ = try await store.apply(some)
            duration += ContinuousClock.now - start
            missing -= some.count
        }
        guard total > 0 else { return }
        note("load, each item", duration / total)
    }

    /// Returns the median of a number of runs, over at least half a second if there are enough runs, so that an idle
    /// processor reaches its full speed.
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

    /// Prints a line for a table: the operation, a tab, microseconds.
    private func note(_ name: String, _ duration: Duration) {
        print("\(name)\t\(((duration / .microseconds(1)) * 10).rounded() / 10)")
    }
}

/// Ranges of values like in a price list.
private struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [25, 50, 75]) }

    func title(for key: SectionKey) -> String { "\(key)" }
}
