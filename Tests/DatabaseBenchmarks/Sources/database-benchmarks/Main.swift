import LootCore
import PostgreSQLStore
import SQLiteStore

/// `database-benchmarks ADDRESS COUNT…`: fills a store to each count in turn, and tells what things cost there.
/// `database-benchmarks pages ADDRESS CONNECTIONS SECONDS`: how many first pages a second it reads.
@main struct Main {
    static func main() async throws {
        guard CommandLine.arguments.count > 2 else {
            print("usage: database-benchmarks ADDRESS COUNT…")
            return
        }
        if CommandLine.arguments[1] == "pages" { return try await pages(CommandLine.arguments.dropFirst(2)) }
        let address = CommandLine.arguments[1]
        let counts = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
        let store: any ItemStore =
            address.hasPrefix("postgresql:")
            ? try await PostgreSQLStore.open(address) : try await SQLiteStore.open(address)
        var benchmark = StoreBenchmark(store)
        for count in counts { try await benchmark.run(count: count) }
        print(benchmark.table)
        try await store.close()
    }

    private static func pages(_ words: ArraySlice<String>) async throws {
        guard let address = words.first, let seconds = words.last.flatMap({ Int($0) }),
            let count = words.dropFirst().first.flatMap({ Int($0) })
        else { return }
        var options = PostgreSQLOptions()
        options.readers = count
        let store: any ItemStore =
            address.hasPrefix("postgresql:")
            ? try await PostgreSQLStore.open(address, options: options) : try await SQLiteStore.open(address)
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
}
