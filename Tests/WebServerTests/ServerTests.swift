import Platform
import Synchronization
import Testing
import WebServerTesting

@testable import WebServer

@Suite struct `A server` {
    @Test func `requests on one connection are answered in order`() async throws {
        try await withServer { router in
            router.on(.get, "/{name}") { request in Response(text: request.parameters["name"]) }
            router.on(.post, "/echo") { request in Response(text: try await request.body.text()) }
        } test: { server in
            let address = server.address
            let answers = try await blocking {
                let client = try LoopbackClient(address)
                client.send(get("/one") + post("/echo", "two"))
                client.send("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n" + get("/three", "Connection: close\r\n"))
                return client.receiveAll()
            }
            let bodies = answers.split(separator: "\r\n\r\n").map { $0.prefix { $0 != "H" } }
            #expect(bodies.suffix(4) == ["one", "two", "", "three"])
            #expect(answers.contains("Date: "))
            #expect(server.metrics.requests == 4)
            #expect(server.metrics.responses[2] == 4)
        }
    }

    @Test func `a handler runs on one thread, and returns to it after calling an actor`() async throws {
        actor Counter {
            var value = 0
            func next() { value += 1 }
        }
        let counter = Counter()
        try await withServer(ServerConfiguration(threads: 2)) { router in
            router.on(.get, "/") { _ in
                let before = Threads.current
                await counter.next()
                return Response(text: "\(before == Threads.current)")
            }
        } test: { server in
            let address = server.address
            for _ in 0..<4 {
                let answer = try await blocking {
                    let client = try LoopbackClient(address)
                    client.send(get("/", "Connection: close\r\n"))
                    return client.receiveAll()
                }
                #expect(answer.hasSuffix("true"))
            }
        }
    }

    @Test func `streams have back-pressure in both directions`() async throws {
        let largest = Mutex(0)
        try await withServer { router in
            router.on(.post, "/double", bodyLimit: 100_000_000) { request in
                Response(
                    body: .stream { writer in
                        for try await piece in request.body {
                            largest.withLock { $0 = max($0, piece.count) }
                            try await writer.write(piece)
                            try await writer.write(piece)
                        }
                    })
            }
        } test: { server in
            let address = server.address
            let size = 3_000_000
            let received = try await blocking {
                let client = try LoopbackClient(address)
                // This thread reads the response while another one sends.
                try Threads.start {
                    client.send(
                        "POST /double HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(size)\r\n\r\n"
                    )
                    for _ in 0..<size / 1_000 { client.send(String(repeating: "x", count: 1_000)) }
                }
                return client.receiveAll().utf8.count { $0 == UInt8(ascii: "x") }
            }
            #expect(received == 2 * size)
            #expect(largest.withLock { $0 } <= 65_536 * 2)
        }
    }

    @Test func `a writer waits for a client that doesn't read, and throws when it disconnects`() async throws
    {
        let written = Mutex(0)
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        var configuration = ServerConfiguration()
        configuration.limits.writeIdleTime = .milliseconds(200)
        try await withServer(configuration) { router in
            router.on(.get, "/") { _ in
                Response(
                    body: .stream { writer in
                        do {
                            while true {
                                try await writer.write([UInt8](repeating: 0, count: 10_000))
                                written.withLock { $0 += 10_000 }
                            }
                        } catch {
                            end.yield(error is ConnectionClosed)
                            throw error
                        }
                    })
            }
        } test: { server in
            let address = server.address
            let client = try await blocking {
                let client = try LoopbackClient(address, receiveBuffer: 4_096)
                client.send(get("/"))
                return client
            }
            for await isClosed in ends {
                #expect(isClosed)
                break
            }
            // The system buffers at most a few megabytes per socket.
            #expect(written.withLock { $0 } < 16_000_000)
            withExtendedLifetime(client) {}
        }
    }

