import Platform
import WebServer

/// Determines how other machines can reach the server.
enum Reachable {
    /// Returns the address of a server for other machines. If the server listens on all interfaces, it contains this
    /// machine's address on its network.
    static func url(of address: SocketAddress) -> String {
        guard address.host == "0.0.0.0" || address.host == "::" else { return "http://\(address)/" }
        let own = Sockets.ownAddresses.first { address.host == "::" || !$0.contains(":") }
        return "http://\(SocketAddress(host: own ?? "127.0.0.1", port: address.port))/"
    }
}
