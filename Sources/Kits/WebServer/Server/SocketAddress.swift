/// An IP address and a port.
public struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The numeric IP address, such as `127.0.0.1` or `::1`.
    public var host: String
    /// The port. For a listening address, 0 lets the system choose a free one.
    public var port: Int

    /// Creates an address.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Returns an IPv4 loopback address, which is reachable only from this machine.
    public static func loopback(port: Int) -> SocketAddress { SocketAddress(host: "127.0.0.1", port: port) }

    /// Returns the key under which connections of an address are limited: the IPv4 address, or the 64-bit IPv6
    /// network, within which a household has an unlimited number of addresses.
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

    /// The address and port as in a URL, such as `127.0.0.1:8080` or `[::1]:8080`.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// An error that keeps a server from starting.
public struct ServerError: Error, Sendable, CustomStringConvertible {
    /// A description of the failure: the action, the address, the reason and a remedy.
    public let description: String
    /// The reason and a remedy.
    package let reason: String

    init(_ action: String, _ reason: String) {
        description = "Can't \(action): \(reason)."
        self.reason = reason
    }
}
