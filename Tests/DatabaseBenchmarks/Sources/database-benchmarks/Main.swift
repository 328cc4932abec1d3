import LootCore
import PostgreSQLStorePlugin
import SQLiteStorePlugin

/// `database-benchmarks ADDRESS COUNT` fills a store up to the count, and measures all operations.
/// `database-benchmarks read ADDRESS` measures reading an existing store. `database-benchmarks pages ADDRESS
/// CONNECTIONS SECONDS` measures how many first pages it reads per second.
@main struct Main {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.count) {
        case ("pages", 4): try await pages(words.dropFirst())
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
                "usage: database-benchmarks ADDRESS COUNT | read ADDRESS | pages ADDRESS CONNECTIONS SECONDS")
        }
    }

    private static func open(_ address: String, readers: Int? = nil) async throws -> any ItemStore {
        guard address.hasPrefix("postgresql:") else { return try await SQLiteStore.open(address) }
        return try await PostgreSQLStore.open(address, readers: readers ?? 4)
    }

    private static func pages(_ words: ArraySlice<String>) async throws {
        guard let address = words.first, let seconds = words.last.flatMap({ Int($0) }),
            let count = words.dropFirst().first.flatMap({ Int($0) })
        else { return }
        let store = try await open(address, readers: count)
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
