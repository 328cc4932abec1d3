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

    /// What counts as one client: an address, or the network of a household where it has as many addresses as it likes
    /// (IPv6's first 64 bits).
    func household(of request: Request) -> String {
        let address = of(request)
        guard address.contains(":") else { return address }
        if address.hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        let ends = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.split(separator: ":") }
        let missing = ends.count == 2 ? max(0, 8 - ends[0].count - ends[1].count) : 0
        let groups =
            (ends.first ?? []) + Array(repeating: "0", count: missing) + (ends.count == 2 ? ends[1] : [])
        return groups.prefix(4).joined(separator: ":")
    }
}
