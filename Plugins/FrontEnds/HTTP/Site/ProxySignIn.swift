import LootActions
import LootCore
import LootPlugins
import WebServer

/// Identifies people by a reverse proxy that signs them in and sends their names in a header, such as `Remote-User`.
///
/// The header counts only in requests that a trusted proxy sends. In all others it is ignored, because anyone can send
/// it.
struct ProxySignIn: Sendable {
    /// The role of people who aren't in the file of people.
    let role: Role
    private let header: Headers.Name
    private let clients: ClientAddress

    /// Creates the sign-in with the configured header. Returns `nil` if the configuration names no header.
    init?(_ configuration: HTTPConfiguration) throws(LootError) {
        guard let name = configuration.remoteUser else { return nil }
        func refusal(_ reason: Message, _ advice: Message) -> LootError {
            LootError(
                .configuration, "Can't let a proxy sign people in.", reason: reason, advice: advice,
                place: "frontEnd.remoteUser")
        }
        guard let header = Headers.Name(checking: name) else {
            throw refusal(
                "\(TextRules.quoted(name)) isn't the name of a header.",
                "Set http.remoteUser to a name such as Remote-User.")
        }
        guard !configuration.trustedProxies.isEmpty else {
            throw refusal(
                "Without trusted proxies, everyone could send this header.",
                "Set http.trustedProxies to the addresses of the proxies.")
        }
        self.header = header
        role = configuration.remoteUserRole
        clients = ClientAddress(trustedProxies: configuration.trustedProxies)
    }

    /// Throws an error if a trusted proxy sends the header several times in the given request, because the client may
    /// have added one of the headers.
    func check(_ request: Request) throws(HTTPError) {
        guard clients.isProxy(request), request.headers.values(of: header).count > 1 else { return }
        throw HTTPError(
            .badRequest,
            String(
                localized: """
                    The proxy sent the header \(header.description) several times. Configure it to replace the \
                    header that a client sends.
                    """))
    }

    /// Returns the name of the person whom a trusted proxy names in the given request, or `nil` if no trusted proxy
    /// names anyone.
    func name(in request: Request) -> String? {
        guard clients.isProxy(request) else { return nil }
        let names = request.headers.values(of: header)
        return names.count == 1 && names[0] != "" ? names[0] : nil
    }
}
