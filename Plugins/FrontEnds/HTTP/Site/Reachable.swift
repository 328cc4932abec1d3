import Platform
import WebServer

/// What others type to reach the server.
enum Reachable {
    /// The address of a server as another machine opens it: of one that listens everywhere, with the address of this
    /// machine on its network.
    static func url(of address: SocketAddress) -> String {
        guard address.host == "0.0.0.0" || address.host == "::" else { return "http://\(address)/" }
        let own = Sockets.ownAddresses.first { address.host == "::" || !$0.contains(":") }
        return "http://\(SocketAddress(host: own ?? "127.0.0.1", port: address.port))/"
    }
}
