import Synchronization
import WebServer
import WebServerTesting

/// A client that reads the event stream over a socket.
final class EventClient: Sendable {
    struct Event {
        var id = ""
        var kind = ""
        var data = ""
    }

    struct Ended: Error {}

    private let client: LoopbackClient
    /// Received bytes that weren't read yet.
    private let pending = Mutex<[UInt8]>([])

    init(
        _ address: SocketAddress, _ path: String = "/api/events", after id: String? = nil,
        headers: String = ""
    ) throws {
        client = try LoopbackClient(address)
        let resumption = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\(resumption)\r\n")
    }

    /// Returns the next event. Comments and chunk lengths are skipped.
    func event() async throws -> Event { try await blocking { try self.readEvent() } }

    /// Waits for the next comment.
    func comment() async throws { try await blocking { while try !self.readLine().hasPrefix(":") {} } }

    private func readEvent() throws -> Event {
        var event = Event()
        while true {
            let line = try readLine()
            // The last chunk. The connection can remain open.
            if line == "0" { throw Ended() }
            if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { event.kind = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
            if line.isEmpty, !event.kind.isEmpty { return event }
        }
    }

    private func readLine() throws -> String {
        try pending.withLock { pending in
            while true {
                if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = pending[..<end].filter { $0 != UInt8(ascii: "\r") }
                    pending.removeSubrange(...end)
                    return String(decoding: line, as: UTF8.self)
                }
                guard let more = client.receiveSome() else { throw Ended() }
                pending += more
            }
        }
    }
}
