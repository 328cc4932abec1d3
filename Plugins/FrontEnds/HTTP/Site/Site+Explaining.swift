import Localization
import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

extension Site {
    /// Adds the route of a page. Errors are displayed as pages, too. The caller needs the given role: by default,
    /// `read` for methods that only read, and `write` for others.
    func page(
        _ router: inout Router, _ method: Method, _ pattern: String, for role: Role? = nil,
        bodyLimit: Int? = nil,
        _ answer: @escaping @Sendable (Request) async throws -> Response
    ) {
        router.on(method, pattern, bodyLimit: bodyLimit) { request in
            try await request.inLanguage {
                do {
                    if method.isSafe, request.preferred(among: ["text/html"]) == nil {
                        throw HTTPError(
                            .notAcceptable,
                            String(
                                localized:
                                    """
                                    This is a web page. Programs use the API, which is described in \
                                    /openapi.json.
                                    """)
                        )
                    }
                    let role = role ?? (method.isSafe ? .read : .write)
                    return try await self.answer(request, for: role) {
                        if method.isSafe { return try await answer(request) }
                        return try await Site.offEventLoop { try await answer(request) }
                    }
                } catch let error as LootError {
                    if Self.isProgram(request) { return self.response(to: error) }
                    return self.problemPage(error, request)
                } catch let error as HTTPError where !Self.isProgram(request) {
                    return self.problemPage(error.status, error.detail, request)
                }
            }
        }
    }

    /// Whether a client prefers documents to pages.
    private static func isProgram(_ request: Request) -> Bool {
        request.preferred(among: ["text/html", "application/json"]) != "text/html"
    }

    func problemPage(_ status: Status, _ detail: String, _ request: Request) -> Response {
        PageLayout("Loot", kind: "small-page", request)
            .response(
                SmallPages.problem(
                    status.title.text, detail, item: itemOfForm(request), lists: listsInstead(request)),
                status)
    }

    /// Returns the lists to which the caller has access, if the caller has no access to this list.
    private func listsInstead(_ request: Request) -> [(address: String, title: String)] {
        request.caller.role == .none ? directory.lists(for: request.caller) : []
    }

    /// Returns the item of a submitted form, or `nil` for other requests.
    private func itemOfForm(_ request: Request) -> ItemID? {
        request.method.isSafe || !request.path.hasPrefix("/items/") ? nil : try? itemID(request)
    }

    private func problemPage(_ error: LootError, _ request: Request) -> Response {
        let problem = self.problem(error)
        var layout = PageLayout("Loot", kind: "small-page", request)
        // The store may be available again soon, so the page reloads by itself.
        let status = Status(problem.status)
        if status == .serviceUnavailable, request.method.isSafe { layout.refreshSeconds = 5 }
        let item = error.code == .noSuchItem ? nil : itemOfForm(request)
        return layout.response(SmallPages.problem(status.title.text, problem.detail, item: item), status)
    }

    /// Converts a problem document to a page if a person has opened the address in a browser.
    func explain(_ request: Request, _ response: inout Response) {
        guard response.status.code >= 400, response.headers[.contentType] == "application/problem+json" else {
            return
        }
        response.headers.append("Vary", "Accept, Accept-Language")
        guard request.preferred(among: ["application/json", "text/html"]) == "text/html" else { return }
        let page = problemPage(response.status, detail(of: response, to: request), request)
        response.body = page.body
        response.headers[.contentType] = page.headers[.contentType]
        response.headers[.cacheControl] = "no-store"
    }

    /// Returns the detail of a problem document in the current language. The server library's own texts are English.
    /// For content that is too large, the detail includes the limit.
    private func detail(of response: Response, to request: Request) -> String {
        if response.status == .contentTooLarge, !request.path.hasPrefix("/api/") {
            let limit = request.path == "/import" ? API.maximumFile : Site.uploadLimit
            return
                String(
                    localized:
                        "At most \(limit >> 20) MiB can be sent at once. Send fewer files, or smaller ones."
                )
        }
        guard case .bytes(let bytes) = response.body,
            let problem = Problem(reading: bytes, status: response.status.code)
        else { return "" }
        if problem.detail == HTTPError.unknownAddress.detail {
            return String(localized: "This address doesn't exist.")
        }
        if response.status.code == 405 {
            return String(localized: "This address doesn't support the method \(request.method.name).")
        }
        return problem.detail
    }
}
