/// A table of routes, which assign handlers to methods and paths.
///
/// A pattern is a path whose segments can be placeholders, as in `/items/{id}/photo`. A placeholder `{path...}` at
/// the end matches all remaining segments. Fixed segments take precedence over placeholders.
///
/// A `HEAD` request without a route is handled by the `GET` route, without sending the body. `OPTIONS`
/// requests return the methods of the path. Requests without a matching path receive 404, and those without a
/// matching method 405.
public struct Router: Sendable {
    /// A handler that can suspend.
    typealias Handler = @Sendable (Request) async throws -> Response
    /// A handler that returns without suspending.
    typealias ImmediateHandler = @Sendable (Request) throws -> Response
    /// A check that runs before the handler. It can respond itself, or return `nil` to let the request pass.
    package typealias Check = @Sendable (inout Request) throws -> Response?
    /// A last step that modifies a response before it is sent.
    typealias Finish = @Sendable (Request, inout Response) -> Void
    /// Returns a search for a reusable response to a request that has passed the checks.
    package typealias Recall = @Sendable (Request) -> Search

    /// Returns a reusable response or, if there is none, the result of `make`: the handler's response after all last
    /// steps.
    package typealias Search = @Sendable (_ make: () async throws -> Response) async throws -> Response

    /// The added routes, in order.
    package private(set) var routes: [(method: Method, pattern: String)] = []
    var tree = RouteTree()
    var checks: [Check] = []
    var finishes: [Finish] = []
    var mounts: [CompiledRouter.Mount] = []

    /// Creates a router without routes.
    public init() {}

    /// Adds a route with an asynchronous handler, for example one that uses a store or reads the request's body.
    ///
    /// Handlers run on the thread that serves the connection. Run long computations elsewhere:
    /// `withTaskExecutorPreference(globalConcurrentExecutor) { … }`.
    ///
    /// - Parameters:
    ///   - method: The request method. A route with the same method and pattern is replaced.
    ///   - pattern: The pattern of the paths.
    ///   - bodyLimit: The maximum length of a body in bytes, or `nil` for the server's limit.
    ///   - handler: Returns the response.
    public mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil,
        _ handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        add(method, pattern, Route(handler: .asynchronous(handler, nil), bodyLimit: bodyLimit))
    }

    /// Adds a route with an asynchronous handler whose responses can be reused.
    package mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil, recalling recall: Recall?,
        _ handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        add(method, pattern, Route(handler: .asynchronous(handler, recall), bodyLimit: bodyLimit))
    }

    /// Adds a route with a synchronous handler, which runs without creating a task.
    ///
    /// - Parameters:
    ///   - method: The request method. A route with the same method and pattern is replaced.
    ///   - pattern: The pattern of the paths.
    ///   - bodyLimit: The maximum length of a body in bytes, or `nil` for the server's limit.
    ///   - handler: Returns the response.
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

    /// Adds a check for all requests, including those without a route. Checks run in the order in which they were
    /// added. If a check returns a response, that response is sent; if it returns `nil`, the request passes.
    public mutating func check(_ check: @escaping @Sendable (Request) throws -> Response?) {
        checks.append { request in try check(request) }
    }

    /// Adds a check that can attach a value to the request, for the handler and for the last steps.
    package mutating func prepare(_ check: @escaping Check) { checks.append(check) }

    /// Adds a last step for all responses: those of handlers, of checks and of the router itself.
    public mutating func finish(_ finish: @escaping @Sendable (Request, inout Response) -> Void) {
        finishes.append(finish)
    }

    /// Lets another router handle all requests under a path, such as `/l/home`.
    ///
    /// The other router's routes, checks and last steps see requests whose path and target don't contain this path.
    /// This router's own checks and last steps don't apply to them.
    package mutating func mount(_ path: String, _ router: Router) {
        let router = CompiledRouter(router)
        mount(path) { router }
    }

    /// Lets another router, which `current` returns for each request, handle all requests under a path.
    package mutating func mount(_ path: String, _ current: @escaping @Sendable () -> CompiledRouter) {
        precondition(path.hasPrefix("/") && !path.hasSuffix("/"), "The path \(path) can't be mounted.")
        mounts.append(CompiledRouter.Mount(path: Array(path.utf8), current: current))
    }

    /// Returns the response to a request, without a connection. Useful for tests.
    public func respond(to request: Request) async -> Response {
        await CompiledRouter(self).respond(to: request)
    }
}

/// A handler and its body limit.
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
