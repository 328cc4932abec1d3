import LootCore
import WebServer

/// Determines the address of a client.
struct ClientAddress: Sendable {
    /// The proxies whose `X-Forwarded-For` header is trusted.
    let trustedProxies: [String]

    /// Returns whether a trusted proxy has sent a request.
    func isProxy(_ request: Request) -> Bool { trustedProxies.contains(request.peer.host) }

    /// Returns the address of the client as seen by the first trusted proxy.
    func of(_ request: Request) -> String {
        var client = request.peer.host
        let forwarded = request.headers.values(of: "X-Forwarded-For").joined(separator: ",")
        for address in forwarded.split(separator: ",").reversed() {
            guard trustedProxies.contains(client) else { break }
            client = TextRules.visible(String(address.filter { $0 != " " }))
        }
        return client
    }

    /// Returns the network that counts as a single client for failed sign-in attempts.
    func household(of request: Request) -> String { SocketAddress.household(of: of(request)) }
}
