import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

/// The lists of a server: a single one at `/`, or each one at `/l/NAME`.
struct ServedLists: Sendable {
    let lists: [ServedList]
    let router: Router
    /// The time without use after which the store of one of several lists is closed.
    private let idleTime: Duration

    /// Opens the lists.
    ///
    /// If one of several lists can't be opened, requests for it receive the reason and try again, and the others are
    /// served.
    ///
    /// - Throws: `LootError` if no list can be opened.
    init(
        _ configuration: HTTPConfiguration, host: any ProgramHost, counters: ServerCounters,
        idleTime: Duration = .seconds(600), log: @escaping @Sendable (String) -> Void
    ) async throws(LootError) {
        self.idleTime = idleTime
        let service = try SignInService(configuration, log: log)
        let hosts = host.hostsOfLists()
        if hosts.isEmpty {
            let list = try ServedList(
                configuration, host: host, path: "", service: service, .init(counters: counters), log: log)
            router = ServedLists.router(of: try await list.open().site)
            lists = [list]
            return
        }
        let parts = ServedList.Parts(directory: ListDirectory(hosts), counters: counters)
        var lists: [ServedList] = []
        for host in hosts {
            guard let name = host.listName else { continue }
            lists.append(
                try ServedList(
                    configuration, host: host, path: ListPath.path(of: name), service: service, parts,
                    log: log))
        }
        for list in lists { _ = try? await list.open() }
        if lists.allSatisfy({ $0.failure != nil }), let failure = lists.last?.failure { throw failure }
        router = ServedLists.router(of: lists, parts.directory)
        self.lists = lists
    }

    /// Closes the stores of lists that aren't used, until the task is canceled. A single list stays open.
    func run() async {
        while lists.count > 1, (try? await Task.sleep(for: idleTime / 4)) != nil {
            for list in lists { await list.close(ifUnusedFor: idleTime) }
        }
    }

    /// Closes the stores of all lists.
    ///
    /// - Throws: The first error. The other stores are closed anyway.
    func close() async throws(LootError) {
        var failure: LootError?
        for list in lists {
            do throws(LootError) { try await list.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    // MARK: Routers

    private static func router(of site: Site) -> Router {
        var router = site.router
        if let name = site.host.listName {
            // The links and labels of a list contain its path even if a server serves only this list.
            router.mount(
                ListPath.path(of: name), answering { moved(to: ListAddresses.local($0.target)) })
        }
        return router
    }

    private static func router(of lists: [ServedList], _ directory: ListDirectory) -> Router {
        // Addresses from the time when the server had a single list, such as those on labels, lead to the first one.
        var router = answering { [first = lists[0]] request in
            // The first list may be closed to the person who asks for the page of the server.
            if request.path == "/" {
                let caller = first.access.sender(of: request).caller
                if caller.role == .none, let list = directory.lists(for: caller).first {
                    return moved(to: list.address)
                }
            }
            return moved(to: first.path + (request.target.hasPrefix("/") ? request.target : "/"))
        }
        for list in lists {
            // The limit is the highest one of a list. The route of the open list applies its own.
            let opening = CompiledRouter(
                answering([.options], bodyLimit: API.maximumFile) { await open(list, for: $0, lists) })
            router.mount(list.path) { list.opened?.router ?? opening }
        }
        router.on(.get, "/healthz") { _ in
            for list in lists {
                if list.failure != nil {
                    do throws(LootError) { try await list.open() } catch {
                        return Problem(unhealthy: error).response
                    }
                }
                do { _ = try await list.site?.health() } catch let problem as Problem {
                    return problem.response
                }
            }
            return Response(bytes: Array("{\"status\":\"ok\"}".utf8), type: "application/json")
        }
        return router
    }

    /// Opens the given list for the request and returns the list's response. Unknown clients without access don't open
    /// the list.
    private static func open(
        _ list: ServedList, for request: Request, _ lists: [ServedList]
    ) async -> Response {
        var checked = request
        let access: Result<Response?, any Error> = Result { try list.access.check(&checked) }
        if case .visitor = checked.caller {
            let isRefused =
                switch access {
                case .success(let response): response != nil
                // The list shows this error as a page. This page keeps a form that was sent after the session expired.
                case .failure: request.preferred(among: ["application/json", "text/html"]) != "text/html"
                }
            if isRefused { return await closed(list, for: request) { _ in try access.get() } }
        }
        do throws(LootError) { return try await list.open().router.respond(to: request) } catch {
            return await refusal(request, of: list, error, lists)
        }
    }

    /// Returns the response to a request for a list that can't be opened. People sign in at another list, because they
    /// belong to the server.
    private static func refusal(
        _ request: Request, of list: ServedList, _ error: LootError, _ lists: [ServedList]
    ) async -> Response {
        var base: String?
        if Access.isForSigningIn(request.path) || request.path == "/sign-out" {
            for list in lists where base == nil { base = try? await list.open().site.addresses.base }
        }
        return await closed(list, for: request) { [base] request in
            if let refusal = try list.access.check(&request) { return refusal }
            return base.map { moved(to: $0 + request.target) } ?? Problem(unhealthy: error).response
        }
    }

    /// Returns the response to a request for a list that isn't open.
    private static func closed(
        _ list: ServedList, for request: Request, _ answer: @escaping Router.Check
    ) async -> Response {
        var router = Router()
        router.prepare(answer)
        router.finish(ListAddresses(base: list.path).finish)
        router.finish(list.access.crossOrigin.finish)
        router.finish(SecurityHeaders.add)
        return await router.respond(to: request)
    }

    private static func moved(to address: String) -> Response {
        Response(Status(307), headers: [.location: address, .cacheControl: "no-store"])
    }

    /// Returns a router that handles all requests in the same way.
    private static func answering(
        _ others: [Method] = [], bodyLimit: Int? = nil,
        _ answer: @escaping @Sendable (Request) async -> Response
    ) -> Router {
        var router = Router()
        for method in [.get, .post, .put, .patch, .delete] + others {
            router.on(method, "/", bodyLimit: bodyLimit) { await answer($0) }
            router.on(method, "/{path...}", bodyLimit: bodyLimit) { await answer($0) }
        }
        return router
    }
}

/// The names and titles of a server's lists, for the menu that switches between them.
struct ListDirectory: Sendable {
    private let hosts: [any ProgramHost]

    /// Creates a directory of the hosts' lists.
    init(_ hosts: [any ProgramHost] = []) { self.hosts = hosts }

    /// Returns the address and title of each list to which a caller has access. Returns an empty array if the server
    /// has a single list.
    func lists(for caller: Caller) -> [(address: String, title: String)] {
        hosts.compactMap { host in
            guard let name = host.listName, caller.role(in: name) != .none else { return nil }
            return ("\(ListPath.path(of: name))/", host.listSettings.title ?? name)
        }
    }
}
