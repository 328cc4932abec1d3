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
