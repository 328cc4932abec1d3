import LootCore
import WebServer

/// Determines the address of a client.
struct ClientAddress: Sendable {
    /// The proxies whose `X-Forwarded-For` header is trusted.
    let trustedProxies: [String]

    /// Returns whether a trusted proxy has sent the given request.
    func isProxy(_ request: Request) -> Bool { trustedProxies.contains(request.peer.host) }

    /// Returns the address of the client that sent the given request. If trusted proxies have passed it on, this is the
    /// address from which the first one received it.
    func of(_ request: Request) -> String {
        var client = request.peer.host
        let forwarded = request.headers.values(of: "X-Forwarded-For").joined(separator: ",")
        for address in forwarded.split(separator: ",").reversed() {
            guard trustedProxies.contains(client) else { break }
            client = TextRules.visible(String(address.filter { $0 != " " }))
        }
        return client
    }

    /// Returns the network of the client that sent the given request. For failed sign-in attempts, all clients of a
    /// network count as one.
    func household(of request: Request) -> String { SocketAddress.household(of: of(request)) }
}
