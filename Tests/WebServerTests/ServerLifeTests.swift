import Dispatch
import Platform
import Synchronization
import Testing
import WebServerTesting

@testable import WebServer

@Suite struct `A server's life` {
    /// Requests the first page and returns the complete response.
    private func asked(_ address: SocketAddress) async throws -> String {
        try await blocking {
            let client = try LoopbackClient(address)
            client.send(get("/"))
            return client.receiveAll()
        }
    }

    @Test func `stopping finishes responses in progress and accepts no new connections`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        var router = Router()
        router.on(.get, "/") { _ in
            arrival.yield()
            for await _ in releases { break }
            return Response(text: "whole")
        }
        // The limits are so long that only stopping closes a connection, even if other tests keep all cores
        // busy.
        var configuration = ServerConfiguration()
        configuration.limits.headerTime = .seconds(600)
        configuration.limits.keepAliveTime = .seconds(600)
        configuration.limits.graceTime = .seconds(600)
        let server = try Server(configuration, router: router)
        let address = server.address
        // The server accepts the idle connection before the request on the later one arrives.
        let waiting = try await blocking { try LoopbackClient(address) }
        async let idle = blocking { waiting.receiveAll() }
        async let answer = asked(address)
        for await _ in arrivals { break }
        async let stopped: Void = server.stop()
        #expect(try await idle == "")
        await #expect(throws: LoopbackClient.Refused.self) {
            try await blocking { _ = try LoopbackClient(address) }
        }
        release.yield()
        #expect(try await answer.hasSuffix("Connection: close\r\n\r\nwhole"))
        await stopped
        #expect(server.metrics.connectionsOpen == 0)
    }

    @Test func `stopping cancels handlers after the grace period`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        var configuration = ServerConfiguration()
        configuration.limits.graceTime = .milliseconds(50)
        var router = Router()
        router.on(.get, "/") { _ in
            arrival.yield()
            try await Task.sleep(for: .seconds(60))
            return Response(text: "never")
        }
        let server = try Server(configuration, router: router)
        async let answer = asked(server.address)
        for await _ in arrivals { break }
        await server.stop()
        #expect(try await answer == "")
    }

    @Test func `stopping abandons a handler that ignores cancellation`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let stuck = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let outcome = Mutex<Task<Void, any Error>?>(nil)
        var configuration = ServerConfiguration()
        configuration.limits.graceTime = .milliseconds(50)
        var router = Router()
        router.on(.get, "/") { _ in
            Response(
                body: .stream { writer in
                    await withCheckedContinuation { continuation in
                        stuck.withLock { $0 = continuation }
                        arrival.yield()
                    }
                    let writing = Task { try await writer.write("too late") }
                    outcome.withLock { $0 = writing }
                    arrival.yield()
                })
        }
        let server = try Server(configuration, router: router)
        async let answer = asked(server.address)
        var arrived = arrivals.makeAsyncIterator()
        await arrived.next()
        await server.stop()
        #expect(try await answer.hasSuffix("Transfer-Encoding: chunked\r\n\r\n"))
        #expect(server.metrics.connectionsOpen == 0)
        // When the handler resumes, it notices the closed connection, and does no harm.
        stuck.withLock { $0 }?.resume()
        await arrived.next()
        let writing = try #require(outcome.withLock { $0 })
        await #expect(throws: ConnectionClosed.self) { try await writing.value }
    }

    @Test func `stopping ends even if a handler blocks its thread`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let stuck = DispatchSemaphore(value: 0)
        var configuration = ServerConfiguration()
        configuration.limits.graceTime = .milliseconds(50)
        var router = Router()
        router.on(.get, "/") { (_: Request) throws -> Response in
            arrival.yield()
            stuck.wait()
            return Response(text: "late")
        }
        let server = try Server(configuration, router: router)
        async let answer = asked(server.address)
        for await _ in arrivals { break }
        await server.stop()
        // The request is still answered if the process lives long enough.
        stuck.signal()
        #expect(try await answer.hasSuffix("late"))
    }

    @Test func `a handler off its loop is notified if the client disconnects while it starts to wait`()
        async throws
    {
        let isOver = Mutex(false)
        let (reads, read) = AsyncStream.makeStream(of: Void.self)
        let ended = Mutex(0)
        var router = Router()
        // This handler keeps the loop's queue long, so that other jobs run between two steps of a task.
        router.on(.get, "/busy") { _ in
            while !isOver.withLock({ $0 }) { await Task.yield() }
            return Response(text: "")
        }
        router.on(.post, "/") { request in
            defer { ended.withLock { $0 += 1 } }
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                read.yield()
                return Response(text: try await request.body.text())
            }
        }
        let server = try Server(router: router)
        let address = server.address
        let busy = try await blocking {
            try (0..<100).map { _ in
                let client = try LoopbackClient(address)
                client.send(get("/busy"))
                return client
            }
        }
        var reading = reads.makeAsyncIterator()
        for _ in 0..<200 {
            let client = try await blocking {
                let client = try LoopbackClient(address)
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
                client.breakOff()
                return client
            }
            await reading.next()
            // The client disconnects during the body.
            _ = consume client
        }
        isOver.withLock { $0 = true }
        try await blocking { for client in busy { _ = client.receive(until: "\r\n\r\n") } }
        // Only these handlers remain. If one of them isn't notified, the stop has to abandon it.
        while ended.withLock({ $0 }) < 200, server.metrics.connectionsOpen > busy.count {
            try await Task.sleep(for: .milliseconds(10))
        }
        await server.stop()
        #expect(ended.withLock { $0 } == 200)
    }

    @Test func `a canceled run stops the server`() async throws {
        let server = try Server(router: Router())
        let address = server.address
        let running = Task { await server.run() }
        running.cancel()
        await running.value
        await #expect(throws: LoopbackClient.Refused.self) {
            try await blocking { _ = try LoopbackClient(address) }
        }
    }

    @Test func `a signal during the registration isn't lost`() async {
        // A signal that no other test waits for.
        await ProcessSignal.first(of: [Signals.user]) { Signals.send(Signals.user) }
    }

    @Test func `an address that can't be used is an error with the reason`() async throws {
        try await withServer { _ in
        } test: { server in
            let taken = #expect(throws: ServerError.self) {
                try Server(ServerConfiguration(address: server.address), router: Router())
            }
            #expect(taken?.description.contains("Another program uses this port") == true)
        }
        let named = #expect(throws: ServerError.self) {
            try Server(
                ServerConfiguration(address: SocketAddress(host: "example", port: 0)), router: Router())
        }
        #expect(named?.description.contains("isn't an IP address") == true)
        let high = #expect(throws: ServerError.self) {
            try Server(ServerConfiguration(address: .loopback(port: 65_536)), router: Router())
        }
        #expect(high?.description.contains("0 to 65535") == true)
    }

    @Test func `a connection with a slow header is closed`() async throws {
        var configuration = ServerConfiguration()
        configuration.limits.headerTime = .milliseconds(100)
        try await withServer(configuration) { _ in
        } test: { server in
            let address = server.address
            let answer = try await blocking {
                let client = try LoopbackClient(address)
                client.send("GET / HT")
                return client.receiveAll()
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(server.metrics.protocolErrors == 1)
        }
    }

    @Test func `every response is logged`() async throws {
        let lines = Mutex<[String]>([])
        let log: @Sendable (AccessRecord) -> Void = { record in
            let error = record.error.map { " \(type(of: $0))" } ?? ""
            let line =
                "\(record.request.method.name) \(record.request.target) \(record.status.code) \(record.bodyBytes)"
            lines.withLock { $0.append(line + error) }
        }
        try await withServer(ServerConfiguration(accessLog: log)) { router in
            router.on(.get, "/") { _ in Response(text: "abc") }
            router.on(.get, "/stream") { _ in Response(body: .stream { try await $0.write("abcdef") }) }
            router.on(.get, "/fails") { _ in throw NoHead(text: "") }
            router.on(.get, "/short") { _ in Response(body: .stream(length: 9) { try await $0.write("abc") })
            }
        } test: { server in
            let address = server.address
            let answer = try await blocking {
                let client = try LoopbackClient(address)
                client.send(get("/") + get("/stream?x") + get("/fails") + get("/none") + get("/short"))
                return client.receiveAll()
            }
            #expect(answer.hasSuffix("Content-Length: 9\r\n\r\nabc"), "the response is cut off")
            #expect(server.metrics.handlerFailures == 2)
        }
        let logged = lines.withLock { $0 }
        try #require(logged.count == 5)
        #expect(logged.first == "GET / 200 3")
        #expect(logged.dropFirst().first == "GET /stream?x 200 6")
        #expect(logged[2].hasPrefix("GET /fails 500") && logged[2].hasSuffix("NoHead"))
        #expect(logged[3].hasPrefix("GET /none 404"))
        #expect(logged[4].hasPrefix("GET /short 200 3"))
    }

    @Test func `many short connections leave nothing behind`() async throws {
        try await withServer(ServerConfiguration(threads: 2)) { router in
            router.on(.get, "/") { _ in Response(text: "x") }
            router.on(.get, "/slow") { _ in
                try await Task.sleep(for: .milliseconds(20))
                return Response(text: "x")
            }
        } test: { server in
            let address = server.address
            let good = try await blocking {
                var good = 0
                for round in 0..<500 {
                    let client = try LoopbackClient(address)
                    // Some clients disconnect immediately, some during a request, and some before the response.
                    guard round % 5 != 0 else { continue }
                    client.send(
                        ["GET", get("/slow"), get("/"), get("/", "Connection: close\r\n")][round % 4])
                    if round % 4 == 3 { good += client.receiveAll().hasSuffix("x") ? 1 : 0 }
                }
                return good
            }
            #expect(good == 100)
        }
    }
}
