import Testing

@testable import Platform

@Suite struct PollerTests {
    /// Two connected sockets.
    private final class Pair {
        let here: Int32
        let there: Int32

        init() throws {
            let (listener, address) = try Sockets.listen(on: Sockets.Address(host: "127.0.0.1", port: 0))
            defer { Files.close(listener) }
            there = try Sockets.connect(to: address, patience: 600)
            Poller.waitForBytes(on: listener, milliseconds: -1)
            guard case .socket(let socket, _) = Sockets.accept(on: listener) else {
                throw SystemFailure.notOpen
            }
            here = socket
        }

        func send() throws { try Files.write([1], to: there) }

        func receive() throws -> Int { try Files.read(here, atMost: 16).count }
    }

    /// Returns the tokens that are reported within a time, in order.
    private func tokens(_ poller: Poller, milliseconds: Int32 = 0, atMost limit: Int = 256) -> [UInt64] {
        var events: [Poller.Event] = []
        poller.wait(milliseconds: milliseconds, atMost: limit, into: &events)
        return events.map(\.token).sorted()
    }

    @Test(arguments: Poller.Method.allCases)
    func `a poller waits for the requested time`(method: Poller.Method) throws {
        #expect(try Poller(method).method == method)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Poller.Method.allCases)
    func `bytes are reported until they are read`(method: Poller.Method) throws {
        let (poller, pair) = (try Poller(method), try Pair())
        #expect(poller.add(pair.here, .read, token: 7))
        #expect(tokens(poller).isEmpty)
        try pair.send()
        #expect(tokens(poller, milliseconds: -1) == [7])
        #expect(tokens(poller) == [7])
        #expect(try pair.receive() == 1)
        #expect(tokens(poller).isEmpty)
        Files.close(pair.there)
        poller.close(pair.here)
        #expect(tokens(poller).isEmpty)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Poller.Method.allCases)
    func `the events to wait for can be changed and removed`(method: Poller.Method) throws {
        let (poller, pair) = (try Poller(method), try Pair())
        #expect(poller.add(pair.here, [.read, .write], token: 1))
        var events: [Poller.Event] = []
        poller.wait(milliseconds: -1, into: &events)
        #expect(events.count == 1 && events[0].isWritable && !events[0].isReadable && !events[0].isBroken)
        poller.change(pair.here, .read, token: 2)
        #expect(tokens(poller).isEmpty)
        try pair.send()
        #expect(tokens(poller, milliseconds: -1) == [2])
        poller.change(pair.here, [], token: 2)
        #expect(tokens(poller).isEmpty)
        poller.remove(pair.here)
        #expect(poller.add(pair.here, .read, token: 3))
        #expect(tokens(poller, milliseconds: -1) == [3])
        poller.close(pair.here)
        Files.close(pair.there)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Poller.Method.allCases)
    func `a reset is always reported`(method: Poller.Method) throws {
        let (poller, pair) = (try Poller(method), try Pair())
        #expect(poller.add(pair.here, [], token: 1))
        Sockets.resetWhenClosed(pair.there)
        Files.close(pair.there)
        var events: [Poller.Event] = []
        poller.wait(milliseconds: -1, into: &events)
        #expect(events.count == 1 && events.allSatisfy(\.isBroken))
        poller.close(pair.here)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Poller.Method.allCases)
    func `a one-shot registration is reported once each time`(method: Poller.Method)
        throws
    {
        let (poller, pairs) = (try Poller(method), try (0..<4).map { _ in try Pair() })
        for (index, pair) in pairs.enumerated() {
            #expect(poller.addOnce(pair.here, .read, token: UInt64(index)))
            try pair.send()
        }
        var found = tokens(poller, milliseconds: -1, atMost: 3)
        #expect(found.count <= 3)
        while found.count < 4 { found += tokens(poller, milliseconds: -1, atMost: 3) }
        #expect(found.sorted() == [0, 1, 2, 3])
        #expect(tokens(poller).isEmpty)
        #expect(poller.addOnce(pairs[2].here, .read, token: 2))
        #expect(tokens(poller, milliseconds: -1) == [2])
        for pair in pairs {
            poller.close(pair.here)
            Files.close(pair.there)
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Poller.Method.allCases)
    func `a registration by another thread affects a waiting poller`(method: Poller.Method) async throws {
        let (poller, pair) = (try Poller(method), try Pair())
        try pair.send()
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: UInt64.self)
        try Threads.start {
            begin.yield()
            var events: [Poller.Event] = []
            while events.isEmpty { poller.wait(milliseconds: -1, into: &events) }
            end.yield(events[0].token)
        }
        for await _ in begins { break }
        // The event is reported whether or not a thread is already waiting.
        #expect(poller.add(pair.here, .read, token: 9))
        for await token in ends {
            #expect(token == 9)
            break
        }
        poller.close(pair.here)
        Files.close(pair.there)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `a wake reaches the waiting poller and is reset`(isPortable: Bool) async throws {
        let waker = try Waker(isPortable: isPortable)
        for _ in 0..<20 { waker.wake() }
        waker.wait()
        #expect(!Poller.waitForBytes(on: waker.descriptor, milliseconds: 0))
        try Threads.start { waker.wake() }
        waker.wait()
        // Waking doesn't block, even a large number of times before a wait.
        for _ in 0..<100_000 { waker.wake() }
        waker.clear()
        #expect(!Poller.waitForBytes(on: waker.descriptor, milliseconds: 0))
    }

    @Test(.timeLimit(.minutes(5)), arguments: Poller.Method.allCases)
    func `a thousand connections are reported with their tokens`(method: Poller.Method) throws {
        Sockets.allowDescriptors(4_096)
        let poller = try Poller(method)
        let pairs = try (0..<1_000).map { _ in try Pair() }
        for (index, pair) in pairs.enumerated() {
            #expect(poller.add(pair.here, .read, token: UInt64(index)))
        }
        for index in stride(from: 0, to: 1_000, by: 3) { poller.remove(pairs[index].here) }
        for pair in pairs { try pair.send() }
        var seen: Set<UInt64> = []
        while seen.count < 666 {
            for token in tokens(poller, milliseconds: -1) {
                seen.insert(token)
                _ = try pairs[Int(token)].receive()
            }
        }
        #expect(seen.allSatisfy { $0 % 3 != 0 })
        for pair in pairs {
            poller.close(pair.here)
            Files.close(pair.there)
        }
    }
}
