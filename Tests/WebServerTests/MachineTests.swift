import Testing

@testable import WebServer

@Suite struct `A connection` {
    @Test func `requests are answered in order, however they are split`() {
        let input = Array((get("/1") + post("/2", "body") + get("/3", "Connection: close\r\n")).utf8)
        let expected = """
            HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n/1HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n/2\
            HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n/3
            """
        for split in input.indices {
            let connection = FakeConnection()
            connection.receive(input[..<split])
            connection.receive(input[split...])
            #expect(connection.sent == expected, "split at \(split)")
            #expect(connection.phase == .lingering)
        }
    }

    @Test func `a malformed request is answered after the valid ones before it, and closes the connection`() {
        let connection = FakeConnection()
        connection.receive(get("/1") + "nonsense\r\n\r\n" + get("/2"))
        #expect(connection.requests == ["/1"])
        #expect(connection.statuses == [200, 400])
        #expect(connection.sent.contains("Connection: close\r\n"))
        #expect(connection.sent.contains("application/problem+json"))
        #expect(!connection.isOpen)
    }

    @Test func `every invalid input gets one response and closes the connection`() {
        for row in Strictness.table {
            guard case .failure(let status) = row.expected.last else { continue }
            // A handler that waits for the body: it reads all of it and returns the result of reading.
            let connection = FakeConnection { head in
                head.framing == .none ? FakeConnection.echoTarget(head) : nil
            }
            connection.receive(row.input)
            if case .failed(let error) = connection.drainBody() {
                _ = connection.machine.respond(.problem(error), connection.moment)
                connection.advance()
            }
            #expect(connection.statuses == [status], "\(row.testDescription)")
            #expect(!connection.isOpen, "\(row.testDescription)")
        }
    }

    @Test func `HEAD gets only the header`() {
        let connection = FakeConnection()
        connection.receive("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n" + get("/1"))
        #expect(connection.sent.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nHTTP/1.1 200 OK"))
    }

    @Test(arguments: [204, 304]) func `a status without a body has none`(_ status: Int) {
        let connection = FakeConnection { _ in Response(Status(status), text: "x") }
        connection.receive(get("/"))
        #expect(!connection.sent.contains("Content-Length"))
        #expect(connection.sent.hasSuffix("\r\n\r\n"))
    }

