import Synchronization
import Testing
import WebServerTesting

@testable import WebServer

@Suite(.timeLimit(.minutes(10))) struct `A broadcast` {
    private func route(
        _ router: inout Router, _ broadcast: Broadcast, _ first: @escaping @Sendable () -> [UInt8]
    ) {
        router.on(.get, "/") { _ in
            var response = Response(body: .stream { try await $0.follow(broadcast, from: first) })
            response.isEndless = true
            return response
        }
    }

    /// Returns the content of the chunks in a response.
    private func content(_ answer: String) -> String {
        let lines = answer.split(separator: "\r\n", omittingEmptySubsequences: false).drop { !$0.isEmpty }
            .dropFirst()
        var content = ""
        for (index, line) in lines.enumerated() where index % 2 == 1 { content += line }
        return content
    }

    @Test func `a broadcast reaches every client on every thread, in order, after it joins`() async throws {
        let broadcast = Broadcast()
        let sent = Mutex(0)
        try await withServer(ServerConfiguration(threads: 2)) { router in
            route(&router, broadcast) { Array("<\(sent.withLock { $0 })>".utf8) }
        } test: { server in
            let address = server.address
            let listening = (0..<40).map { _ in
                Task {
                    try await blocking {
                        let client = try LoopbackClient(address)
                        client.send(get("/", "Connection: close\r\n"))
                        return client.receiveAll()
                    }
                }
            }
            // Some clients join while messages are sent.
            while broadcast.count < 40 {
                broadcast.send {
                    Array("\(sent.withLock { sent in sent += 1; return sent }),".utf8)
                }
                await Task.yield()
            }
            for _ in 0..<100 {
                broadcast.send {
                    Array("\(sent.withLock { sent in sent += 1; return sent }),".utf8)
                }
            }
            broadcast.finish()
            let last = sent.withLock { $0 }
            for listener in listening {
                let heard = try content(await listener.value)
                let start = try #require(Int(heard.dropFirst().prefix { $0 != ">" }))
                #expect(heard == "<\(start)>" + (start..<last).map { "\($0 + 1)," }.joined())
            }
            #expect(broadcast.count == 0)
        }
    }

    @Test func `a broadcast disconnects a client that doesn't read`() async throws {
        let broadcast = Broadcast()
        try await withServer { router in
            route(&router, broadcast) { [] }
        } test: { server in
            let address = server.address
            let heard = try await blocking {
                let client = try LoopbackClient(address, receiveBuffer: 4_096)
                client.send(get("/", "Connection: close\r\n"))
                while broadcast.count == 0 {}
                let message = [UInt8](repeating: 0x61, count: 65_536)
                // While the client is connected, more messages are sent, so the loop ends only if it is disconnected.
                while broadcast.count > 0 { broadcast.send { message } }
                return client.receiveAll()
            }
            #expect(!heard.hasSuffix("0\r\n\r\n"), "the response is incomplete")
        }
    }

    @Test func `one client can join several broadcasts until one of them ends`() async throws {
        let (first, second) = (Broadcast(), Broadcast())
        try await withServer { router in
            router.on(.get, "/") { _ in
                var response = Response(
                    body: .stream { try await $0.follow([first, second]) { Array("<\($0)>".utf8) } })
                response.isEndless = true
                return response
            }
        } test: { server in
            let address = server.address
            let client = try LoopbackClient(address)
            client.send(get("/", "Connection: close\r\n"))
            let beginning = try await blocking { client.receive(until: "<1>\r\n") }
            first.send { Array("a".utf8) }
            second.send { Array("b".utf8) }
            first.send { Array("c".utf8) }
            second.finish()
            #expect(content(try await blocking { beginning + client.receiveAll() }) == "<0><1>abc")
            #expect(first.count == 0)
        }
    }

    @Test func `a broadcast ends with its server, and immediately when it is finished`() async throws {
        let broadcast = Broadcast()
        var router = Router()
        route(&router, broadcast) { Array("first".utf8) }
        let server = try Server(router: router)
        let address = server.address
        let client = try LoopbackClient(address)
        client.send(get("/", "Connection: close\r\n"))
        let beginning = try await blocking { client.receive(until: "first\r\n") }
        await server.stop()
        #expect(content(try await blocking { beginning + client.receiveAll() }).hasPrefix("first"))
        #expect(broadcast.count == 0)
        broadcast.finish()
        try await withServer {
            route(&$0, broadcast) { Array("first".utf8) }
        } test: { server in
            let address = server.address
            let answer = try await blocking {
                let client = try LoopbackClient(address)
                client.send(get("/", "Connection: close\r\n"))
                return client.receiveAll()
            }
            #expect(answer.hasSuffix("\r\n\r\n0\r\n\r\n"))
        }
    }
}
