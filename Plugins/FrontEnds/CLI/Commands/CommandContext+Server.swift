import LootCore
import LootFormats
import LootPlugins
import Platform

extension CommandContext {
    /// The configured public URL of the front end.
    var publicURL: String? { text(of: "frontEnd.publicURL") }

    /// The URL of a server on this machine for other machines: the configured one, or else one with this machine's
    /// network address.
    var serverURL: String {
        let port = text(of: "frontEnd.port") ?? "8080"
        let own = Sockets.ownAddresses.first { !$0.contains(":") } ?? "127.0.0.1"
        return publicURL ?? "http://\(own):\(port)"
    }

    /// The URL of a server with this configuration, as clients use it.
    var listeningURL: String {
        if let publicURL { return publicURL }
        let address = text(of: "frontEnd.address") ?? "127.0.0.1"
        if address == "0.0.0.0" || address == "::" { return serverURL }
        let host = address.contains(":") ? "[\(address)]" : address
        return "http://\(host):\(text(of: "frontEnd.port") ?? "8080")"
    }

    /// Whether only this machine can reach such a server.
    var listensOnlyHere: Bool {
        let address = text(of: "frontEnd.address") ?? "127.0.0.1"
        return publicURL == nil && (address == "localhost" || address == "::1" || address.hasPrefix("127."))
    }

    /// Returns the configuration's value at a path as text.
    private func text(of path: String) -> String? {
        guard let entry = host.configuration().first(where: { $0.path == path }),
            let value = try? DocumentValue(json: Array(entry.value.utf8).span)
        else { return nil }
        return switch value.content {
        case .text(let text): text
        case .number(let digits): digits
        default: nil
        }
    }
}
