/// A request's method. Any token is a method; the usual ones have names here.
public struct Method: Hashable, Sendable, CustomStringConvertible {
    /// The method as it stands in the request line. Methods are case-sensitive.
    public let name: String

    /// A method by its name.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }

    init(bytes: some Collection<UInt8>) {
        name = String(decoding: bytes, as: UTF8.self)
    }

    /// `GET`
    public static var get: Method { Method("GET") }
    /// `HEAD`
    public static var head: Method { Method("HEAD") }
    /// `POST`
    public static var post: Method { Method("POST") }
    /// `PUT`
    public static var put: Method { Method("PUT") }
    /// `PATCH`
    public static var patch: Method { Method("PATCH") }
    /// `DELETE`
    public static var delete: Method { Method("DELETE") }
    /// `OPTIONS`
    public static var options: Method { Method("OPTIONS") }

    /// Whether the method only reads: `GET`, `HEAD`, `OPTIONS` and `TRACE` (RFC 9110, 9.2.1).
    package var isSafe: Bool { self == .get || self == .head || self == .options || name == "TRACE" }
}
