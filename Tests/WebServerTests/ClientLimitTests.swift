import Testing

@testable import WebServer

@Suite struct `The connections of one client` {
    private let limits: Limits = {
        var limits = Limits()
        (limits.connections, limits.connectionsPerClient, limits.sharedClients) = (10, 3, ["10.0.0.1"])
        return limits
    }()

    private func peer(_ host: String) -> SocketAddress { SocketAddress(host: host, port: 1) }

    @Test func `the connections of one client are limited, and leave room for others`() {
        let counters = ServerCounters()
        for _ in 0..<3 { #expect(counters.take(peer("10.0.0.9"), limits) == nil) }
        #expect(counters.take(peer("10.0.0.9"), limits) == .tooManyOfClient)
        #expect(counters.take(peer("10.0.0.8"), limits) == nil)
        counters.release(peer("10.0.0.9"), limits)
        #expect(counters.take(peer("10.0.0.9"), limits) == nil)
        #expect(counters.snapshot.connectionsOpen == 4)
    }

    @Test func `the addresses of one IPv6 network share the limit`() {
        let counters = ServerCounters()
        for number in 1...3 { #expect(counters.take(peer("2001:db8::\(number)"), limits) == nil) }
        #expect(counters.take(peer("2001:db8:0:0:9::1"), limits) == .tooManyOfClient)
        #expect(counters.take(peer("2001:db8:0:1::1"), limits) == nil)
        counters.release(peer("2001:db8::2"), limits)
        #expect(counters.take(peer("2001:db8::4"), limits) == nil)
    }

    @Test func `one client never gets more than the remaining connections`() {
        var limits = Limits()
        (limits.connections, limits.connectionsPerClient) = (64, 64)
        let counters = ServerCounters()
        var counts: [Int] = []
        // Each address takes all connections that it can get, and the next address still gets some.
        for client in 1...6 {
            var count = 0
            while counters.take(peer("10.0.0.\(client)"), limits) == nil { count += 1 }
            counts.append(count)
        }
        #expect(counts == [32, 16, 8, 4, 2, 1])
        #expect(counters.take(peer("10.0.0.1"), limits) == .tooManyOfClient)
        // A released connection becomes available to an address with few connections.
        counters.release(peer("10.0.0.1"), limits)
        #expect(counters.take(peer("10.0.0.1"), limits) == .tooManyOfClient)
        #expect(counters.take(peer("10.0.0.7"), limits) == nil)
    }

    @Test(arguments: ["127.0.0.1", "::1", "10.0.0.1"])
    func `an address that many clients share has no separate limit`(host: String) {
        let counters = ServerCounters()
        for _ in 0..<10 { #expect(counters.take(peer(host), limits) == nil) }
        #expect(counters.take(peer(host), limits) == .full)
        for _ in 0..<10 { counters.release(peer(host), limits) }
        #expect(counters.snapshot.connectionsOpen == 0)
    }
}
