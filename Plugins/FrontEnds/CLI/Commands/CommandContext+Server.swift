import LootActions
import LootCore
import LootFormats
import LootPlugins
import Platform

extension CommandContext {
    /// The configured public URL of the front end.
    var publicURL: String? { text(of: "publicURL") }

    /// The URL of a server on this machine for other machines: the configured one, or else one with this machine's
    /// network address.
    var serverURL: String {
        let port = text(of: "port") ?? "8080"
        let own = Sockets.ownAddresses.first { !$0.contains(":") } ?? "127.0.0.1"
        return publicURL ?? "http://\(own):\(port)"
    }

    /// The URL of a server with this configuration, as clients use it.
    var listeningURL: String {
        if let publicURL { return publicURL }
        let address = text(of: "address") ?? "127.0.0.1"
        if address == "0.0.0.0" || address == "::" { return serverURL }
        let host = address.contains(":") ? "[\(address)]" : address
        return "http://\(host):\(text(of: "port") ?? "8080")"
    }

    /// Returns the address of the list in use on a server, without a slash at the end. If the configuration names
    /// several lists, each one has its own path.
    func addressOfList(on server: String) -> String {
        var base = server[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        guard let name = host.listName, host.listNames.count > 1 else { return String(base) }
        return base + ListPath.path(of: name)
    }

    /// Whether only this machine can reach a server with this configuration.
    var listensOnlyHere: Bool {
        let address = text(of: "address") ?? "127.0.0.1"
        return publicURL == nil && (address == "localhost" || address == "::1" || address.hasPrefix("127."))
    }

    /// Returns the value of an option of the server as text.
    private func text(of option: String) -> String? {
        let paths = ["http.\(option)", "frontEnd.\(option)"]
        guard let entry = host.configuration().first(where: { paths.contains($0.path) }),
            let value = try? DocumentValue(json: Array(entry.value.utf8).span)
        else { return nil }
        return switch value.content {
        case .text(let text): text
        case .number(let digits): digits
        default: nil
        }
    }
}
