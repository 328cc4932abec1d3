import LootCore
import PostgreSQLStore
import SQLiteStore

/// `database-benchmarks ADDRESS COUNT…`: fills a store to each count in turn, and tells what things cost there.
@main struct Main {
    static func main() async throws {
        guard CommandLine.arguments.count > 2 else {
            print("usage: database-benchmarks ADDRESS COUNT…")
            return
        }
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
}
