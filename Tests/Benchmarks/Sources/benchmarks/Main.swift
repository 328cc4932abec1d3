import LootCore
import MemoryStorePlugin

/// Prints what the memory store takes for the operations that a list is made of, at growing sizes, and how much more
/// it takes for ten times the items. Arguments: the sizes, or none for 10,000, 100,000 and 1,000,000; `filters` for
/// filters alone.
@main
enum Benchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let sizes = arguments.isEmpty ? [10_000, 100_000, 1_000_000] : arguments
        var table = Table(sizes: sizes)
        // What the first store of a process needs beside its items is not counted.
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
