/// An event of an event stream (`text/event-stream`).
package struct ServerSentEvent: Hashable, Sendable {
    package static let mediaType = "text/event-stream"

    /// The ID that a client sends when it reconnects.
    package var id = ""
    package var kind = ""
    package var data = ""

    package init(id: String = "", kind: String = "", data: String = "") {
        self.id = id
        self.kind = kind
        self.data = data
    }
}

/// An incremental parser for event streams.
package struct EventParser {
    private var line: [UInt8] = []
    private var event = ServerSentEvent()

    package init() {}

    /// Parses bytes and returns the events that they complete.
    package mutating func feed(_ bytes: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if !event.kind.isEmpty { events.append(event) }
                event = ServerSentEvent()
            } else {
                read(String(decoding: line, as: UTF8.self))
            }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func read(_ line: String) {
        if let id = line.value(of: "id") { event.id = id }
        if let kind = line.value(of: "event") { event.kind = kind }
        if let data = line.value(of: "data") { event.data += (event.data.isEmpty ? "" : "\n") + data }
    }
}

extension String {
    fileprivate func value(of name: String) -> String? {
        let start = Array("\(name):".utf8)
        guard utf8.starts(with: start) else { return nil }
        let rest = utf8.dropFirst(start.count)
        return String(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest)
    }
}
