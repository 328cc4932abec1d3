import Localization
import LootActions
import LootFormats
import LootPlugins
import WebServer

extension Site {
    /// Adds the routes for signing in at a provider, if the configuration specifies a provider.
    func addProviderSignIn(to router: inout Router) {
        guard let provider = access.service.provider else { return }
        page(&router, .get, "/sign-in/provider", for: Role.none) { request in
            let next = ListAddresses.local(request.query["next"])
            // The cookie is for a single host, so start at the host to which the provider sends the browser back.
            if let address = provider.publicURL, !self.access.service.cookies.isPublic(request) {
                return Self.redirect(
                    address + self.addresses.base + "/sign-in/provider"
                        + PercentEncoding.query([("next", next)]))
            }
            do throws(HTTPError) {
                let start = try await provider.start(request, next: self.addresses.base + next)
                var response = Self.redirect(start.address)
                response.headers[.setCookie] = self.access.service.cookies.setAttempt(start.cookie, request)
                return response
            } catch { return self.signInPage(error, request, next: next) }
        }
        page(&router, .get, ProviderSignIn.callback, for: Role.none) { request in
            try await Site.offEventLoop {
                var response: Response
                do throws(HTTPError) {
                    let done = try await self.access.service.signIn(returningFrom: provider, request)
                    response = PageLayout(String(localized: "Sign in"), kind: "small-page", request)
                        .response(SmallPages.signedIn(next: done.next))
                    // Browsers don't send strict cookies, such as the session's, with redirections from another site.
                    response.headers["Refresh"] = "0;url=\(done.next)"
                    response.headers.append(.setCookie, done.cookie)
                } catch { response = self.signInPage(error, request, next: "/") }
                response.headers.append(.setCookie, self.access.service.cookies.setAttempt(nil, request))
                return response
            }
        }
    }
}
