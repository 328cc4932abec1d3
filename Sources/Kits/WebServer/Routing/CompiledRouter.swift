/// An immutable copy of a router that finds and runs the handlers of requests.
package struct CompiledRouter: Sendable {
    private let tree: RouteTree
    private let checks: [Router.Check]
    private let finishes: [Router.Finish]
    private let mounts: [Mount]

    /// The router that handles the requests under a path.
    struct Mount: Sendable {
        let path: [UInt8]
        let current: @Sendable () -> CompiledRouter
    }

    /// The route of a request and the router that handles it, which may be mounted.
    struct Match: Sendable {
        let head: RequestHead
        let route: Route
        let parameters: Parameters
        let router: CompiledRouter
    }

    package init(_ router: Router) {
        tree = router.tree
        checks = router.checks
        finishes = router.finishes
        mounts = router.mounts
    }

    // MARK: - Matching

    func match(_ head: RequestHead) -> Match {
        let path = head.headers.bytes[head.path]
        if let mount = mounts.first(where: { $0.contains(path) }) {
            return mount.current().match(head.mounted(under: mount.path.count))
        }
        let (route, parameters) = route(of: head)
        return Match(head: head, route: route, parameters: parameters, router: self)
    }

    private func route(of head: RequestHead) -> (Route, Parameters) {
        var parameters = Parameters()
        let root: [UInt8] = [UInt8(ascii: "/")]
        let path = head.path.isEmpty ? root[...] : head.headers.bytes[head.path]
        guard path.first == UInt8(ascii: "/") else {
            return (Self.options(tree.methods), parameters)
        }
        guard let routes = tree.find(path, &parameters) else {
            return (.failing(.unknownAddress), Parameters())
        }
        return (Self.choose(head.method, from: routes), parameters)
    }

    private static func choose(_ method: Method, from routes: [(method: Method, route: Route)]) -> Route {
        for entry in routes where entry.method == method { return entry.route }
        if method == .head {
            for entry in routes where entry.method == .get { return entry.route }
        }
        let methods = routes.map(\.method)
        guard method != .options else { return options(methods) }
        return .failing(
            HTTPError(
                .methodNotAllowed, "This address doesn't support the method \(method.name).",
                headers: [.allow: allowed(methods)]))
    }

    private static func options(_ methods: [Method]) -> Route {
        let response = Response(.noContent, headers: [.allow: allowed(methods)])
        return Route(handler: .immediate { _ in response }, bodyLimit: nil)
    }

    private static func allowed(_ methods: [Method]) -> String {
        var names = methods.map(\.name)
        if names.contains("GET"), !names.contains("HEAD") { names.append("HEAD") }
        if !names.contains("OPTIONS") { names.append("OPTIONS") }
        return names.sorted().joined(separator: ", ")
    }

    // MARK: - Responding

    /// The result of the synchronous part of handling a request.
    enum Beginning {
        case answered(Response)
        /// The request passed the checks. Its handler, and the search for a reusable response if the route has one,
        /// must be awaited.
        case waiting(Router.Handler, Router.Search?)
    }

    /// Returns the response to a request that another router has passed on, or that has no connection.
    package func respond(to request: Request) async -> Response {
        let match = match(request.head)
        let router = match.router
        var request = Request(
            head: match.head, parameters: match.parameters, body: request.body, peer: request.peer)
        do {
            if case .connection(let loop, let exchange) = request.body.source {
                try await loop.limitBody(of: match.head, to: match.route.bodyLimit, in: exchange)
            }
            return switch try router.begin(&request, match.route) {
            case .answered(let response): response
            case .waiting(let handler, let search): try await router.respond(to: request, handler, search)
            }
        } catch {
            return router.response(to: request, failing: error)
        }
    }

    /// Runs the checks, and the handler if it is synchronous.
    func begin(_ request: inout Request, _ route: Route) throws -> Beginning {
        for check in checks {
            if let refusal = try check(&request) { return .answered(finished(refusal, request)) }
        }
        switch route.handler {
        case .immediate(let handler): return .answered(finished(try handler(request), request))
        case .asynchronous(let handler, let recall):
            return .waiting(handler, recall?(request))
        }
    }

    /// Runs an asynchronous handler, or returns a reusable response if `search` finds one.
    func respond(
        to request: Request, _ handler: Router.Handler, _ search: Router.Search?
    ) async throws -> Response {
        guard let search else { return finished(try await handler(request), request) }
        return try await search { finished(try await handler(request), request) }
    }

    /// Returns the response to a request whose handler threw an error. Errors other than ``HTTPError`` aren't
    /// disclosed to the client.
    func response(to request: Request, failing error: any Error) -> Response {
        let answer =
            error as? HTTPError ?? HTTPError(.internalServerError, "The server failed to handle the request.")
        return finished(.problem(answer), request)
    }

    private func finished(_ response: Response, _ request: Request) -> Response {
        guard !finishes.isEmpty else { return response }
        var response = response
        for finish in finishes { finish(request, &response) }
        return response
    }
}

extension CompiledRouter.Mount {
    /// Whether a path is the mount's path or is below it.
    fileprivate func contains(_ other: ArraySlice<UInt8>) -> Bool {
        guard other.starts(with: path) else { return false }
        let rest = other.dropFirst(path.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}
