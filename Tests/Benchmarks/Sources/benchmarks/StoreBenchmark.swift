import LootCore
import LootQueryText
import MemoryStorePlugin

/// List operations on a memory store of one size.
struct StoreBenchmark {
    private let count: Int
    private let store: MemoryStore
    private let report: (String, Measured) -> Void
    private var generator = SeededGenerator(seed: 2026)

    static func run(count: Int, report: @escaping (String, Measured) -> Void) async throws {
        _ = await median(of: 2) { _ in }  // This allocates the memory that the measurement itself needs.
        let before = residentMemory()
        let store: MemoryStore
        do {
            var generator = SeededGenerator(seed: 2026)
            let items = (0..<count).map { Item.sample($0, using: &generator) }
            var loaded: MemoryStore?
            report("bulk load", try await median(of: 1) { _ in loaded = try MemoryStore(items) })
            guard let loaded else { return }
            store = loaded
        }
        report(
            "bytes an item", Measured(number: Double(residentMemory() - before) / Double(count), unit: .bytes)
        )
        var benchmark = StoreBenchmark(count: count, store: store, report: report)
        try await benchmark.coldOrders()
        try await benchmark.warmPages()
        try await benchmark.changes()
        try await benchmark.coldSearches()
        let warm = Double(residentMemory() - before) / Double(count)
        report("bytes an item, with 5 warm queries", Measured(number: warm, unit: .bytes))
        try await store.close()
    }

    private init(count: Int, store: MemoryStore, report: @escaping (String, Measured) -> Void) {
        self.count = count
        self.store = store
        self.report = report
    }

    private static let sorted = Query(sort: [SortKey("name")])
    private static let sectioned = Query(sort: [SortKey("name")], sectioning: Bands())

    // The cost of a new query, for information: it reads all items.

    private func cold(_ name: String, _ query: Query) async throws {
        report(
            "cold: \(name)",
            try await median(of: 1) { _ in _ = try await store.page(of: query, rows: 0..<50) })
    }

    private func coldOrders() async throws {
        try await cold("sorted by name", StoreBenchmark.sorted)
        try await cold("sections by value, sorted by name", StoreBenchmark.sectioned)
    }

    /// Measures filters with three conditions on typical items. Each run has a different bound, so no result is
    /// cached.
    static func filters(count: Int, report: @escaping (String, Measured) -> Void) async throws {
        let before = residentMemory()
        let store: MemoryStore
        do {
            var generator = SeededGenerator(seed: 2026)
            let items = (0..<count).map { Item.thing($0, using: &generator) }
            var loaded: MemoryStore?
            report(
                "bulk load of things, processor",
                try await processorTime(of: 1) { _ in loaded = try MemoryStore(items) })
            guard let loaded else { return }
            store = loaded
        }
        let bytes = Double(residentMemory() - before) / Double(count)
        report("bytes a thing", Measured(number: bytes, unit: .bytes))
        func filters(_ name: String, _ text: (Int) -> String) async throws {
            let queries = try (0..<9).map { Query(filter: try Filter(parsing: text($0))) }
            var next = queries.makeIterator()
            func ask(_: Int) async throws {
                if let query = next.next() { _ = try await store.page(of: query, rows: 0..<50) }
            }
            report("cold: \(name)", try await median(of: 4, ask))
            report("cold: \(name), processor", try await processorTime(of: 5, ask))
        }
        try await filters("a filter by three numbers and flags") {
            "value >= \(900 + $0) and quantity = 1 and not favorite"
        }
        try await filters("a filter by two texts and a number") {
            "name ~ bear and serial ~ \(10 + $0) and value > 100"
        }
        try await filters("a filter by place, tag and date") {
            "location in \"House / Attic\" and tags ~ fragile and purchased >= 2024-01-0\($0 + 1)"
        }
        try await filters("a filter by name, vendor and entry") {
            "name ~ spork and vendor is not set and created < 2030-01-0\($0 + 1)"
        }
        let searches = (10..<20).map { Query(search: Search("mac \($0)")) }
        report(
            "cold: a search for two words in things, processor",
            try await processorTime(of: searches.count) { run in
                _ = try await store.page(of: searches[run], rows: 0..<50)
            })
        try await store.close()
    }

    private func coldSearches() async throws {
        try await cold("search for “mac”", Query(search: Search("mac")))
        try await cold("the same, narrowed to “mac 77”", Query(search: Search("mac 77")))
        try await cold(
            "value > 500 and a search",
            Query(search: Search("bear"), filter: .compare("valueInDollars", .greater, .integer(500))))
    }

    private mutating func warmPages() async throws {
        let starts = (0..<200).map { _ in Int.random(in: 0..<count - 50, using: &generator) }
        func pages(_ name: String, _ query: Query) async throws {
            report(
                name,
                try await median(of: starts.count) { run in
                    _ = try await store.page(of: query, rows: starts[run]..<starts[run] + 50)
                })
        }
        try await pages("page of the user's order", .all)
        try await pages("warm page of a sorted query", StoreBenchmark.sorted)
        try await pages("warm page of a sectioned query", StoreBenchmark.sectioned)
    }

    /// Measures single changes while the sorted and the grouped query stay current.
    private mutating func changes() async throws {
        let runs = 400
        var ids: [ItemID] = []
        for _ in 0..<runs {
            let start = Int.random(in: 0..<count, using: &generator)
            ids += try await store.page(of: .all, rows: start..<start + 1).items.map(\.id)
        }
        report("item by id", try await median(of: runs) { run in _ = try await store.item(ids[run]) })
        report(
            "change to row update in a sectioned list",
            try await median(of: runs) { run in
                let query = StoreBenchmark.sectioned
                let before = try await store.position(of: ids[run], in: query)
                try await store.apply([.update(ids[run], ["valueInDollars": .integer(run % 1050)])])
                let after = try await store.position(of: ids[run], in: query)
                let outline = try await store.outline(of: query)
                precondition(before != nil && after != nil && outline.sections.count == 21)
            })
        let added = (0..<runs).map { Item.sample(count + $0, using: &generator) }
        report(
            "insert at the front",
            try await median(of: runs) { run in try await store.apply([.insert(added[run], at: 0)]) })
        let last = try await store.page(of: .all, rows: count..<count + runs).items.map(\.id)
        report(
            "move last to first",
            try await median(of: runs) { run in try await store.apply([.move(last[runs - 1 - run], to: 0)]) })
        let middle = try await store.page(of: .all, rows: count / 2..<count / 2 + runs).items.map(\.id)
        report(
            "remove from the middle",
            try await median(of: runs) { run in try await store.apply([.remove(middle[run])]) })
    }
}
