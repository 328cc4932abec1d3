/// An IP address and a port.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in numbers, as `127.0.0.1` or `::1`.
    public var host: String
    /// The port. As an address to listen on, 0 lets the system choose.
    public var port: Int

    /// An address of its parts.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// This machine, reachable from itself alone.
    public static func loopback(port: Int) -> SocketAddress { SocketAddress(host: "127.0.0.1", port: port) }

    /// Address and port as a URL has them, as `127.0.0.1:8080` or `[::1]:8080`.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Why a server can't start.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// What failed, on which address, why, and what to do.
    public let description: String
}
