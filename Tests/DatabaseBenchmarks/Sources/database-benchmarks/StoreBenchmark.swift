import LootCore

/// The same things done to stores of several sizes, by the median time that each takes.
struct StoreBenchmark {
    private let store: any ItemStore
    private var counts: [Int] = []
    private var names: [String] = []
    private var times: [String: [Duration]] = [:]
    private var random = SeededGenerator(seed: .random(in: 0...UInt64.max))

    init(_ store: any ItemStore) { self.store = store }

    mutating func run(count: Int) async throws {
        counts.append(count)
        try await fill(to: count)
        let bands = Query(sectioning: Bands())
        let filtered = Query(
            search: Search("rusty"), filter: .compare("valueInDollars", .greaterOrEqual, .integer(98)))
        try await measure("first page of 50") { store in try await store.page(of: .all, rows: 0..<50) }
        try await measure("page at the far end") { store in
            try await store.page(of: .all, rows: count - 50..<count)
        }
        try await measure("sections, warm") { store in try await store.outline(of: bands) }
        try await measure("first page, in sections") { store in try await store.page(of: bands, rows: 0..<50)
        }
        try await measure("filter and search") { store in
            try await store.page(of: filtered, rows: 0..<50)
        }
        try await measure("move last to first") { store in
            let last = try await store.page(of: .all, rows: count - 1..<count)
            for item in last.items.suffix(1) { try await store.apply([.move(item.id, to: 0)]) }
        }
        try await measure("add") { store in try await store.add(Item.random()) }
        try await measure("add, then sections") { store in
            try await store.add(Item.random())
            _ = try await store.outline(of: bands)
        }
        try await measure("unindexed search", times: 3) { store in
            try await store.outline(of: Query(search: Search("\(ItemID().short)")))
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

    /// The median of so many runs, and of half a second at least: a processor that has slept wakes up meanwhile.
    private mutating func measure<Result>(
        _ name: String, times count: Int = 21, _ body: (any ItemStore) async throws -> Result
    ) async throws {
        _ = try await body(store)
        var durations: [Duration] = []
        let end = ContinuousClock.now + .milliseconds(500)
        while durations.count < count || ContinuousClock.now < end {
            let start = ContinuousClock.now
            _ = try await body(store)
            durations.append(ContinuousClock.now - start)
        }
        note(name, durations.sorted()[durations.count / 2])
    }

    private mutating func note(_ name: String, _ duration: Duration) {
        if times[name] == nil { names.append(name) }
        times[name, default: []].append(duration)
    }

    /// A row for each thing, a column for each size, and how much longer it takes from one size to the next.
    var table: String {
        var lines = ["| operation | \(counts.map(String.init).joined(separator: " | ")) | growth |"]
        lines.append("|---|" + String(repeating: "---|", count: counts.count + 1))
        for name in names {
            let values = times[name] ?? []
            let cells = values.map { "\(Int(($0 / .microseconds(1)).rounded())) µs" }
            let growth = zip(values, values.dropFirst()).map { pair in
                "\(((pair.1 / pair.0) * 100).rounded() / 100)"
            }
            lines.append(
                "| \(name) | \(cells.joined(separator: " | ")) | \(growth.joined(separator: " · ")) |")
        }
        return lines.joined(separator: "\n")
    }
}

/// Bands of the value, as price lists have them.
private struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [25, 50, 75]) }

    func title(for key: SectionKey) -> String { "\(key)" }
}
