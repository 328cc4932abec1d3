package import LootCore

/// Measures how long common operations of a store take.
///
/// The benchmark appends random items to the existing ones and removes them at the end, even if an operation fails. A
/// store with a history also records these changes.
package struct StoreBench {
    /// The measured time of one operation.
    package struct Figure: Hashable, Sendable {
        /// The name in machine-readable output, for example `add-one`.
        package let name: String
        /// The title, for example `Add an item`.
        package let title: Message
        /// The number of times the operation was performed.
        package let rounds: Int
        /// The number of items per round.
        package let items: Int
        /// The median duration of a round.
        package let median: Duration
        /// The duration of the slowest round.
        package let slowest: Duration

        package init(
            name: String, title: Message, rounds: Int, items: Int, median: Duration, slowest: Duration
        ) {
            self.name = name
            self.title = title
            self.rounds = rounds
            self.items = items
            self.median = median
            self.slowest = slowest
        }

        /// The throughput in items per second, based on the median.
        package var itemsPerSecond: Double { median > .zero ? Double(items) / (median / .seconds(1)) : 0 }
    }

    private let store: any ItemStore
    private let count: Int
    private let rounds: Int
    private let clock = ContinuousClock()

    /// The time limit per figure. A slow store is measured with fewer rounds.
    private static let patience = Duration.seconds(5)

    /// Creates a benchmark with the given number of items and of rounds per operation.
    package init(_ store: any ItemStore, items: Int = 1_000, rounds: Int = 20) {
        self.store = store
        count = max(1, items)
        self.rounds = max(1, rounds)
    }

    /// Runs the benchmark.
    ///
    /// - Parameters:
    ///   - allowsItems: Whether the store may already contain items.
    ///   - progress: Called with a title before each measurement.
    /// - Returns: The figures in the order of their measurement.
    /// - Throws: ``/LootCore/LootError``. The code is `cannot-create` if the store contains items and `allowsItems`
    ///   is `false`.
    package func run(
        allowsItems: Bool = false, progress: (Message) -> Void = { _ in }
    ) async throws(LootError) -> [Figure] {
        let before = try await store.summary().count
        guard before == 0 || allowsItems else {
            throw LootError(
                .cannotCreate, "Can't measure the store.",
                reason: """
                    It contains \(before, one: "item", other: "items"), and the benchmark adds and removes items.
                    """,
                advice: "Choose an empty store, or measure with these items.", remedy: .allowItems)
        }
        var generator = SystemRandomNumberGenerator()
        let items = (0..<count).map { number in
            var item = Item.random(using: &generator)
            item.name += " \(number)"
            return item
        }
        var taken = Set(items.map(\.id))
        do {
            let figures = try await measure(items, behind: before, &taken, progress)
            try await takeAway(taken)
            return figures
        } catch {
            // Report the first error, even if removing the items fails too.
            try? await takeAway(taken)
            throw error
        }
    }

    // MARK: Measuring

    private func measure(
        _ items: [Item], behind before: Int, _ taken: inout Set<ItemID>, _ progress: (Message) -> Void
    ) async throws(LootError) -> [Figure] {
        var figures: [Figure] = []
        let store = store
        let total = before + items.count
        func measure(
            _ name: String, _ title: Message, items: Int = 1, rounds: Int? = nil,
            _ body: (Int) async throws(LootError) -> Void
        ) async throws(LootError) {
            progress(title)
            figures.append(try await figure(name, title, items, rounds ?? self.rounds, body))
        }
        try await measure(
            "add-many", "Add \(items.count, one: "item", other: "items") at once", items: items.count,
            rounds: 1
        ) {
            _ throws(LootError) in
            _ = try await store.apply(items.map { .insert($0) }, title: String(localized: "Benchmark: add"))
        }
        try await measure("first-page", "First page of 50", items: 50) { _ throws(LootError) in
            _ = try await store.page(of: .all, rows: 0..<50)
        }
        try await measure("last-page", "Last page of 50", items: 50) { _ throws(LootError) in
            _ = try await store.page(of: .all, rows: max(0, total - 50)..<total)
        }
        let sorted = Query(sort: [SortKey("valueInDollars", .descending), SortKey("name")])
        try await measure("sorted-page", "Last page, sorted by value", items: 50) { _ throws(LootError) in
            _ = try await store.page(of: sorted, rows: max(0, total - 50)..<total)
        }
        // Search for a different word in each round, so that cached results don't help.
        try await measure("search", "First page of a search") { round throws(LootError) in
            let word = String(round % items.count)
            _ = try await store.page(of: Query(search: Search("mac \(word)")), rows: 0..<50)
        }
        try await measure("filter", "First page of a filter") { round throws(LootError) in
            let filter = Filter.compare("valueInDollars", .greater, .integer(round))
            _ = try await store.page(of: Query(filter: filter), rows: 0..<50)
        }
        let sections = Query(sectioning: Bands())
        try await measure("sections", "Sections with counts and totals") { _ throws(LootError) in
            _ = try await store.outline(of: sections)
        }
        let added = (0..<rounds).map { Item(name: "Benchmark \($0)", valueInDollars: $0 % 100) }
        taken.formUnion(added.map(\.id))
        try await measure("add", "Add an item") { round throws(LootError) in
            _ = try await store.apply([.insert(added[round])], title: String(localized: "Benchmark: add"))
        }
        try await measure("edit", "Change an item") { round throws(LootError) in
            let change = Change.update(
                items[round % items.count].id, ["valueInDollars": .integer(100 + round)])
            _ = try await store.apply([change], title: String(localized: "Benchmark: edit"))
        }
        try await measure("sections-after-edit", "Sections after a change") { round throws(LootError) in
            _ = try await store.outline(of: sections)
        }
        try await measure("move", "Move the last item to the front") { round throws(LootError) in
            let change = Change.move(items[items.count - 1 - round % items.count].id, to: .position(before))
            _ = try await store.apply([change], title: String(localized: "Benchmark: move"))
        }
        try await measure(
            "remove-many", "Remove \(items.count, one: "item", other: "items") at once", items: items.count,
            rounds: 1
        ) { _ throws(LootError) in
            _ = try await store.apply(
                items.map { .remove($0.id) }, title: String(localized: "Benchmark: remove"))
        }
        return figures
    }

    private func figure(
        _ name: String, _ title: Message, _ items: Int, _ rounds: Int,
        _ body: (Int) async throws(LootError) -> Void
    ) async throws(LootError) -> Figure {
        var times: [Duration] = []
        let start = clock.now
        for round in 0..<rounds {
            let before = clock.now
            try await body(round)
            times.append(before.duration(to: clock.now))
            if start.duration(to: clock.now) > StoreBench.patience { break }
        }
        times.sort()
        return Figure(
            name: name, title: title, rounds: times.count, items: items, median: times[times.count / 2],
            slowest: times[times.count - 1])
    }

    /// Removes the benchmark's remaining items.
    private func takeAway(_ ids: Set<ItemID>) async throws(LootError) {
        var changes: [Change] = []
        for id in ids where try await store.item(id) != nil { changes.append(.remove(id)) }
        if !changes.isEmpty {
            _ = try await store.apply(changes, title: String(localized: "Benchmark: remove"))
        }
    }
}

/// The standard value bands.
private struct Bands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [25, 50, 75, 100]) }

    func title(for key: SectionKey) -> String { "" }
}
