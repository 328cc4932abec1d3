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

    /// What counts as one client: the address or, where a household has as many as it likes, its network (the first 64 bits
    /// of IPv6).
    package static func household(of host: String) -> String {
        guard host.contains(":") else { return host }
        if host.hasPrefix("::ffff:"), host.contains(".") { return String(host.dropFirst(7)) }
        let ends = host.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.split(separator: ":") }
        let missing = ends.count == 2 ? max(0, 8 - ends[0].count - ends[1].count) : 0
        let zeros = Array(repeating: Substring("0"), count: missing)
        return ((ends.first ?? []) + zeros + (ends.count == 2 ? ends[1] : [])).prefix(4).joined(
            separator: ":")
    }

    /// Address and port as a URL has them, as `127.0.0.1:8080` or `[::1]:8080`.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Why a server can't start.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// What failed, on which address, why, and what to do.
    public let description: String
    /// Why, and what to do.
    package let reason: String

    init(_ action: String, _ reason: String) {
        description = "Can't \(action): \(reason)."
        self.reason = reason
    }
}
