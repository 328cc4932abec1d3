import Foundation
import LootCore
import LootSQL
import LootTesting
import SQLiteStorePlugin
import Testing

/// Runs the built program in several processes on one database.
@Suite(
    .enabled(if: Program.path != nil, "loot isn't built"),
    .timeLimit(.minutes(20)))
struct `Processes that share a SQLite database` {
    private let path = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID()).sqlite")
        .path()
    private var words: [String] { ["--store", "sqlite:\(path)", "--set", "store.patience=600"] }

    @Test func `processes that are killed at random times lose no acknowledged change`() async throws {
        var random = SeededGenerator(seed: 5)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await Program.run(words + ["add", "First"]).status == 0)
        let usual = clock.now - start
        var names = ["First"]
        for number in 0..<25 {
            let name = "Item \(number)"
            let outcome = try await Program.run(
                words + ["add", name], killedAfter: usual * Double.random(in: 0.2...1.1, using: &random))
            let store = try await SQLiteStore.open(path)
            let found = try await store.items().map(\.name)
            #expect(
                found == names + [name] || found == names && outcome.status == nil, "\(number) \(outcome)"
            )
            names = found
            try await store.close()
        }
        #expect(try await Program.run(words + ["check"]).status == 0)
    }

    @Test func `concurrent processes lose no update and notice each other's changes`() async throws {
        let store = try await SQLiteStore.open(path)
        let events = store.events()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<6 {
                        let outcome = try await Program.run(words + ["add", "Item \(worker)-\(number)"])
                        #expect(outcome.status == 0, "\(outcome)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = try await store.items().map(\.name)
        #expect(names.count == 24 && Set(names).count == 24)
        var told: [String] = []
        for await event in events {
            guard case .committed(let commit) = event else { continue }
            for case .insert(let item, _) in commit.changes.map(\.change) { told.append(item.name) }
            if told.count == 24 { break }
        }
        #expect(told == names)
        try await store.close()
    }
}

/// The program `loot`.
enum Program {
    struct Outcome {
        /// The exit status, or nil if a signal ended the process.
        var status: Int32?
        var output: String
    }

    /// The path of the built program.
    static let path: String? = {
        var places = CommandLine.arguments.filter { $0.contains(".xctest") }
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            places.append(own)
        }
        return places.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "loot").path() }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Runs the program to its end, or kills it after a delay.
    static func run(_ words: [String], killedAfter delay: Duration? = nil) async throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
        if let delay {
            try await Task.sleep(for: delay)
            kill(process.processIdentifier, SIGKILL)
        }
        for await _ in end {}
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : nil, output: text)
    }
}
