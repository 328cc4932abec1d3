/// An HTTP request.
public struct Request: Sendable {
    let head: RequestHead
    /// The values of the route's placeholders.
    public let parameters: Parameters
    /// The body, which may still be arriving.
    public let body: RequestBody
    /// The address and port of the client, or of the proxy that connects for it.
    public let peer: SocketAddress
    /// The value that a router's preparation has attached to the request, such as the user who sends it.
    package var attachment: (any Sendable)?

    init(head: RequestHead, parameters: Parameters, body: RequestBody, peer: SocketAddress) {
        self.head = head
        self.parameters = parameters
        self.body = body
        self.peer = peer
    }

    /// Creates a request without a connection, for example to test a router. Returns `nil` if a server would reject
    /// it as malformed. A missing `Host` is `localhost`.
    public init?(_ method: Method, _ target: String, headers: Headers = [:], body: [UInt8] = []) {
        var lines = "\(method.name) \(target) HTTP/1.1\r\n"
        if headers[.host] == nil { lines += "Host: localhost\r\n" }
        for (name, value) in headers { lines += "\(name): \(value)\r\n" }
        var parser = RequestParser(limits: Limits())
        Array((lines + "\r\n").utf8).withUnsafeBytes { parser.feed($0) }
        guard case .head(let head) = parser.next() else { return nil }
        self.init(head: head, parameters: Parameters(), body: RequestBody(body), peer: .loopback(port: 0))
    }

    /// Returns the request with another client address. For tests.
    package func from(_ peer: SocketAddress) -> Request {
        Request(head: head, parameters: parameters, body: body, peer: peer)
    }

    /// Returns a key that two requests share only if they have the same target and the same values of the given
    /// fields.
    package func identity(by names: [Headers.Name]) -> [UInt8] {
        var identity: [UInt8] = []
        identity.reserveCapacity(head.target.count + 64)
        identity += head.headers.bytes[head.target]
        for field in head.headers.fields {
            guard let name = names.firstIndex(where: { head.headers.matches(field, $0) }) else { continue }
            // A null byte separates the parts, since targets and values can't contain control characters.
            identity += [0, UInt8(truncatingIfNeeded: name)]
            identity += head.headers.bytes[field.value]
        }
        return identity
    }

    /// The method.
    public var method: Method { head.method }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The path under which the router that handles the request is mounted, or an empty string.
    package var base: String { head.text(head.base) }

    /// The target as it was sent: a path and query, or an absolute URL. It doesn't contain the base.
    package var target: String { head.text(head.target) }

    /// The percent-decoded path. Invalid UTF-8 is replaced.
    public var path: String {
        head.path.isEmpty ? "/" : PercentDecoding.text(head.headers.bytes[head.path], plusIsSpace: false)
    }

    /// The decoded query.
    public var query: QueryItems {
        QueryItems(head.query.map { head.headers.bytes[$0] } ?? [])
    }

    /// The server's name, and port if present, as the client sent it. It is `nil` only with HTTP/1.0.
    package var host: String? { head.authority.map { head.text($0) } }

    /// Returns the value of the first cookie with the given name.
    public func cookie(_ name: String) -> String? {
        for field in headers.values(of: .cookie) {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { continue }
                return String(pair[pair.index(after: equals)...])
            }
        }
        return nil
    }
}
