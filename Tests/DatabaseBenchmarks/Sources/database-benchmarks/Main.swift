import LootCore
import PostgreSQLStorePlugin
import SQLiteStorePlugin

/// `database-benchmarks ADDRESS COUNT` fills a store up to the count, and measures all operations.
/// `database-benchmarks read ADDRESS` measures reading an existing store. `database-benchmarks pages ADDRESS
/// CONNECTIONS SECONDS` measures how many first pages it reads per second. `database-benchmarks commits ADDRESS WRITERS
/// SECONDS` measures how many commits per second the writers make, and how many the store rejects. `database-benchmarks
/// lists ADDRESS LISTS ACTIVE SECONDS [REPLICAS]` measures many lists in one database.
@main struct Main {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.count) {
        case ("pages", 4): try await pages(words.dropFirst())
        case ("commits", 4): try await commits(words.dropFirst())
        case ("lists", 5...6):
            let numbers = words[3...5].compactMap { Int($0) }
            guard numbers.count == 3 else { return }
            try await ManyLists(
                address: words[2], replicas: words.count == 6 ? words[6] : "", count: numbers[0],
                activeCount: numbers[1], duration: .seconds(numbers[2])
            ).run()
        case ("read", 2):
            let store = try await open(words[2])
            try await StoreBenchmark(store).read()
            try await store.close()
        case (let address?, 2):
            guard let count = Int(words[2]), count >= 50 else { fallthrough }
            let store = try await open(address)
            var benchmark = StoreBenchmark(store)
            try await benchmark.run(count: count)
            try await store.close()
        default:
            print(
                """
                usage: database-benchmarks ADDRESS COUNT | read ADDRESS | pages ADDRESS CONNECTIONS SECONDS \
                | commits ADDRESS WRITERS SECONDS | lists ADDRESS LISTS ACTIVE SECONDS \
                [REPLICAS]
                """)
        }
    }

    private static func open(_ address: String, connections: Int = 8) async throws -> any ItemStore {
        guard address.hasPrefix("postgresql:") else { return try await SQLiteStore.open(address) }
        return try await PostgreSQLStore.open(address, connections: connections)
    }

    private static func pages(_ words: ArraySlice<String>) async throws {
        guard let address = words.first, let seconds = words.last.flatMap({ Int($0) }),
            let count = words.dropFirst().first.flatMap({ Int($0) })
        else { return }
        let store = try await open(address, connections: count)
        func read(until end: ContinuousClock.Instant) async throws -> Int {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        var pages = 0
                        while ContinuousClock.now < end {
                            guard try await store.page(of: .all, rows: 0..<50).items.count == 50 else {
                                return 0
                            }
                            pages += 1
                        }
                        return pages
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        _ = try await read(until: .now + .seconds(1))
        print(try await read(until: .now + .seconds(seconds)) / seconds)
        try await store.close()
    }

    /// Prints a line for a table: commits per second, milliseconds until half of the commits and until 99 % of them are
    /// acknowledged, and rejected commits. Each commit inserts an item or changes one of the same writer.
    private static func commits(_ words: ArraySlice<String>) async throws {
        guard let address = words.first, let seconds = words.last.flatMap({ Int($0) }),
            let count = words.dropFirst().first.flatMap({ Int($0) })
        else { return }
        let store = try await open(address)
        let before = try await store.summary()
        let start = ContinuousClock.now
        let results = await withTaskGroup(of: [Duration?].self) { group in
            for _ in 0..<count {
                group.addTask { await write(to: store, until: start + .seconds(seconds)) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let spent = ContinuousClock.now - start
        let durations = results.compactMap(\.self).sorted()
        let after = try await store.summary()
        guard !durations.isEmpty, after.revision.rawValue - before.revision.rawValue >= durations.count else {
            print("The store lost commits.")
            return
        }
        func milliseconds(_ duration: Duration) -> Double { (duration / .microseconds(100)).rounded() / 10 }
        let rate = Double(durations.count) / (spent / .seconds(1))
        let figures = [durations.count / 2, durations.count * 99 / 100].map { milliseconds(durations[$0]) }
        print("\(Int(rate))\t\(figures[0])\t\(figures[1])\t\(results.count - durations.count)")
        try await store.close()
    }

    /// Returns the time until each commit was acknowledged, or `nil` for rejected ones.
    private static func write(
        to store: any ItemStore, until end: ContinuousClock.Instant
    ) async -> [Duration?] {
        var durations: [Duration?] = []
        var item: Item?
        while ContinuousClock.now < end {
            let start = ContinuousClock.now
            do {
                if let known = item {
                    _ = try await store.apply([.update(known.id, ["isFavorite": .flag(!known.isFavorite)])])
                    item = nil
                } else {
                    item = try await store.add(Item.random())
                }
                durations.append(ContinuousClock.now - start)
            } catch { durations.append(nil) }
        }
        return durations
    }
}
