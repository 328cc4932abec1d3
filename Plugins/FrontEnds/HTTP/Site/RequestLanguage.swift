import Localization
import WebServer

extension Request {
    /// The name of the cookie with the language that a person has chosen on the page.
    static let languageCookie = "loot-language"

    /// The language for the sender: the person's choice, then that of the browser or program, then the server's.
    var language: Language? {
        cookie(Request.languageCookie).flatMap { Language($0) }
            ?? headers["Accept-Language"].flatMap { Language.accepted($0) } ?? Language.named
    }

    /// Handles the request in the language of its sender.
    func inLanguage(_ answer: () async throws -> Response) async rethrows -> Response {
        let language = language
        return try await Language.$named.withValue(language, operation: answer).producing {
            try await Language.$named.withValue(language, operation: $0)
        }
    }
}

extension Response {
    /// Returns the response with a body that is produced within a scope, such as a language. A body can be produced
    /// after its request was handled.
    func producing(
        in scope: @escaping @Sendable (_ produce: () async throws -> Void) async throws -> Void
    ) -> Response {
        guard case .stream(let length, let produce) = body else { return self }
        var response = self
        response.body = .stream(length: length) { writer in try await scope { try await produce(writer) } }
        return response
    }
}
