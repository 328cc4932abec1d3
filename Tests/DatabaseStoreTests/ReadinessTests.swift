import Platform
import Testing

@testable import PostgreSQLStorePlugin

@Suite(.timeLimit(.minutes(20))) struct `Waiting for bytes on many connections` {
    /// One instance of each kind for the whole process, because their threads never end.
    private static let (byEpoll, byPoll) = (Readiness(.epoll), Readiness(.poll))

    private static func readiness(_ method: Poller.Method) throws -> Readiness {
        try #require(method == .epoll ? byEpoll : byPoll)
    }

    /// A connection with both of its ends.
    private final class Connection: Sendable {
        let here: Int32
        private let there: Int32
        private let readiness: Readiness

        init(_ readiness: Readiness) throws {
            self.readiness = readiness
            let (listener, address) = try Sockets.listen(on: Sockets.Address(host: "127.0.0.1", port: 0))
            defer { Files.close(listener) }
            there = try Sockets.connect(to: address, patience: 600)
            Poller.waitForBytes(on: listener, milliseconds: -1)
            guard case .socket(let socket, _) = Sockets.accept(on: listener) else {
                throw SystemFailure.notOpen
            }
            here = socket
        }

        deinit {
            readiness.forget(here)
            Files.close(here)
            Files.close(there)
        }

        func send() throws { try Files.write([0x21], to: there) }

        func receive() throws { #expect(try Files.read(here, atMost: 1) == [0x21]) }

        func hangUp() { Sockets.endWriting(there) }
    }

    /// Longer than any wait in these tests.
    private let ever = Duration.seconds(600)

    @Test(.timeLimit(.minutes(10)), arguments: Poller.Method.allCases)
    func `bytes are noticed before, during and after the wait`(method: Poller.Method)
        async throws
    {
        let readiness = try Self.readiness(method)
        await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let connection = try Connection(readiness)
                    for round in 0..<500 {
                        if round % 5 == 0 { try connection.send() }
                        async let hasCome = readiness.wait(for: connection.here, atMost: ever)
                        if round % 5 != 0 {
                            for _ in 0..<round % 7 { await Task.yield() }
                            try connection.send()
                        }
                        #expect(await hasCome)
                        try connection.receive()
                    }
                }
            }
        }
    }

    @Test(arguments: Poller.Method.allCases)
    func `a wait that times out reports that, and can be repeated`(method: Poller.Method)
        async throws
    {
        let readiness = try Self.readiness(method)
        let connection = try Connection(readiness)
        for _ in 0..<2 {
            #expect(await !readiness.wait(for: connection.here, atMost: .milliseconds(1)))
        }
        try connection.send()
        #expect(await readiness.wait(for: connection.here, atMost: ever))
        try connection.receive()
        // Bytes that one wait reported aren't reported again.
        #expect(await !readiness.wait(for: connection.here, atMost: .milliseconds(1)))
    }

    @Test(.timeLimit(.minutes(10)), arguments: Poller.Method.allCases)
    func `a wait times out even if other connections are busy`(
        method: Poller.Method
    ) async throws {
        let readiness = try Self.readiness(method)
        let (silent, busy) = (try Connection(readiness), try (0..<4).map { _ in try Connection(readiness) })
        try await withThrowingTaskGroup { group in
            for connection in busy {
                group.addTask {
                    while !Task.isCancelled {
                        try connection.send()
                        #expect(await readiness.wait(for: connection.here, atMost: ever))
                        try connection.receive()
                    }
                }
            }
            group.addTask {
                #expect(await !readiness.wait(for: silent.here, atMost: .milliseconds(1)))
            }
            // The busy tasks end when the other one has ended.
            try await group.next()
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Poller.Method.allCases)
    func `the end of the connection is noticed like bytes`(method: Poller.Method) async throws {
        let readiness = try Self.readiness(method)
        let connection = try Connection(readiness)
        async let hasCome = readiness.wait(for: connection.here, atMost: ever)
        connection.hangUp()
        #expect(await hasCome)
    }

    @Test(.timeLimit(.minutes(10)), arguments: Poller.Method.allCases)
    func `closing a connection wakes only tasks that wait for it`(method: Poller.Method)
        async throws
    {
        let readiness = try Self.readiness(method)
        let (closing, other) = (try Connection(readiness), try Connection(readiness))
        async let otherHasCome = readiness.wait(for: other.here, atMost: ever)
        let socket = closing.here
        let hasCome = await withTaskGroup { group in
            group.addTask { await readiness.wait(for: socket, atMost: ever) }
            // The start of the wait isn't observable, so the connection is closed repeatedly until the wait ends.
            group.addTask {
                while !Task.isCancelled {
                    readiness.forget(socket)
                    await Task.yield()
                }
                return true
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        #expect(hasCome == false)
        try other.send()
        #expect(await otherHasCome)
    }

    @Test(.timeLimit(.minutes(10)), arguments: Poller.Method.allCases)
    func `a canceled task still receives its bytes`(
        method: Poller.Method
    )
        async throws
    {
        let readiness = try Self.readiness(method)
        let connection = try Connection(readiness)
        let waiting = Task { await readiness.wait(for: connection.here, atMost: ever) }
        waiting.cancel()
        try connection.send()
        #expect(await waiting.value)
    }
}
