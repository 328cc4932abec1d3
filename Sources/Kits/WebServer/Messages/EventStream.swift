/// A writer of Server-Sent Events.
public struct EventStream: Sendable {
    let writer: BodyWriter

    /// Sends an event. Suspends until the client can receive more, and throws ``ConnectionClosed`` if the client has
    /// disconnected.
    public func send(data: String, event: String? = nil, id: String? = nil) async throws {
        var text = ""
        if let id { text += "id: \(Self.line(id))\n" }
        if let event { text += "event: \(Self.line(event))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
            text += "data: \(line)\n"
        }
        try await writer.write(text + "\n")
    }

    /// Sends a comment, which clients ignore. It keeps connections through proxies open and detects disconnected
    /// clients.
    public func comment(_ text: String = "") async throws {
        try await writer.write(": \(Self.line(text))\n\n")
    }

    /// Removes line breaks, which would end the field, and null characters, which an ID can't contain.
    private static func line(_ text: String) -> String {
        String(text.filter { !$0.isLineEnd && $0 != "\0" })
    }
}

extension Character {
    /// The line breaks of an event stream. `isNewline` includes others, which are part of the data here.
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
