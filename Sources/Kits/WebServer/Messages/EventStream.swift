/// Writes Server-Sent Events.
public struct EventStream: Sendable {
    let writer: BodyWriter

    /// Sends one event. Returns when the client has room for more, and throws when it is gone.
    public func send(data: String, event: String? = nil, id: String? = nil) async throws {
        var text = ""
        if let id { text += "id: \(Self.line(id))\n" }
        if let event { text += "event: \(Self.line(event))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
            text += "data: \(line)\n"
        }
        try await writer.write(text + "\n")
    }

    /// Sends a comment, which clients ignore: it keeps the way through proxies open, and finds out whether
    /// the client is still there.
    public func comment(_ text: String = "") async throws {
        try await writer.write(": \(Self.line(text))\n\n")
    }

    /// One line has no line ends, and an id no null, or the client would read something else.
    private static func line(_ text: String) -> String {
        String(text.filter { !$0.isLineEnd && $0 != "\0" })
    }
}

extension Character {
    /// The line ends of an event stream. `isNewline` knows more, which are part of the data here.
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