    @Test func `a connection of HTTP 1.0 is closed unless it requests keep-alive`() {
        let connection = FakeConnection()
        connection.receive("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(connection.sent.contains("Connection: keep-alive\r\n"))
        #expect(connection.isOpen)
        connection.receive("GET /2 HTTP/1.0\r\n\r\n")
        #expect(!connection.isOpen)
    }

    @Test func `a handler can't set headers that frame a message`() {
        let connection = FakeConnection { _ in
            Response(
                headers: [
                    "Content-Length": "9", "transfer-encoding": "x", "Connection": "x", "Date": "x",
                    "A": "b\r\nC: d",
                ])
        }
        connection.receive(get("/"))
        #expect(connection.sent == "HTTP/1.1 200 OK\r\nA: b  C: d\r\nContent-Length: 0\r\n\r\n")
    }

    // MARK: - Bodies

    @Test func `a client that expects 100 gets it when the body is read`() {
        let connection = FakeConnection { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(connection.sent.isEmpty)
        guard case .pending = connection.machine.readBody(now: connection.moment.now) else {
            Issue.record("the body is available too early")
            return
        }
        connection.advance()
        #expect(connection.sent == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.receive("ab")
        guard case .bytes(let bytes) = connection.machine.readBody(now: connection.moment.now) else {
            Issue.record("the body isn't available")
            return
        }
        #expect(bytes == Array("ab".utf8))
    }

    @Test func `a client that expects 100 but gets a final response is disconnected`() {
        let connection = FakeConnection()
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(connection.statuses == [200])
        #expect(!connection.isOpen)
    }

    @Test func `a short unread body is discarded, and a long one closes the connection`() {
        let connection = FakeConnection()
        connection.receive("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
        #expect(connection.phase == .draining)
        connection.receive("cd" + get("/2"))
        #expect(connection.requests == ["/1", "/2"])
        connection.receive("POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        #expect(!connection.isOpen)
        #expect(connection.statuses == [200, 200, 200])
    }

    @Test func `a client waits while no handler reads its body`() {
        var limits = Limits()
        limits.bufferedBytes = 10
        let connection = FakeConnection(limits: limits) { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        #expect(connection.wantsInput)
        connection.receive("0123456789ab")
        #expect(!connection.wantsInput)
        _ = connection.machine.readBody(now: connection.moment.now)
        #expect(connection.wantsInput)
    }

    @Test func `a truncated body throws to its reader`() {
        let connection = FakeConnection { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nab")
        connection.end()
        guard case .failed(.disconnected) = connection.drainBody() else {
            Issue.record("the truncated body was accepted")
            return
        }
    }

    @Test func `a stream is sent in chunks, up to its length, or until the end`() {
        func streamed(_ length: Int?, _ request: String) -> FakeConnection {
            let connection = FakeConnection { _ in Response(body: .stream(length: length) { _ in }) }
            connection.receive(request)
            let wrote = connection.write("abc")
            let wroteNothing = connection.write("")
            let ended = connection.endStream()
            #expect(wrote && wroteNothing && ended)
            return connection
        }
        #expect(streamed(nil, get("/")).sent.hasSuffix("chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"))
        #expect(streamed(3, get("/")).sent.hasSuffix("Content-Length: 3\r\n\r\nabc"))
        let old = streamed(nil, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(old.sent.hasSuffix("Connection: close\r\n\r\nabc"))
        #expect(!old.isOpen)
    }

    @Test func `a stream must have its declared length`() {
        let connection = FakeConnection { _ in Response(body: .stream(length: 2) { _ in }) }
        connection.receive(get("/"))
        let wroteTooMuch = connection.write("abc")
        let wrote = connection.write("a")
        let ended = connection.endStream()
        #expect(!wroteTooMuch && wrote && !ended)
    }

    @Test func `pipelined requests wait while the client doesn't read`() {
        let connection = FakeConnection { _ in Response(body: .bytes([UInt8](repeating: 97, count: 40_000))) }
        let bytes = Array(String(repeating: get("/"), count: 10).utf8)
        bytes.withUnsafeBytes { connection.machine.receive($0, now: connection.moment.now) }
        connection.advance(reads: false)
        #expect(connection.requests.count == 2)
        connection.advance()
        #expect(connection.requests.count == 10)
    }

    // MARK: - Time

    @Test func `a slow header gets 408`() {
        let connection = FakeConnection()
        connection.wait(.seconds(9))
        connection.receive("GET / HT")
        connection.wait(.milliseconds(999))
        #expect(connection.isOpen)
        connection.wait(.milliseconds(1))
        #expect(connection.statuses == [408])
        #expect(!connection.isOpen)
    }

    @Test func `the time limit of a header doesn't restart with each byte`() {
        let connection = FakeConnection()
        connection.receive(get("/"))
        connection.wait(.seconds(30))
        for _ in 0..<9 {
            connection.receive("G")
            connection.wait(.seconds(1))
        }
        #expect(connection.isOpen)
        connection.wait(.seconds(1))
        #expect(connection.statuses == [200, 408])
    }

    @Test func `an idle connection is closed without a response`() {
        let silent = FakeConnection()
        silent.wait(.seconds(10))
        #expect(silent.phase == .closed)
        #expect(silent.sent.isEmpty)
        let used = FakeConnection()
        used.receive(get("/"))
        used.wait(.seconds(59))
        #expect(used.isOpen)
        used.wait(.seconds(1))
        #expect(used.phase == .closed)
    }

    @Test func `a body that pauses for too long throws to its reader`() {
        let connection = FakeConnection { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        connection.wait(.seconds(100))
        #expect(connection.isOpen, "no handler waits for the body")
        _ = connection.machine.readBody(now: connection.moment.now)
        connection.wait(.seconds(29))
        connection.receive("a")
        _ = connection.drainBody()
        connection.wait(.seconds(10))
        guard case .failed(let error) = connection.machine.readBody(now: connection.moment.now) else {
            Issue.record("the body paused")
            return
        }
        #expect(error.status == .requestTimeout)
    }

    @Test func `a slow body throws to its reader, even if it never pauses`() {
        let connection = FakeConnection { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        var seconds = 0
        while seconds < 1_000 {
            if case .failed(let error) = connection.drainBody() {
                #expect(error.status == .requestTimeout)
                break
            }
            connection.wait(.seconds(1))
            connection.receive("a")
            seconds += 1
        }
        #expect((10...11).contains(seconds))
    }

    @Test func `a slow header closes the connection after ten seconds`() {
        let connection = FakeConnection()
        connection.receive("GET / HTTP/1.1\r\nHost: a\r\nX: ")
        for _ in 0..<9 {
            connection.wait(.seconds(1))
            connection.receive("a")
        }
        #expect(connection.isOpen && connection.statuses.isEmpty)
        connection.wait(.seconds(1))
        #expect(connection.statuses == [408] && !connection.isOpen)
    }

    @Test func `a client that reads too slowly is disconnected, and a fast one isn't`() {
        for (bytesPerSecond, isServed) in [(200, false), (1_500, false), (2_100, true)] {
            let connection = FakeConnection { _ in
                Response(body: .bytes([UInt8](repeating: 0, count: 100_000)))
            }
            let bytes = Array(get("/").utf8)
            bytes.withUnsafeBytes { connection.machine.receive($0, now: connection.moment.now) }
            connection.advance(reads: false)
            var (seconds, isClosed) = (0, false)
            while !connection.machine.output.isEmpty, !isClosed, seconds < 1_000 {
                connection.moment.now += .seconds(1)
                _ = connection.machine.expire(connection.moment)
                isClosed = connection.phase == .closed
                if !isClosed {
                    let left = connection.machine.output.count
                    connection.machine.sent(min(left, bytesPerSecond), now: connection.moment.now)
                }
                seconds += 1
            }
            #expect(isClosed == !isServed, "\(bytesPerSecond)")
            if bytesPerSecond == 200 { #expect((10...12).contains(seconds)) }
        }
    }

    @Test func `a client of a stream with little data isn't slow`() {
        let connection = FakeConnection { _ in Response(body: .stream { _ in }) }
        let bytes = Array(get("/").utf8)
        bytes.withUnsafeBytes { connection.machine.receive($0, now: connection.moment.now) }
        connection.advance()
        for _ in 0..<100 {
            connection.wait(.seconds(15))
            _ = connection.machine.writeStream([UInt8](repeating: 0, count: 100), now: connection.moment.now)
            connection.advance()
            connection.wait(.milliseconds(1))
        }
        #expect(connection.isOpen)
    }

    @Test func `a slow network and a handler that doesn't read don't count as slow clients`() {
        let connection = FakeConnection { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        for _ in 0..<300 {
            guard case .pending = connection.drainBody() else {
                Issue.record("the body failed, although it arrived in time")
                return
            }
            connection.wait(.seconds(1))
            connection.receive(String(repeating: "a", count: 2_500))
        }
        let idle = FakeConnection { _ in nil }
        idle.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
        idle.wait(.seconds(3_000))
        _ = idle.drainBody()
        idle.wait(.seconds(9))
        idle.receive("ab")
        guard case .end = idle.drainBody() else {
            Issue.record("the body failed, although nothing read it before")
            return
        }
    }

    @Test func `slow input doesn't keep a closing connection open`() {
        let connection = FakeConnection()
        connection.receive(get("/", "Connection: close\r\n"))
        for _ in 0..<9 {
            connection.wait(.seconds(1))
            connection.receive("a")
        }
        #expect(connection.phase == .lingering)
        connection.wait(.seconds(1))
        #expect(connection.phase == .closed)
    }

    @Test func `a client that stops reading is disconnected`() {
        let connection = FakeConnection()
        let bytes = Array(get("/").utf8)
        bytes.withUnsafeBytes { connection.machine.receive($0, now: connection.moment.now) }
        connection.advance(reads: false)
        connection.moment.now += .seconds(9)
        _ = connection.machine.expire(connection.moment)
        #expect(connection.isOpen)
        connection.moment.now += .seconds(1)
        _ = connection.machine.expire(connection.moment)
        #expect(connection.phase == .closed)
    }

    @Test func `a closed connection lingers, but not forever`() {
        let connection = FakeConnection()
        connection.receive(get("/", "Connection: close\r\n"))
        #expect(connection.phase == .lingering)
        connection.receive("more")
        #expect(connection.phase == .lingering)
        connection.wait(.seconds(2))
        #expect(connection.phase == .closed)
    }

    @Test func `a handler can be slow before and between the chunks of a body`() {
        let connection = FakeConnection { _ in nil }
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
        connection.wait(.seconds(100))
        for piece in ["a", "b"] {
            guard case .pending = connection.machine.readBody(now: connection.moment.now) else {
                Issue.record("the body didn't wait for “\(piece)”")
                return
            }
            connection.receive(piece)
            guard case .bytes = connection.machine.readBody(now: connection.moment.now) else {
                Issue.record("“\(piece)” isn't available")
                return
            }
            connection.wait(.seconds(100))
        }
        guard case .end = connection.machine.readBody(now: connection.moment.now) else {
            Issue.record("the body has no end")
            return
        }
    }

    // MARK: - Stopping

    @Test func `stopping accepts the rest of an unread body, but no other request`() {
        let connection = FakeConnection()
        connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345")
        #expect(connection.phase == .draining)
        connection.machine.stop()
        connection.receive("67890" + get("/next"))
        #expect(connection.requests == ["/"] && !connection.isOpen)
    }

    @Test func `stopping closes idle connections and finishes requests`() {
        let idle = FakeConnection()
        idle.receive(get("/"))
        idle.machine.stop()
        #expect(idle.phase == .closed)
        let busy = FakeConnection { _ in nil }
        busy.receive(get("/"))
        busy.machine.stop()
        #expect(busy.phase == .handling)
        _ = busy.machine.respond(Response(text: "x"), busy.moment)
        busy.advance()
        #expect(busy.sent.contains("Connection: close\r\n"))
        #expect(!busy.isOpen)
    }
}
