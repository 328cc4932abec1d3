import Foundation
import LootCore
import PostgreSQLStorePlugin

/// Measures many lists in one database that are open at the same time.
struct ManyLists {
    /// The address of a list is this text and its number.
    let address: String
    /// The address of replicas for reading, or an empty string.
    let replicas: String
    let count: Int
    let activeCount: Int
    let duration: Duration

    /// Opens and fills all lists, lets the clients of the active ones work, and prints a line for each figure: its name, a
    /// tab, and its value.
    func run() async throws {
        let start = ContinuousClock.now
        var stores: [any ItemStore] = []
        for number in 0..<count {
            let store = try await PostgreSQLStore.open("\(address)\(number)", replicas: replicas)
            _ = try await store.apply((0..<20).map { _ in .insert(Item.random()) })
            stores.append(store)
        }
        report("opening and filling a list", (ContinuousClock.now - start) / count)
        report("memory of the process, all lists open", try memory())
        let end = ContinuousClock.now + duration
        var (commits, reads): ([Duration], [Duration]) = ([], [])
        try await withThrowingTaskGroup(of: ([Duration], [Duration]).self) { group in
            for store in stores.prefix(activeCount) {
                for _ in 0..<2 { group.addTask { try await work(with: store, until: end) } }
            }
            for try await (someCommits, someReads) in group {
                commits += someCommits
                reads += someReads
            }
        }
        let seconds = duration / .seconds(1)
        for (name, durations) in [("commits", commits.sorted()), ("reads", reads.sorted())] {
            report("\(name) per second", "\(Int(Double(durations.count) / seconds))")
            report("\(name), median", durations[durations.count / 2])
            report("\(name), 99 %", durations[durations.count * 99 / 100])
        }
        report("memory of the process, at the end", try memory())
        for store in stores { try await store.close() }
    }

    /// Makes one commit for four reads, with pauses like those of people.
    private func work(
        with store: any ItemStore, until end: ContinuousClock.Instant
    ) async throws -> ([Duration], [Duration]) {
        let watcher = Task { for await _ in store.events() {} }
        defer { watcher.cancel() }
        var (commits, reads): ([Duration], [Duration]) = ([], [])
        func measure(_ durations: inout [Duration], _ body: () async throws -> Void) async throws {
            let start = ContinuousClock.now
            try await body()
            durations.append(ContinuousClock.now - start)
        }
        while ContinuousClock.now < end {
            try await measure(&commits) { try await store.add(Item.random()) }
            for _ in 0..<4 {
                try await measure(&reads) { _ = try await store.page(of: .all, rows: 0..<20) }
                try await Task.sleep(for: .milliseconds(.random(in: 0...100)))
            }
        }
        return (commits, reads)
    }

    private func report(_ name: String, _ duration: Duration) {
        report(name, "\((duration / .microseconds(10)).rounded() / 100) ms")
    }

    private func report(_ name: String, _ value: String) { print("\(name)\t\(value)") }

    /// Returns the resident memory of this process.
    private func memory() throws -> String {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return "\(kilobytes / 1024) MiB"
    }
}
