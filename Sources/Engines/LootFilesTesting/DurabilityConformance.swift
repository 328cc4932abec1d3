public import LootCore
public import LootFiles
public import LootLaws

/// Checks that a store in files survives power failures, failing system calls and a full disk.
///
/// ```swift
/// let conformance = DurabilityConformance("log") { files in try LogStore(at: "items.log", on: files) }
/// for law in DurabilityConformance.cases { print(law.name, await conformance.result(of: law)) }
/// ```
///
/// The store must make all its system calls through the given ``/LootFiles/FileSystem``, and use only paths in the
/// working folder. `LootTesting` checks all laws in a test.
public struct DurabilityConformance: PluginConformance {
    private let name: String
    private let seed: UInt64
    private let powerFailures: Int
    private let open: @Sendable (any FileSystem) async throws -> any ItemStore

    /// Creates the laws for the store that `open` returns. `open` always opens the same path. `seed` and
    /// `powerFailures` determine the random power failures.
    public init(
        _ name: String, seed: UInt64 = 3, powerFailures: Int = 300,
        open: @escaping @Sendable (any FileSystem) async throws -> any ItemStore
    ) {
        (self.name, self.seed, self.powerFailures, self.open) = (name, seed, powerFailures, open)
    }

    /// The name of the store in reports.
    public var subject: String { "The store “\(name)”" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<DurabilityConformance>] = [
        PluginLaw("acknowledged commits survive a power failure, and others are complete or missing") {
            try await $0.checkPowerFailures()
        },
        PluginLaw("an event is sent only after its commit is durable") { try await $0.checkEvents() },
        PluginLaw("a commit is complete or missing if a system call fails once") {
            try await $0.checkFailingCalls(isLasting: false)
        },
        PluginLaw("a commit is complete or missing if all system calls fail from some point on") {
            try await $0.checkFailingCalls(isLasting: true)
        },
        PluginLaw("a commit that doesn't fit on the disk is missing, and the next one works") {
            try await $0.checkFullDisk()
        },
    ]

    // MARK: Laws

    private func checkPowerFailures() async throws {
        var random = SeededGenerator(seed: seed)
        let steps = try await steps()
        for cut in 0...steps {
            for round in 0...max(1, powerFailures / max(1, steps)) {
                let files = ModelFileSystem(cutAfter: cut)
                let run = await run(on: files)
                var worst = WorstCase()
                let after = round == 0 ? files.restarted(using: &worst) : files.restarted(using: &random)
                let place = "after a power failure at step \(cut) of \(steps), with seed \(seed),"
                let items = try await requireState(of: after, after: run.acknowledged, place)
                let store = try await opened(after, place)
                try await store.add(Script.extra)
                try require(
                    try await opened(after.withoutProcesses(), place).items() == items + [Script.extra],
                    "\(place) the store doesn't keep a new item")
            }
        }
    }

    private func checkEvents() async throws {
        let steps = try await steps()
        for cut in 0...steps {
            let files = ModelFileSystem(cutAfter: cut)
            let run = await run(on: files)
            var worst = WorstCase()
            let items = try await opened(files.restarted(using: &worst), "after a power failure").items()
            let durable = Script.states.lastIndex(of: items) ?? 0
            try require(
                run.events <= durable,
                "at step \(cut) of \(steps), \(run.events) commits were sent and \(durable) were durable")
        }
    }

    private func checkFailingCalls(isLasting: Bool) async throws {
        for code in [SystemError.Code.inputOutput, .noSpace] {
            var step = 0
            while true {
                let model = ModelFileSystem()
                let files = FaultyFileSystem(model, .init(after: step, isLasting: isLasting, code: code))
                let run = await run(on: files)
                if files.hits == 0 { break }
                let place = "if call \(step) fails (\(code)),"
                let items = try await requireState(
                    of: model.withoutProcesses(), after: run.acknowledged, place)
                if let shown = run.shown {
                    try require(
                        shown == Script.states[run.acknowledged] || shown == items,
                        "\(place) the open store shows a change that isn't on the medium")
                }
                try require(
                    run.events <= (Script.states.lastIndex(of: items) ?? 0),
                    "\(place) an event is sent for a commit that failed")
                step += 1
            }
        }
    }

    private func checkFullDisk() async throws {
        var budget = 0
        while true {
            let files = ModelFileSystem()
            let first = try await opened(files, "at the start")
            try await first.add(Script.extra)
            try await first.close()
            let store = try await opened(files, "again")
            files.limit(capacity: files.used + budget)
            let place = "with \(budget) bytes of free space,"
            var code: LootError.Code?
            do { try await store.add(Script.huge) } catch { code = error.code }
            guard let code else { return try require(budget > 0, "a commit needs no space") }
            try require(code == .noSpace, "\(place) a commit fails with “\(code.rawValue)”")
            try require(try await store.items() == [Script.extra], "\(place) the open store has changed")
            try require(
                try await opened(files.withoutProcesses(), place).items() == [Script.extra],
                "\(place) the medium has changed")
            files.limit()
            try await store.add(Script.huge)
            try require(
                try await opened(files.withoutProcesses(), place).items() == [Script.extra, Script.huge],
                "\(place) the next commit isn't kept")
            budget += 611
        }
    }

    // MARK: Running the script

    /// The outcome of the script.
    private struct Run {
        /// The number of acknowledged transactions.
        var acknowledged = 0
        /// The number of commits that a watcher received.
        var events = 0
        /// The items that the open store showed after the first error, if it could be read.
        var shown: [Item]?
    }

    /// Applies the transactions until one fails, and closes the store.
    private func run(on files: any FileSystem) async -> Run {
        var run = Run()
        guard let store = try? await open(files) else { return run }
        let watcher = store.events()
        do throws(LootError) {
            for transaction in Script.transactions {
                _ = try await store.apply(transaction)
                run.acknowledged += 1
            }
            if let store = store.provider(of: (any MaintainableStore).self) { try await store.compact() }
        } catch { run.shown = try? await store.items() }
        try? await store.close()
        for event in await watcher.events(atMost: .max, within: .seconds(2)).events {
            if case .committed = event { run.events += 1 }
        }
        return run
    }

    /// Returns the number of modifying system calls of the script.
    private func steps() async throws -> Int {
        let files = ModelFileSystem()
        let run = await run(on: files)
        try require(
            run.acknowledged == Script.transactions.count,
            "of \(Script.transactions.count) transactions \(run.acknowledged) are applied without any fault")
        try require(files.steps > 0, "the store doesn't use the given file system")
        return files.steps
    }

    private func opened(_ files: any FileSystem, _ place: String) async throws -> any ItemStore {
        do { return try await open(files) } catch {
            throw BrokenLaw("\(place) the store can't be opened: \(error)")
        }
    }

    /// Opens the store. Throws unless it has the acknowledged commits, or one more.
    private func requireState(
        of files: any FileSystem, after acknowledged: Int, _ place: String
    ) async throws -> [Item] {
        let store = try await opened(files, place)
        let items = try await store.items()
        try require(
            Script.states[acknowledged...].prefix(2).contains(items),
            "\(place) the store doesn't have the state after \(acknowledged) acknowledged commits")
        if let problem = store.problem { throw BrokenLaw("\(place) the store reports: \(problem)") }
        try await store.close()
        return items
    }
}

/// A generator for the worst power failure: only synced data survives.
private struct WorstCase: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
}
