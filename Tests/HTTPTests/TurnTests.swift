import Synchronization
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(1))) struct TurnTests {
    /// A place where tasks wait until it is opened.
    private final class Gate: Sendable {
        private let stream = AsyncStream<Void>.makeStream()

        func pass() async { for await _ in stream.stream { return } }
        func open() { stream.continuation.yield() }
    }

    private final class Order: Sendable {
        private let entries = Mutex<[String]>([])
        var names: [String] { entries.withLock(\.self) }

        func append(_ name: String) { entries.withLock { $0.append(name) } }
    }

    private func waiting(
        _ turns: Turns, for person: String?, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await turns.waiting(for: person, body)
    }

    @Test func `a person's further requests wait in order, and other people don't`() async throws {
        let (turns, gate, begun) = (Turns(limit: 1), Gate(), Gate())
        let order = Order()
        let first = Task {
            try await waiting(turns, for: "Ben") {
                begun.open()
                await gate.pass()
                order.append("Ben 1")
            }
        }
        await begun.pass()
        var others: [Task<Void, any Error>] = []
        for number in 2...3 {
            others.append(
                Task {
                    try await waiting(turns, for: "Ben") { order.append("Ben \(number)") }
                }
            )
            while turns.waitingCount(of: "Ben") < number - 1 { await Task.yield() }
        }
        try await waiting(turns, for: "Ada") { order.append("Ada") }
        try await waiting(turns, for: nil) { order.append("owner") }
        #expect(order.names == ["Ada", "owner"])
        gate.open()
        try await first.value
        for task in others { try await task.value }
        #expect(order.names == ["Ada", "owner", "Ben 1", "Ben 2", "Ben 3"])
        #expect(turns.waitingCount(of: "Ben") == 0)
        try await waiting(turns, for: "Ben") {}
    }

    @Test func `a request that fails or is canceled leaves its turn to the next one`() async throws {
        let (turns, gate, begun) = (Turns(limit: 1), Gate(), Gate())
        let failing = Task {
            try await waiting(turns, for: "Ben") {
                begun.open()
                await gate.pass()
                throw CancellationError()
            }
        }
        await begun.pass()
        let canceled = Task { try await waiting(turns, for: "Ben") { Issue.record("It ran.") } }
        while turns.waitingCount(of: "Ben") < 1 { await Task.yield() }
        canceled.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await failing.value }
        await #expect(throws: CancellationError.self) { try await canceled.value }
        try await waiting(turns, for: "Ben") {}
    }
}
