import Foundation
import LootCore
import Synchronization
import Testing

import RemoteStorePlugin
@testable import WebClient

@Suite(.timeLimit(.minutes(5))) struct `Requests to a server` {
    private let transport: Transport

    init() throws { transport = try Transport() }

    private func request(
        _ url: String, _ method: String = "GET", body: [UInt8]? = nil, patience: Duration = .seconds(120),
        headers: [(name: String, value: String)] = []
    ) -> Request {
        Request(method: method, url: url, headers: headers, body: body, patience: patience)
    }

    @Test func `a response has a status, a type and a problem, without surrounding data`()
        async throws
    {
        let server = try RawServer { connection in
            _ = connection.request()
            connection.say("HTTP/1.1 103 Early Hints\r\nContent-Type: text/early\r\nLoot-Problem: no\r\n\r\n")
            connection.say(
                "HTTP/1.1 422 No\r\nCONTENT-TYPE:  Text/Plain; charset=utf-8\r\nloot-problem: damaged\r\n"
                    + "Transfer-Encoding: chunked\r\nTrailer: Loot-Problem\r\n\r\n")
            connection.say("3\r\nabc\r\n2\r\nde\r\n0\r\nLoot-Problem: other\r\n\r\n")
        }
        let answer = try await transport.send(request(server.url)).get()
        #expect(answer.status == 422)
        #expect(answer.type == "text/plain")
        #expect(answer.problem == "damaged")
        #expect(answer.body == Array("abcde".utf8))
        transport.close()
        server.end()
    }

    @Test(arguments: ["POST", "PUT"])
    func `a large body arrives unchanged`(method: String) async throws {
        let heard = Mutex<(head: String, body: Data)?>(nil)
        let server = try RawServer { connection in
            let request = connection.request()
            heard.withLock { $0 = request }
            connection.answer("thanks")
        }
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let sent = request(
            server.url + "/photo", method, body: body,
            headers: [("Content-Type", "image/png"), ("A", "b\r\nC: d")])
        #expect(try await transport.send(sent, alone: true).get().body == Array("thanks".utf8))
        let (head, arrived) = try #require(heard.withLock { $0 })
        #expect(head.hasPrefix("\(method) /photo HTTP/1.1\r\n"))
        #expect(head.contains("\r\nContent-Type: image/png\r\n") && !head.contains("Expect"))
        #expect(head.contains("\r\nA: bC: d"))
        #expect(Array(arrived) == body)
        transport.close()
        server.end()
    }

    @Test func `a request without a body is marked as such`() async throws {
        let heads = Mutex<[String]>([])
        let server = try RawServer { connection in
            heads.withLock { $0.append(connection.request()?.head ?? "") }
            connection.answer("")
        }
        for method in ["GET", "POST", "DELETE"] {
            #expect(try await transport.send(request(server.url, method)).get().body.isEmpty)
        }
        let said = heads.withLock { $0 }
        #expect(said.map { String($0.prefix { $0 != " " }) } == ["GET", "POST", "DELETE"])
        #expect(said[1].contains("Content-Length: 0"))
        #expect(!said.contains { $0.contains("Content-Type") })
        transport.close()
        server.end()
    }

    @Test func `stream chunks arrive as they are sent, and leaving the stream ends the request`()
        async throws
    {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer { connection in
            _ = connection.request()
            connection.say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for number in 0..<3 { connection.say("\(number)\n") }
            // There is no further request on this connection, because the client closes it.
            #expect(connection.request() == nil)
            end.yield()
        }
        var heard: [UInt8] = []
        for try await piece in transport.stream(request(server.url)) {
            switch piece {
            case .began(let status, let type):
                #expect(status == 200 && type == "text/event-stream" && heard.isEmpty)
            case .bytes(let bytes): heard += bytes
            }
            if heard.count >= 6 { break }
        }
        #expect(heard == Array("0\n1\n2\n".utf8))
        for await _ in ends { break }
        transport.close()
        server.end()
    }

    @Test func `special characters in an address are percent-encoded`() async throws {
        let heads = Mutex<[String]>([])
        let server = try RawServer { connection in
            heads.withLock { $0.append(connection.request()?.head ?? "") }
            connection.answer("no list")
        }
        let error = await #expect(throws: LootError.self) {
            try await RemoteStore.open(server.url + "/our lämps/")
        }
        #expect(error?.code == .unavailable && error?.description.contains("/our lämps") == true)
        let said = heads.withLock { $0 }
        #expect(said.count == 1 && said[0].hasPrefix("GET /our%20l%C3%A4mps/api/store HTTP/1.1\r\n"))
        server.end()
    }

    @Test func `a redirect is a response and isn't followed`() async throws {
        let server = try RawServer { connection in
            _ = connection.request()
            connection.answer("", head: "HTTP/1.1 302 Found\r\nLocation: /elsewhere")
        }
        #expect(try await transport.send(request(server.url)).get().status == 302)
        #expect(server.connections == 1)
        transport.close()
        server.end()
    }

    @Test func `a silent server times out`() async throws {
        let server = try RawServer { connection in
            _ = connection.request()
            connection.say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            #expect(connection.request() == nil)
        }
        let sent = request(server.url, patience: .milliseconds(300))
        let failure = await #expect(throws: Transport.Failure.self) {
            try await transport.send(sent).get()
        }
        #expect(failure?.reason == "The server didn't respond in time.")
        #expect(failure?.isUnsent == false)
        transport.close()
        server.end()
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
    func `a truncated response is an error, and a request isn't repeated`(answer: String)
        async throws
    {
        let server = try RawServer { connection in
            _ = connection.request()
            connection.say(answer)
        }
        let sent = request(server.url, "POST", body: [1])
        let failure = await #expect(throws: Transport.Failure.self) {
            try await transport.send(sent, alone: true).get()
        }
        #expect(failure?.reason == "The connection was lost.")
        #expect(failure?.isUnsent == false)
        #expect(server.connections == 1)
        transport.close()
        server.end()
    }

    @Test func `requests that weren't sent are distinguished`() async throws {
        let server = try RawServer { _ in }
        server.end()
        for (url, reason) in [
            (server.url, "Nothing responds at this address."),
            ("http://no-such-machine.invalid", "There is no machine with this name."),
        ] {
            let failure = await #expect(throws: Transport.Failure.self) {
                try await transport.send(request(url)).get()
            }
            #expect(failure?.reason.text == reason)
            #expect(failure?.isUnsent == true)
            #expect(failure?.underlying.isEmpty == false)
        }
        transport.close()
    }

    @Test func `very many concurrent requests are answered`() async throws {
        let server = try RawServer { connection in
            let head = connection.request()?.head ?? ""
            connection.answer(String(head.split(separator: " ")[1]))
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    let sent = request("\(server.url)/\(number)")
                    let answer = try await transport.send(sent, alone: number % 2 == 0).get()
                    #expect(answer.body == Array("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
        transport.close()
        server.end()
    }

    @Test func `closing cancels running requests and rejects new ones`() async throws {
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let server = try RawServer { connection in
            _ = connection.request()
            begin.yield()
            #expect(connection.request() == nil)
        }
        let sent = request(server.url)
        let asking = Task { await transport.send(sent) }
        for await _ in begins { break }
        transport.close()
        await #expect(throws: Transport.Failure.self) { try await asking.value.get() }
        let failure = await #expect(throws: Transport.Failure.self) {
            try await transport.send(request(server.url)).get()
        }
        #expect(failure?.reason == "The connection was closed.")
        #expect(server.connections == 1)
        server.end()
    }
}
