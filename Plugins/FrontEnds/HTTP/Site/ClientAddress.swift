import LootCore
import WebServer

/// From which address a request comes.
struct ClientAddress: Sendable {
    /// The proxies whose word is believed.
    let trustedProxies: [String]

    /// The address: the last one that a trusted proxy has seen.
    func of(_ request: Request) -> String {
        var client = request.peer.host
        let forwarded = request.headers.values(of: "X-Forwarded-For").joined(separator: ",")
        for address in forwarded.split(separator: ",").reversed() {
            guard trustedProxies.contains(client) else { break }
            client = TextRules.visible(String(address.filter { $0 != " " }))
        }
        return client
    }

    /// The client that counts as one when tokens are guessed.
    func household(of request: Request) -> String { SocketAddress.household(of: of(request)) }
}
