import LootCore
import LootFormats
import LootPlugins
import Platform

extension CommandContext {
    /// The address under which the configuration's front end is reached, if it says one.
    var publicURL: String? { text(of: "frontEnd.publicURL") }

    /// The address under which others reach a server on this machine: the one that the configuration says, else this
    /// machine's on its network.
    var serverURL: String {
        let port = text(of: "frontEnd.port") ?? "8080"
        let own = Sockets.ownAddresses.first { !$0.contains(":") } ?? "127.0.0.1"
        return publicURL ?? "http://\(own):\(port)"
    }

    /// The address at which a server with this configuration listens, as others reach it.
    var listeningURL: String {
        if let publicURL { return publicURL }
        let address = text(of: "frontEnd.address") ?? "127.0.0.1"
        if address == "0.0.0.0" || address == "::" { return serverURL }
        let host = address.contains(":") ? "[\(address)]" : address
        return "http://\(host):\(text(of: "frontEnd.port") ?? "8080")"
    }

    /// Whether such a server can be reached from this machine only.
    var listensOnlyHere: Bool {
        let address = text(of: "frontEnd.address") ?? "127.0.0.1"
        return publicURL == nil && (address == "localhost" || address == "::1" || address.hasPrefix("127."))
    }

    /// What the configuration has at a path, as text.
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
