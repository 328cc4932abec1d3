import LootCore
import LootPlugins
import LootWiring
import Synchronization
import WebServer

@testable import HTTP

/// The HTTP front end with a store, on a local port. It can be stopped and started on the same port, forget its state
/// like a new process, and lose responses.
final class TestServer: Sendable {
    /// The next failures of requests that make changes.
    enum Loss {
        /// Responses arrive.
        case none
        /// A number of responses are lost after the server made the changes.
        case after(Int)
        /// A number of requests are lost before the server receives them.
        case before(Int)
        /// One response is lost after the server made the change, and then the server is restarted.
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

    /// The number of snapshots for clients.
    var heldSnapshots: Int { state.withLock { $0.site.snapshots.count } }

    var url: String { "http://\(address)" }

    /// Sets which responses are lost.
    func lose(_ loss: Loss) { state.withLock { $0.loss = loss } }

    /// Stops responding.
    func stop() async {
        let server = state.withLock { $0.server.take() }
        await server?.stop()
    }

    /// Responds again as the same process.
    func resume() throws {
        let server = try Server(
            ServerConfiguration(address: address, threads: 1),
            router: TestServer.router { [self] in self })
        state.withLock { $0.server = server }
    }

    /// Simulates a restart of the server: keeps the store and discards all other state.
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

    /// Stops permanently.
    func end() async {
        await stop()
        state.withLock(\.feed).cancel()
    }

    /// Creates an application with only a store.
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
