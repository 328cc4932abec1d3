import Dispatch
import LootCore
import LootFiles
import LootFilesTesting
import Testing

/// A thread that a test can block.
private final class BlockableThread: TaskExecutor {
    private let queue = DispatchQueue(label: "LootFilesTests.blockable")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

@Suite struct `A check while another process writes` {
    /// Checks a store while another process adds an item before the nth call of a given kind. Returns the
    /// problems, or `nil` if the check makes fewer calls.
    private func problems(
        writingBefore call: SystemError.Call, _ count: Int, _ keeping: Keeping
    ) async throws -> [LootError]? {
        let model = ModelFileSystem()
        for number in 1...3 {
            let store = try await openStore(model, keeping)
            try await store.add(makeItem(number))
            try await store.close()
        }
        let files = FaultyFileSystem(model)
        let checked = try await openStore(files, keeping)
        let other = try await openStore(model, keeping)
        files.interrupt(call, after: count) {
            let isDone = DispatchSemaphore(value: 0)
            Task.detached {
                _ = try? await other.add(makeItem(4))
                _ = try? await other.compact()
                isDone.signal()
            }
            isDone.wait()
        }
        let thread = BlockableThread()
        let report = try await withTaskExecutorPreference(thread) { try await checked.check() }
        return files.isInterruptionDue ? nil : report.problems
    }

    @Test(.timeLimit(.minutes(2)), arguments: Keeping.allCases, [SystemError.Call.open, .read])
    func `a check finds no problem at any time while another process writes`(
        keeping: Keeping, call: SystemError.Call
    ) async throws {
        var count = 0
        while let problems = try await problems(writingBefore: call, count, keeping) {
            #expect(problems.isEmpty, "before call \(count): \(problems)")
            count += 1
        }
        #expect(count >= 8)
    }

    @Test func `a check still finds a byte that changed on the medium`() async throws {
        let files = ModelFileSystem()
        let store = try await openStore(files)
        try await store.add(makeItem(1))
        try await store.close()
        files.flipByte(of: storePath, at: 40)
        let checked = try await openStore(files)
        #expect(try await checked.check().problems.map(\.code) == [.damaged])
    }
}
