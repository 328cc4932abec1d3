@testable import WebServer

/// A connection in memory, with a handler that responds immediately and a clock that the test controls.
final class FakeConnection {
    var machine: ConnectionMachine
    var moment: ConnectionMachine.Moment
    var sent = ""
    var requests: [String] = []
    var respond: (RequestHead) -> Response?

    static let start = ContinuousClock.now

    init(limits: Limits = Limits(), respond: @escaping (RequestHead) -> Response? = FakeConnection.echoTarget)
    {
        moment = ConnectionMachine.Moment(now: Self.start, dateLine: [])
        machine = ConnectionMachine(limits: limits, now: Self.start)
        self.respond = respond
    }

    /// Responds with the target as the body.
    static func echoTarget(_ head: RequestHead) -> Response? {
        Response(body: .bytes(Array(head.text(head.target).utf8)))
    }

    func receive(_ text: String) {
        receive(Array(text.utf8)[...])
    }

    func receive(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { machine.receive($0, now: moment.now) }
        advance()
    }

    func end() {
        machine.receiveEnd()
        advance()
    }

    func wait(_ duration: Duration) {
        moment.now += duration
        _ = machine.expire(moment)
        advance()
    }

    /// Performs all steps, and reads the output if `reads` is true.
    func advance(reads: Bool = true) {
        var goesOn = true
        while goesOn {
            while let step = machine.next(moment) {
                guard case .request(let head) = step else { continue }
                requests.append(head.text(head.target))
                if let response = respond(head) { _ = machine.respond(response, moment) }
            }
            goesOn = reads && !machine.output.isEmpty
            if reads { drain() }
        }
        _ = machine.settle(now: moment.now)
    }

    private func drain() {
        while !machine.output.isEmpty {
            let (text, count) = machine.output.withFirstBytes { first, second in
                (
                    String(decoding: first, as: UTF8.self) + String(decoding: second, as: UTF8.self),
                    first.count + second.count
                )
            }
            sent += text
            machine.sent(count, now: moment.now)
        }
    }

    /// The statuses of the responses so far, in order.
    var statuses: [Int] {
        sent.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
    }

    var phase: ConnectionPhase { machine.phase }
    var wantsInput: Bool { machine.wantsInput }
    var isOpen: Bool { machine.phase != .closed && machine.phase != .lingering }
}

extension FakeConnection {
    func write(_ text: String) -> Bool {
        machine.writeStream(Array(text.utf8), now: moment.now)
    }

    func endStream() -> Bool {
        let hasEnded = machine.endStream(now: moment.now)
        advance()
        return hasEnded
    }

    /// Reads the body until it ends, fails, or must wait.
    func drainBody() -> ConnectionMachine.BodyRead {
        while true {
            let read = machine.readBody(now: moment.now)
            advance()
            guard case .bytes = read else { return read }
        }
    }
}

func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}

func post(_ target: String, _ body: String, _ fields: String = "") -> String {
    "POST \(target) HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}
