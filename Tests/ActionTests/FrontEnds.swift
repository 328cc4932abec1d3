import CLI
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootWiring
import MemoryStorePlugin
import Synchronization
import TUI
import TerminalKit
import Testing
import WebServer

@testable import HTTP

/// An in-memory list with all front ends.
struct Household {
    let store: CommitRecorder
    private let host: LootApplication

    init(hooks: [HookPlugin] = [], actions: [Action] = [], configuration: String? = nil) throws {
        let store = CommitRecorder(wrapped: try MemoryStore(Household.items))
        let registry = try Registry(
            stores: [StorePlugin("test", summary: "The test's.") { _ in store }], hooks: hooks,
            actions: Action.builtIn + actions,
            frontEnds: [.cli, .tui, .http(announce: { _ in }, log: { _ in })])
        self.store = store
        host = LootApplication(
            registry: registry, defaults: .init(store: "test"),
            sources: ConfigurationSources(
                environment: [
                    "TERM": "xterm", "LOOT_HOOKS": hooks.map(\.descriptor.name).joined(separator: ","),
                ],
                configurationFile: configuration.map { _ in "/config.json" },
                readFile: { $0 == "/config.json" ? configuration.map { Array($0.utf8) } : nil }))
    }

    /// Three items: one is a favorite, and one is lent.
    static let items: [Item] = ["Drill", "Lamp", "Vase"].enumerated().compactMap { index, name in
        guard let id = ItemID("1000000\(index)-0000-4000-8000-000000000000") else { return nil }
        var item = Item(id: id, name: name, dateCreated: .distant, isFavorite: name == "Lamp")
        if name == "Vase" { item.lentTo = "Bob" }
        return item
    }

    /// Runs a command and returns its output. Throws if it is refused.
    func runCommand(_ words: [String]) async throws -> String {
        let console = Recorder()
        let program = LootProgram(frontEnds: [], plugins: [], actions: host.actions)
        let request = try program.parse(words)
        _ = try await CLIFrontEnd(
            CLIConfiguration(), for: request, of: program, host: host, console: console
        ).run()
        return console.text
    }

    /// Types keys and returns the last screen.
    func type(_ keys: String) async throws -> String {
        var configuration = TUIConfiguration()
        (configuration.script, configuration.size) = (keys, "100x120")
        return try await runScreens(configuration, [])
    }

    /// Returns the output of plain mode.
    func say(_ lines: String...) async throws -> String {
        var configuration = TUIConfiguration()
        configuration.mode = .plain
        return try await runScreens(configuration, lines + ["quit"])
    }

    private func runScreens(_ configuration: TUIConfiguration, _ lines: [String]) async throws -> String {
        let recorder = Recorder(lines)
        let frontEnd = try TUIFrontEnd(
            configuration, host: host, terminal: { _ in MemoryTerminal() }, lines: recorder)
        #expect(try await frontEnd.run() == .success)
        return recorder.text
    }

    /// Sends a request and returns the status and the body of the response.
    func ask(
        _ method: Method, _ target: String, _ body: String = "", type: String = "application/json"
    ) async throws -> (status: Int, body: String) {
        let site = try await Site(HTTPConfiguration(), host: host)
        let headers: Headers = body.isEmpty ? [:] : [.contentType: type]
        let request = try #require(Request(method, target, headers: headers, body: Array(body.utf8)))
        let response = await site.router.respond(to: request)
        let bytes = await response.collected() ?? []
        return (response.status.code, String(decoding: bytes, as: UTF8.self))
    }

    /// Submits a form of the page and returns the status.
    func send(_ action: String, _ form: String) async throws -> Int {
        try await ask(.post, "/do/\(action)", form, type: "application/x-www-form-urlencoded").status
    }

    /// Calls the assistant's tools and returns the result.
    func callTools(_ method: String, _ params: String = "{}") async throws -> DocumentValue {
        let tools = AssistantTools(try await Site(HTTPConfiguration(), host: host), mayChange: true)
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        let reply = try #require(await tools.answer(to: Array(line.utf8)))
        return try #require(try DocumentValue(json: reply.span, strict: true)["result"])
    }
}

extension Moment {
    /// A fixed time, the same in every household.
    fileprivate static var distant: Moment { Moment("2026-01-02T03:04:00Z") ?? .now }
}

/// A store that keeps the titles of its commits.
final class CommitRecorder: StoreWrapper {
    let wrapped: any ItemStore
    private let state = Mutex<[String]>([])

    init(wrapped: any ItemStore) { self.wrapped = wrapped }

    var titles: [String] { state.withLock(\.self) }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let commit = try await wrapped.apply(transaction)
        state.withLock { $0.append(commit.title) }
        return commit
    }

    // Each front end closes the store, but the next one must still be able to use it.
    func close() {}
}

/// Streams that record what is written.
final class Recorder: Console, LineStreams {
    private let state: Mutex<(lines: [String], text: String)>

    init(_ lines: [String] = []) { state = Mutex((lines, "")) }

    var text: String { state.withLock(\.text) }
    var isOutputTerminal: Bool { false }
    var canAsk: Bool { false }
    var width: Int? { nil }
    var errorWidth: Int? { nil }
    var isBroken: Bool { false }
    func write(_ bytes: [UInt8]) { write(String(decoding: bytes, as: UTF8.self)) }
    func write(_ text: String) { state.withLock { $0.text += text } }
    func writeError(_ text: String) {}
    func readLine() -> String? { state.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } }
    func readSecret() -> String? { readLine() }
    func read() -> [UInt8] { [] }
    func flush() {}
}

extension DocumentValue {
    /// The members of an object.
    var entries: [DocumentEntry] { if case .object(let entries) = content { entries } else { [] } }
}
