#if os(Linux)
    import Foundation
    import Testing

    @testable import PostgreSQLStore

    @Suite(.timeLimit(.minutes(20))) struct `Waiting for bytes on many connections` {
        private let readiness: Readiness

        init() throws { readiness = try #require(Readiness.shared) }

        /// A connection with both its ends.
        private final class Connection: Sendable {
            let here: Int32
            private let there: Int32

            init() throws {
                var ends: [Int32] = [0, 0]
                try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
                (here, there) = (ends[0], ends[1])
            }

            deinit {
                Readiness.shared?.forget(here)
                close(here)
                close(there)
            }

            func send() { #expect(write(there, "!", 1) == 1) }

            func receive() {
                var byte: UInt8 = 0
                #expect(read(here, &byte, 1) == 1)
            }

            func hangUp() { shutdown(there, Int32(SHUT_RDWR)) }
        }

        /// Longer than any wait that ends.
        private let ever = Duration.seconds(600)

        @Test(.timeLimit(.minutes(10)))
        func `bytes are heard of whether they come before the wait, with it or after it`() async throws {
            let readiness = readiness
            await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        let connection = try Connection()
                        for round in 0..<500 {
                            if round % 5 == 0 { connection.send() }
                            async let hasCome = readiness.wait(for: connection.here, atMost: ever)
                            if round % 5 != 0 {
                                for _ in 0..<round % 7 { await Task.yield() }
                                connection.send()
                            }
                            #expect(await hasCome)
                            connection.receive()
                        }
                    }
                }
            }
        }

        @Test func `who has waited long enough is told that nothing has come, and may wait again`()
            async throws
        {
            let connection = try Connection()
            for _ in 0..<2 {
                #expect(await !readiness.wait(for: connection.here, atMost: .milliseconds(1)))
            }
            connection.send()
            #expect(await readiness.wait(for: connection.here, atMost: ever))
            connection.receive()
            // What a wait has heard of is no news to the next one.
            #expect(await !readiness.wait(for: connection.here, atMost: .milliseconds(1)))
        }

        @Test(.timeLimit(.minutes(10)))
        func `who waits in vain is told so in time, however much comes on other connections`() async throws {
            let (silent, busy) = (try Connection(), try (0..<4).map { _ in try Connection() })
            let readiness = readiness
            await withTaskGroup { group in
                for connection in busy {
                    group.addTask {
                        while !Task.isCancelled {
                            connection.send()
                            #expect(await readiness.wait(for: connection.here, atMost: ever))
                            connection.receive()
                        }
                    }
                }
                group.addTask {
                    #expect(await !readiness.wait(for: silent.here, atMost: .milliseconds(1)))
                }
                // Those that are busy end when the one that is not has ended.
                await group.next()
                group.cancelAll()
            }
        }

        @Test(.timeLimit(.minutes(10))) func `the other side's end is heard of as bytes are`() async throws {
            let connection = try Connection()
            async let hasCome = readiness.wait(for: connection.here, atMost: ever)
            connection.hangUp()
            #expect(await hasCome)
        }

        @Test(.timeLimit(.minutes(10)))
        func `who waits on a connection that is closed is told so, and nobody else is`() async throws {
            let (closing, other) = (try Connection(), try Connection())
            let readiness = readiness
            async let otherHasCome = readiness.wait(for: other.here, atMost: ever)
            let socket = closing.here
            let hasCome = await withTaskGroup { group in
                group.addTask { await readiness.wait(for: socket, atMost: ever) }
                // When the wait begins nobody can see, so the connection is forgotten until it has ended.
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
            other.send()
            #expect(await otherHasCome)
        }

        @Test(.timeLimit(.minutes(10)))
        func `who was cancelled still hears of the bytes, which belong to the question it asked`()
            async throws
        {
            let connection = try Connection()
            let readiness = readiness
            let waiting = Task { await readiness.wait(for: connection.here, atMost: ever) }
            waiting.cancel()
            connection.send()
            #expect(await waiting.value)
        }
    }
#endif
