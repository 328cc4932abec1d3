import LootAPI
import LootCore
import WebClient

/// The address of a server and the token for it.
struct RemoteAddress: Sendable {
    /// The address without a trailing slash, for messages: `https://example.org/loot`.
    let text: String
    /// The percent-encoded address for requests.
    private let base: String
    private let token: String?

    /// Parses an address.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the address is invalid or contains a password.
    ///   Tokens are passed separately.
    init(_ text: String, token: String?) throws(LootError) {
        func refusal(_ reason: Message, advice: Message) -> LootError {
            LootError(
                .configuration, "Can't use the store's address.", reason: reason, advice: advice,
                place: "store.url")
        }
        guard let address = WebAddress(text) else {
            throw refusal(
                "It isn't an http:// or https:// address.",
                advice: "Use an address like https://example.org.")
        }
        guard !address.hasCredentials else {
            throw refusal(
                "It contains a user name or a password.",
                advice: "Set store.token or store.tokenFile instead.")
        }
        guard !address.hasQuery else {
            throw refusal(
                "It contains a query or a fragment.", advice: "Remove everything after the path.")
        }
        if let token, !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw LootError(
                .configuration, "Can't use the store's token.",
                reason: "It contains characters other than ASCII letters, digits and punctuation.",
                place: "store.token")
        }
        func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
        self.text = withoutSlash(text)
        base = withoutSlash(address.text)
        self.token = token
    }

    /// Returns a request to the server.
    func request(_ request: EndpointRequest, patience: Duration) -> Request {
        var headers = request.headers
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        return Request(
            method: request.method.name, url: base + request.target, headers: headers, body: request.body,
            patience: patience)
    }
}
