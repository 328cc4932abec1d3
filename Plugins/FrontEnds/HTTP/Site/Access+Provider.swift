import LootActions
import LootCore
import WebServer

extension Access {
    /// Signs in a browser that a provider has sent back.
    ///
    /// - Returns: The cookie of the new session and the address to open.
    func signIn(
        returningFrom provider: ProviderSignIn, _ request: Request
    ) async throws(HTTPError) -> (cookie: String, next: String) {
        do throws(HTTPError) {
            let back = try provider.check(request, cookie: request.cookie(providerCookieName(of: request)))
            let client = clients.household(of: request)
            let seconds = throttle.delay(for: client)
            if seconds > 0 { throw Access.tooManyFailures(seconds) }
            // Count the attempt as failed until it succeeds, so that nobody can cause many requests to the provider.
            _ = throttle.recordFailure(of: client)
            let person = try await provider.person(for: back, request, in: people.current())
            throttle.forgive(client)
            let cookie = startSession(as: person.name, request) { $0.signIn(byProvider: person, device: $1) }
            return (cookie, back.next)
        } catch {
            log("\(clients.of(request)) didn't sign in at \(provider.title): \(error.detail)")
            throw error
        }
    }

    /// Returns the header that stores the state of a sign-in at a provider, or that removes it.
    ///
    /// The cookie isn't strict, because the browser must send it when it returns from the provider.
    func providerCookie(_ content: String?, _ request: Request) -> String {
        setCookie(
            providerCookieName(of: request), content ?? "",
            seconds: content == nil ? 0 : ProviderSignIn.seconds, sameSite: "Lax", request)
    }

    private func providerCookieName(of request: Request) -> String { "\(cookie(of: request))-provider" }
}