    @Test func `events are sent until the client disconnects or the server stops`() async throws {
        var configuration = ServerConfiguration()
        configuration.limits.graceTime = .seconds(60)
        let text = try await withServer(configuration) { router in
            router.on(.get, "/events") { _ in
                .events { events in
                    try await events.send(data: "a\nb", event: "change", id: "7\n8")
                    try await events.comment("here")
                    try await Task.sleep(for: .seconds(60))
                }
            }
        } test: { server in
            let address = server.address
            let client = try await blocking {
                let client = try LoopbackClient(address)
                client.send(get("/events"))
                return (client, client.receive(until: ": here\n\n\r\n"))
            }
            #expect(client.1.contains("id: 78\nevent: change\ndata: a\ndata: b\n\n"))
            // Stopping doesn't wait for an endless stream, and ends it properly.
            await server.stop()
            return try await blocking { client.0.receiveAll() }
        }
        #expect(text == "0\r\n\r\n")
    }

    @Test func `an event stream's task ends when its client disconnects`() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        try await withServer { router in
            router.on(.get, "/events") { _ in
                .events { events in
                    try await events.comment()
                    do { try await Task.sleep(for: .seconds(60)) } catch { end.yield() }
                }
            }
        } test: { server in
            let address = server.address
            _ = try await blocking {
                let client = try LoopbackClient(address)
                client.send(get("/events"))
                return client.receive(until: ": \n\n\r\n")
            }
            for await _ in ends { break }
        }
    }

    @Test func `connections beyond the limit are rejected, and accepted again when there is room`()
        async throws
    {
        var configuration = ServerConfiguration()
        configuration.limits.connections = 2
        try await withServer(configuration) { router in
            router.on(.get, "/") { _ in Response(text: "x") }
        } test: { server in
            let address = server.address
            let answers = try await blocking {
                let first = try LoopbackClient(address)
                first.send(get("/"))
                _ = first.receive(until: "x")
                let second = try LoopbackClient(address)
                second.send(get("/"))
                _ = second.receive(until: "x")
                let third = try LoopbackClient(address)
                third.send(get("/"))
                let refusal = third.receiveAll()
                first.send(get("/", "Connection: close\r\n"))
                _ = first.receiveAll()
                return [refusal, second.send(get("/")) ? second.receive(until: "x") : ""]
            }
            #expect(answers[0].hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(answers[0].contains("Retry-After: 1\r\n"))
            #expect(answers[1].hasSuffix("x"))
            #expect(server.metrics.connectionsRefused == 1)
            var isFree = false
            for _ in 0..<100 where !isFree {
                isFree = try await blocking {
                    let client = try LoopbackClient(address)
                    client.send(get("/", "Connection: close\r\n"))
                    return client.receiveAll().hasPrefix("HTTP/1.1 200")
                }
            }
            #expect(isFree)
        }
    }

    @Test func `a router to which a handler passes on a request applies its own limit`() async throws {
        var routes = Router()
        routes.on(.post, "/", bodyLimit: 10) { request in Response(text: try await request.body.text()) }
        let inner = CompiledRouter(routes)
        try await withServer { router in
            router.on(.post, "/", bodyLimit: 1_000_000) { request in await inner.respond(to: request) }
        } test: { server in
            let address = server.address
            func answer(to request: String) async throws -> String {
                try await blocking {
                    let client = try LoopbackClient(address)
                    client.send(request)
                    return client.receiveAll()
                }
            }
            let close = "Connection: close\r\n"
            let short = try await answer(to: post("/", "0123456789", close))
            #expect(short.hasSuffix("0123456789"))
            let long = try await answer(to: post("/", "0123456789a", close))
            #expect(long.hasPrefix("HTTP/1.1 413 "))
            let chunked =
                "POST / HTTP/1.1\r\nHost: a\r\n\(close)Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n6\r\n"
            let pieces = try await answer(to: chunked)
            #expect(pieces.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func `a client that sends too much gets the complete response`() async throws {
        try await withServer { router in
            router.on(.post, "/", bodyLimit: 10) { request in Response(text: try await request.body.text()) }
        } test: { server in
            let address = server.address
            let known = try await blocking {
                let client = try LoopbackClient(address)
                client.send(post("/", String(repeating: "x", count: 200_000)))
                return client.receiveAll()
            }
            #expect(known.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
            let chunked = try await blocking {
                let client = try LoopbackClient(address)
                client.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n6\r\n")
                return client.receiveAll()
            }
            #expect(chunked.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
            let whole = try await blocking {
                let client = try LoopbackClient(address)
                client.send(post("/", "0123456789", "Connection: close\r\n"))
                return client.receiveAll()
            }
            #expect(whole.hasSuffix("0123456789"))
        }
    }
}
