import LootCore
import MemoryStorePlugin

/// Prints the times of the memory store for list operations at growing sizes, and their growth for ten times the
/// items. Arguments are the sizes (by default 10,000, 100,000 and 1,000,000), or `filters` for filters only.
@main
enum Benchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let sizes = arguments.isEmpty ? [10_000, 100_000, 1_000_000] : arguments
        var table = Table(sizes: sizes)
        // The memory that the first store of a process needs in addition to its items isn't measured.
        try await StoreBenchmark.run(count: 1000) { _, _ in }
        for (column, size) in sizes.enumerated() {
            if !CommandLine.arguments.contains("filters") {
                try await StoreBenchmark.run(count: size) { table.set($0, $1, column: column) }
            }
            try await StoreBenchmark.filters(count: size) { table.set($0, $1, column: column) }
        }
        print(table.text)
    }
}
