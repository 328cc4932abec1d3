/// A request, as a handler gets it.
public struct Request: Sendable {
    let head: RequestHead
    /// What the route's placeholders stand for.
    public internal(set) var parameters: Parameters
    /// The body.
    public let body: RequestBody
    /// Who asks, as address and port.
    public let peer: SocketAddress

    init(head: RequestHead, parameters: Parameters, body: RequestBody, peer: SocketAddress) {
        self.head = head
        self.parameters = parameters
        self.body = body
        self.peer = peer
    }

    /// A request that came over no connection, as for a test of a router; nil if a connection would have
    /// refused it. A missing `Host` is `localhost`.
    public init?(_ method: Method, _ target: String, headers: Headers = [:], body: [UInt8] = []) {
        var lines = "\(method.name) \(target) HTTP/1.1\r\n"
        if headers[.host] == nil { lines += "Host: localhost\r\n" }
        for (name, value) in headers { lines += "\(name): \(value)\r\n" }
        var parser = RequestParser(limits: Limits())
        Array((lines + "\r\n").utf8).withUnsafeBytes { parser.feed($0) }
        guard case .head(let head) = parser.next() else { return nil }
        self.init(head: head, parameters: Parameters(), body: RequestBody(body), peer: .loopback(port: 0))
    }

    /// The same from another address, as for a test.
    package func from(_ peer: SocketAddress) -> Request {
        Request(head: head, parameters: parameters, body: body, peer: peer)
    }

    /// Bytes that only requests with the same target and the same values of some fields have in common.
    package func identity(by names: [Headers.Name]) -> [UInt8] {
        var identity: [UInt8] = []
        identity.reserveCapacity(head.target.count + 64)
        identity += head.headers.bytes[head.target]
        for field in head.headers.fields {
            guard let name = names.firstIndex(where: { head.headers.matches(field, $0) }) else { continue }
            // No target and no value has a control character.
            identity += [0, UInt8(truncatingIfNeeded: name)]
            identity += head.headers.bytes[field.value]
        }
        return identity
    }

    /// The method.
    public var method: Method { head.method }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The target as it was sent: path and query, or an absolute address.
    package var target: String { head.text(head.target) }

    /// The path, with its percent signs decoded. Bytes that are not UTF-8 are replaced.
    public var path: String {
        head.path.isEmpty ? "/" : PercentDecoding.text(head.headers.bytes[head.path], plusIsSpace: false)
    }

    /// The query, taken apart.
    public var query: QueryItems {
        QueryItems(head.query.map { head.headers.bytes[$0] } ?? [])
    }

    /// The server's name, and port if it was given, as the client wrote it; nil only with HTTP/1.0.
    package var host: String? { head.authority.map { head.text($0) } }

    /// The value of a cookie.
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
