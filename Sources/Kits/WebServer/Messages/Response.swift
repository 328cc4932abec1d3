/// A handler's response.
///
/// The server writes the fields that frame a message (`Content-Length`, `Transfer-Encoding`, `Connection`) and
/// `Date`. It ignores values for them in `headers`.
public struct Response: Sendable {
    /// A response's body.
    @nonexhaustive
    public enum Body: Sendable {
        /// An empty body.
        case empty
        /// A body in memory.
        case bytes([UInt8])
        /// A body that `produce` writes piece by piece. If a length is given, exactly that many bytes must be
        /// written. Otherwise, the body is sent in chunks.
        case stream(length: Int? = nil, _ produce: @Sendable (BodyWriter) async throws -> Void)

        /// The number of bytes, or `nil` if it isn't known.
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
    /// The body. It isn't sent in response to `HEAD`, or with the statuses 204 and 304.
    public var body: Body
    /// Whether the connection closes after this response.
    package var closesConnection = false
    /// Whether the body never ends by itself, so that a graceful stop cancels it instead of waiting.
    package var isEndless = false

    /// Creates a response with a status, header fields and a body.
    public init(_ status: Status = .ok, headers: Headers = [:], body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates a response with bytes of the given media type.
    public init(_ status: Status = .ok, bytes: [UInt8], type: String) {
        self.init(status, headers: [.contentType: type], body: .bytes(bytes))
    }

    /// Creates a response with text encoded as UTF-8.
    public init(_ status: Status = .ok, text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status, bytes: Array(text.utf8), type: type)
    }

    /// Returns a problem document (RFC 9457) with the error's status and detail.
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

    /// Returns a stream of Server-Sent Events for a browser's `EventSource`. It lasts until `produce` returns, the
    /// client disconnects or the server stops. In the latter two cases, its task is canceled.
    public static func events(_ produce: @escaping @Sendable (EventStream) async throws -> Void) -> Response {
        var response = Response(
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .stream { try await produce(EventStream(writer: $0)) })
        response.isEndless = true
        return response
    }

    /// Returns the text as a JSON string literal.
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
