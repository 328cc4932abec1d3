import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

extension Site {
    /// Adds the routes for signing in and out.
    func addSignIn(to router: inout Router) {
        page(&router, .get, "/sign-in", for: Role.none) { request in
            self.signInPage(.ok, request, next: ListAddresses.local(request.query["next"]))
        }
        page(&router, .post, "/sign-in", for: Role.none) { request in
            let form = try await self.form(request)
            let next = ListAddresses.local(form["next"])
            let interrupted = form["body"].map {
                SmallPages.Interrupted(action: ListAddresses.local(form["action"]), body: $0)
            }
            return try await Site.offEventLoop {
                do throws(HTTPError) {
                    let cookie = try await self.access.service.signIn(
                        name: (form["name"] ?? "").trimmed, secret: form["token"] ?? "", request)
                    var response =
                        interrupted.map {
                            self.layout("Loot", kind: "small-page", request).response(SmallPages.goOn($0))
                        } ?? Self.redirect(next)
                    response.headers[.setCookie] = cookie
                    return response
                } catch {
                    return self.signInPage(
                        error, request, next: next, name: form["name"], interrupted: interrupted)
                }
            }
        }
        addProviderSignIn(to: &router)
        page(&router, .post, "/sign-out", for: Role.none) { request in
            try await Site.offEventLoop {
                var response = Self.redirect("/sign-in")
                if let address = await self.access.service.signOutAddress(request) {
                    response = PageLayout(String(localized: "Sign out"), kind: "small-page", request)
                        .response(SmallPages.signedOut(next: address))
                    // Not a redirect: `form-action 'self'` in the content security policy would block one from a form
                    // to another site.
                    response.headers["Refresh"] = "0;url=\(address)"
                }
                response.headers[.setCookie] = try self.access.service.signOut(request)
                return response
            }
        }
    }

    /// Returns the sign-in page, with the error that explains why signing in failed.
    func signInPage(
        _ error: HTTPError, _ request: Request, next: String, name: String? = nil,
        interrupted: SmallPages.Interrupted? = nil
    ) -> Response {
        var page = signInPage(
            error.status, request, next: next, name: name, problem: error.detail, interrupted: interrupted)
        page.headers.append(contentsOf: error.headers)
        return page
    }

    private func signInPage(
        _ status: Status, _ request: Request, next: String, name: String? = nil, problem: String? = nil,
        interrupted: SmallPages.Interrupted? = nil
    ) -> Response {
        let name = access.people.current().havePasswords ? name ?? "" : nil
        return PageLayout(String(localized: "Sign in"), kind: "small-page", request)
            .response(
                SmallPages.signIn(
                    next: next, hint: access.hint, name: name, provider: access.service.provider?.title,
                    problem: problem,
                    interrupted: interrupted), status)
    }

    /// Checks a request, and returns a response if it isn't passed on to a route. An unauthorized page request is
    /// answered with the sign-in page, which keeps a submitted URL-encoded form.
    func check(_ request: inout Request) throws -> Response? {
        do { return try access.check(&request) } catch let error as HTTPError
            where error.status == .unauthorized
        {
            let request = request
            let isPage = request.preferred(among: ["application/json", "text/html"]) == "text/html"
            guard isPage, !request.path.hasPrefix("/api/") else { throw error }
            guard request.mediaType == "application/x-www-form-urlencoded" else {
                return signInPage(.unauthorized, request, next: "/")
            }
            return Response(
                .unauthorized,
                headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
                body: .stream { writer in
                    let sent = SmallPages.Interrupted(
                        action: request.path,
                        body: String(decoding: try await request.body.bytes(), as: UTF8.self))
                    let page = self.signInPage(
                        .unauthorized, request, next: "/", interrupted: sent)
                    guard case .bytes(let bytes) = page.body else { return }
                    try await writer.write(self.addresses.added(to: bytes))
                })
        }
    }
}
