/// A request method. Any token is valid; the common methods have static properties.
public struct Method: Hashable, Sendable, CustomStringConvertible {
    /// The method's name as in the request line. Names are case-sensitive.
    public let name: String

    /// Creates a method with the given name.
    public init(_ name: String) {
        self.name = name
    }

    /// The method's name.
    public var description: String { name }

    init(bytes: some Collection<UInt8>) {
        name = String(decoding: bytes, as: UTF8.self)
    }

    /// The `GET` method.
    public static var get: Method { Method("GET") }
    /// The `HEAD` method.
    public static var head: Method { Method("HEAD") }
    /// The `POST` method.
    public static var post: Method { Method("POST") }
    /// The `PUT` method.
    public static var put: Method { Method("PUT") }
    /// The `PATCH` method.
    public static var patch: Method { Method("PATCH") }
    /// The `DELETE` method.
    public static var delete: Method { Method("DELETE") }
    /// The `OPTIONS` method.
    public static var options: Method { Method("OPTIONS") }

    /// Whether the method only reads: `GET`, `HEAD`, `OPTIONS` and `TRACE` (RFC 9110, 9.2.1).
    package var isSafe: Bool { self == .get || self == .head || self == .options || name == "TRACE" }
}
