/// Which handler answers which request.
///
/// A pattern is a path whose segments may be placeholders: `/items/{id}/photo`; as its last segment `{path...}`
/// stands for all the rest. A fixed segment wins over a placeholder. `HEAD` is answered as `GET` without its
/// body, `OPTIONS` with the methods of the path; a path without any route is answered 404, and a method that a
/// path has not with 405.
public struct Router: Sendable {
    /// Answers a request, and may wait for something in between.
    typealias Handler = @Sendable (Request) async throws -> Response
    /// Answers a request at once, from what is in memory.
    typealias ImmediateHandler = @Sendable (Request) throws -> Response
    /// Looks at a request before its handler does; a response is the answer, nil lets the request pass.
    typealias Check = @Sendable (Request) throws -> Response?
    /// Changes a response on its way to the client.
    typealias Finish = @Sendable (Request, inout Response) -> Void
    /// Returns how to search for a finished answer that may be repeated, for a request that has passed the checks.
    package typealias Recall = @Sendable (Request) -> Search

    /// Answers with a finished answer that is found by waiting, or with what `make` makes: the handler's answer, with all last
    /// steps done.
    package typealias Search = @Sendable (_ make: () async throws -> Response) async throws -> Response

    /// Every route that was added.
    package private(set) var routes: [(method: Method, pattern: String)] = []
    var tree = RouteTree()
    var checks: [Check] = []
    var finishes: [Finish] = []

    /// No routes.
    public init() {}

    /// Adds a route whose handler waits for something: a store, the request's body.
    ///
    /// Handlers run on the thread that serves the connection. What takes long without waiting belongs elsewhere:
    /// `withTaskExecutorPreference(globalConcurrentExecutor) { … }`.
    ///
    /// - Parameters:
    ///   - method: The method it answers. A route for the same method and pattern is replaced.
    ///   - pattern: The paths it answers.
    ///   - bodyLimit: The longest body in bytes, if it differs from the server's.
    ///   - handler: Makes the answer.
    public mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil,
        _ handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        add(method, pattern, Route(handler: .asynchronous(handler, nil), bodyLimit: bodyLimit))
    }

    /// Adds a route whose finished answers may be given again.
    package mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil, recalling recall: Recall?,
        _ handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        add(method, pattern, Route(handler: .asynchronous(handler, recall), bodyLimit: bodyLimit))
    }

    /// Adds a route whose handler answers at once, which costs no task.
    ///
    /// - Parameters:
    ///   - method: The method it answers. A route for the same method and pattern is replaced.
    ///   - pattern: The paths it answers.
    ///   - bodyLimit: The longest body in bytes, if it differs from the server's.
    ///   - handler: Makes the answer.
    public mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil,
        _ handler: @escaping @Sendable (Request) throws -> Response
    ) {
        add(method, pattern, Route(handler: .immediate(handler), bodyLimit: bodyLimit))
    }

    private mutating func add(_ method: Method, _ pattern: String, _ route: Route) {
        tree.add(method, pattern, route)
        routes.append((method, pattern))
    }

    /// Adds a check for every request, with or without a route. Checks run in the order they were added. The response of
    /// a check is the answer; with nil the request passes.
    public mutating func check(_ check: @escaping @Sendable (Request) throws -> Response?) {
        checks.append(check)
    }

    /// Adds a last step for every response of a handler, a check, or the router itself.
    public mutating func finish(_ finish: @escaping @Sendable (Request, inout Response) -> Void) {
        finishes.append(finish)
    }

    /// The answer to a request, without any connection, as for tests.
    public func respond(to request: Request) async -> Response {
        let router = CompiledRouter(self)
        let match = router.match(request.head)
        var request = request
        request.parameters = match.parameters
        do {
            return switch try router.begin(request, match.route) {
            case .answered(let response): response
            case .waiting(let handler, let search): try await router.respond(to: request, handler, search)
            }
        } catch {
            return router.response(to: request, failing: error)
        }
    }
}

/// A handler and what it accepts.
struct Route: Sendable {
    enum Handler: Sendable {
        case immediate(Router.ImmediateHandler)
        case asynchronous(Router.Handler, Router.Recall?)
    }

    var handler: Handler
    var bodyLimit: Int?

    static func failing(_ error: HTTPError) -> Route {
        Route(handler: .immediate { _ in throw error }, bodyLimit: nil)
    }
}
