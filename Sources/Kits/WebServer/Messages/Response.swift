/// What a handler answers.
///
/// The fields that frame a message (`Content-Length`, `Transfer-Encoding`, `Connection`) and the `Date` are the
/// server's to write; values for them in `headers` are not sent.
public struct Response: Sendable {
    /// A response's body.
    @nonexhaustive
    public enum Body: Sendable {
        /// No bytes.
        case empty
        /// All bytes at once.
        case bytes([UInt8])
        /// Bytes that are written as they come. With a length, exactly that many have to be written; without,
        /// the body is sent in chunks.
        case stream(length: Int? = nil, _ produce: @Sendable (BodyWriter) async throws -> Void)

        /// The number of bytes, if it is known.
        package var length: Int? {
            switch self {
            case .empty: 0
            case .bytes(let bytes): bytes.count
            case .stream(let length, _): length.map { max(0, $0) }
            }
        }
    }

    /// The status.
    public var status: Status
    /// The header fields.
    public var headers: Headers
    /// The body. It is not sent in answer to `HEAD`, nor with the statuses 204 and 304.
    public var body: Body
    /// Whether the connection ends with this response.
    package var closesConnection = false
    /// Whether the body has no end of its own, so that a graceful stop cancels it instead of waiting for it.
    package var isEndless = false

    /// A response of the given parts.
    public init(_ status: Status = .ok, headers: Headers = [:], body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Bytes of a media type.
    public init(_ status: Status = .ok, bytes: [UInt8], type: String) {
        self.init(status, headers: [.contentType: type], body: .bytes(bytes))
    }

    /// Text, in UTF-8.
    public init(_ status: Status = .ok, text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status, bytes: Array(text.utf8), type: type)
    }

    /// A problem document (RFC 9457) with the error's status and detail.
    static func problem(_ error: HTTPError) -> Response {
        let json = """
            {"type":"about:blank","title":\(quoted(error.status.reason)),"status":\(error.status.code),\
            "detail":\(quoted(error.detail))}
            """
        var response = Response(error.status, text: json, type: "application/problem+json")
        for (name, value) in error.headers {
            guard let name = Headers.Name(checking: name) else { continue }
            response.headers.append(name, value)
        }
        return response
    }

    /// A stream of events for a browser's `EventSource`. It lasts until `produce` returns, the client leaves,
    /// or the server stops; then the task is canceled.
    public static func events(_ produce: @escaping @Sendable (EventStream) async throws -> Void) -> Response {
        var response = Response(
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .stream { try await produce(EventStream(writer: $0)) })
        response.isEndless = true
        return response
    }

    /// Text as a JSON string.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
