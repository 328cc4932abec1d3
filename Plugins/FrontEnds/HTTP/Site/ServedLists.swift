import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

/// The lists of a server: a single one at `/`, or each one at `/l/NAME`.
struct ServedLists: Sendable {
    let sites: [Site]
    let router: Router

    /// Opens the lists.
    ///
    /// If one of several lists can't be opened, requests for it receive the reason, and the others are served.
    ///
    /// - Throws: `LootError` if no list can be opened.
    init(
        _ configuration: HTTPConfiguration, host: any ProgramHost, counters: ServerCounters,
        log: @escaping @Sendable (String) -> Void
    ) async throws(LootError) {
        let hosts = host.hostsOfLists()
        guard let first = hosts.first, let firstName = first.listName else {
            let site = try await Site(configuration, host: host, counters: counters, log: log)
            var router = site.router
            if let name = host.listName {
                // The links and labels of a list contain its path even if a server serves only this list.
                router.mount(
                    ListPath.path(of: name), ServedLists.redirecting { ListAddresses.local($0.target) })
            }
            (sites, self.router) = ([site], router)
            return
        }
        let service = try SignInService(configuration, log: log)
        let allowances = Allowances()
        let directory = ListDirectory(hosts)
        var sites: [Site] = []
        var mounts: [(path: String, router: Router)] = []
        var closed: [(access: Access, path: String, error: LootError)] = []
        for host in hosts {
            guard let name = host.listName else { continue }
            let path = ListPath.path(of: name)
            let access = try Access(configuration, list: name, service: service, log: log)
            do throws(LootError) {
                let site = try await Site(
                    configuration, host: host, base: path, access: access, directory: directory,
                    counters: counters, allowances: allowances, log: log)
                sites.append(site)
                mounts.append((path, site.router))
            } catch {
                log("\(error)")
                closed.append((access, path, error))
            }
        }
        let failure = closed.last?.error
        if sites.isEmpty, let failure { throw failure }
        for list in closed {
            mounts.append(
                (list.path, ServedLists.closed(list.access, list.path, list.error, instead: sites[0])))
        }
        // Addresses from the time when the server had a single list, such as those on labels, lead to the first one.
        var router = ServedLists.redirecting { [sites] request in
            // The first list may be closed to the person who asks for the page of the server.
            if request.path == "/" {
                let caller = sites[0].access.sender(of: request).caller
                if caller.role(in: firstName) == .none, let list = directory.lists(for: caller).first {
                    return list.address
                }
            }
            return ListPath.path(of: firstName) + (request.target.hasPrefix("/") ? request.target : "/")
        }
        for mount in mounts { router.mount(mount.path, mount.router) }
        router.on(.get, "/healthz") { [sites, failure] _ in
            if let failure { return Problem(unhealthy: failure).response }
            for site in sites {
                do { _ = try await site.health() } catch let problem as Problem { return problem.response }
            }
            return Response(bytes: Array("{\"status\":\"ok\"}".utf8), type: "application/json")
        }
        self.sites = sites
        self.router = router
    }

    /// Returns a router for a list that can't be opened. People sign in at another list, because they belong to the
    /// server.
    private static func closed(
        _ access: Access, _ path: String, _ error: LootError, instead other: Site
    ) -> Router {
        var router = Router()
        router.prepare { request in
            if let refusal = try access.check(&request) { return refusal }
            guard Access.isForSigningIn(request.path) else { return Problem(unhealthy: error).response }
            return moved(to: other.addresses.base + request.target)
        }
        router.finish(ListAddresses(base: path).finish)
        router.finish(SecurityHeaders.add)
        return router
    }

    private static func moved(to address: String) -> Response {
        Response(Status(307), headers: [.location: address, .cacheControl: "no-store"])
    }

    /// Returns a router that redirects all requests to an address.
    private static func redirecting(to address: @escaping @Sendable (Request) -> String) -> Router {
        var router = Router()
        let moved: @Sendable (Request) -> Response = { moved(to: address($0)) }
        for method in [Method.get, .post, .put, .patch, .delete] {
            router.on(method, "/", moved)
            router.on(method, "/{path...}", moved)
        }
        return router
    }

    /// Broadcasts the events of the lists until the task is canceled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for site in sites { group.addTask { await site.run() } }
        }
    }

    /// Closes the stores of the lists that the host itself doesn't close.
    func close() async throws(LootError) {
        for site in sites where !site.addresses.base.isEmpty { try await site.store.close() }
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
