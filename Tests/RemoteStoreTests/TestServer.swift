import LootCore
import LootPlugins
import LootWiring
import Synchronization
import WebServer

@testable import HTTP

/// The web front end over a store, on a port of this machine. It can be stopped and started again on the same
/// port, forget what it remembers as a new process does, and lose answers on their way.
final class TestServer: Sendable {
    /// What becomes of the next answers to writes.
    enum Loss {
        /// They arrive.
        case none
        /// So many are lost after the server did what it was asked.
        case after(Int)
        /// So many requests are lost before the server sees them.
        case before(Int)
        /// One is lost after the server did what it was asked, and the server is another one after that.
        case withServer
    }

    private struct State {
        var site: Site
        var router: Router
        var feed: Task<Void, Never>
        var server: Server?
        var loss = Loss.none
    }

    let store: any ItemStore
    let address: SocketAddress
    private let configuration: HTTPConfiguration
    private let state: Mutex<State>

    init(_ store: any ItemStore, token: String? = nil) async throws {
        var configuration = HTTPConfiguration()
        configuration.token = token
        configuration.threads = 1
        self.store = store
        self.configuration = configuration
        let site = try await Site(configuration, host: Self.host(store))
        let relay = Mutex<TestServer?>(nil)
        let server = try Server(
            ServerConfiguration(threads: 1), router: TestServer.router { relay.withLock { $0 } })
        address = server.address
        state = Mutex(
            State(
                site: site, router: site.router, feed: Task { await site.feed.run() }, server: server))
        relay.withLock { $0 = self }
    }

    /// How many snapshots are held for clients.
    var heldSnapshots: Int { state.withLock { $0.site.snapshots.count } }

    var url: String { "http://\(address)" }

    /// Answers arrive, or don't.
    func lose(_ loss: Loss) { state.withLock { $0.loss = loss } }

    /// No server answers any more.
    func stop() async {
        let server = state.withLock { $0.server.take() }
        await server?.stop()
    }

    /// The same process answers again.
    func resume() throws {
        let server = try Server(
            ServerConfiguration(address: address, threads: 1),
            router: TestServer.router { [self] in self })
        state.withLock { $0.server = server }
    }

    /// From now on it is another process over the same store: nothing is remembered.
    func forget() async throws {
        let site = try await Site(configuration, host: Self.host(store))
        let old = state.withLock { state in
            defer {
                (state.site, state.router) = (site, site.router)
                state.feed = Task { await site.feed.run() }
            }
            return state.feed
        }
        old.cancel()
    }

    /// Stops for good.
    func end() async {
        await stop()
        state.withLock(\.feed).cancel()
    }

    /// An application with nothing but a store.
    private static func host(_ store: any ItemStore) throws(LootError) -> LootApplication {
        LootApplication(
            registry: try Registry(stores: [StorePlugin("test", summary: "The test's.") { _ in store }]),
            defaults: .init(store: "test"), sources: ConfigurationSources())
    }

    private static func router(_ server: @escaping @Sendable () -> TestServer?) -> Router {
        var router = Router()
        for method in [Method.get, .post, .put, .delete] {
            router.on(method, "/{path...}", bodyLimit: 64 << 20) { request in
                guard let server = server() else { throw HTTPError(.serviceUnavailable, "Not yet.") }
                return await server.answer(request)
            }
        }
        return router
    }

    private func answer(_ request: Request) async -> Response {
        let (router, loss) = state.withLock { state in
            guard request.method == .post else { return (state.router, Loss.none) }
            defer {
                switch state.loss {
                case .after(let count): state.loss = count > 1 ? .after(count - 1) : .none
                case .before(let count): state.loss = count > 1 ? .before(count - 1) : .none
                case .withServer: state.loss = .none
                case .none: break
                }
            }
            return (state.router, state.loss)
        }
        struct Lost: Error {}
        let lost = Response(body: .stream(length: 1_000) { _ in throw Lost() })
        switch loss {
        case .none: return await router.respond(to: request)
        case .before: return lost
        case .after:
            _ = await router.respond(to: request)
            return lost
        case .withServer:
            _ = await router.respond(to: request)
            try? await forget()
            return lost
        }
    }
}
