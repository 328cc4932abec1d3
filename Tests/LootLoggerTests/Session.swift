import CLI
import LootCore
import LootLogger
import LootPlugins
import LootWiring
import MemoryStorePlugin
import ReadOnlyStorePlugin
import Synchronization
import Testing
import WebCatalogPlugin

/// Streams whose content a test can read.
final class TestConsole: Console {
    private struct State {
        var output: [UInt8] = []
        var errors = ""
        var errorsBeforeOutput: String?
        var answers: [String]
        var bytesUntilBroken: Int?
        var input: [[UInt8]]
        var pager: String?
    }

    let width: Int?
    let errorWidth: Int?
    let canAsk: Bool
    var isOutputTerminal: Bool { width != nil }
    private let state: Mutex<State>
    private let flushFailure: LootError?

    /// `answers` are lines that a person types, and `lines` are those of a pipe.
    init(
        width: Int? = nil, errorWidth: Int? = nil, answers: [String]? = nil, lines: [String] = [],
        bytesUntilBroken: Int? = nil,
        input: [[UInt8]] = [], flushFailure: LootError? = nil
    ) {
        self.flushFailure = flushFailure
        self.width = width
        self.errorWidth = errorWidth
        canAsk = answers != nil
        state = Mutex(State(answers: answers ?? lines, bytesUntilBroken: bytesUntilBroken, input: input))
    }

    var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
    var errors: String { state.withLock { $0.errors } }
    /// The error output before the first regular output, or nil.
    var errorsBeforeOutput: String? { state.withLock { $0.errorsBeforeOutput } }
    /// The pager, or nil.
    var pager: String? { state.withLock { $0.pager } }
    var isBroken: Bool { state.withLock { $0.output.count >= $0.bytesUntilBroken ?? Int.max } }

    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            if state.output.isEmpty { state.errorsBeforeOutput = state.errors }
            state.output += bytes
        }
    }
    func writeError(_ text: String) { state.withLock { $0.errors += text } }
    func readLine() -> String? { state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() } }
    func readSecret() -> String? { readLine() }
    func read() -> [UInt8] { state.withLock { $0.input.isEmpty ? [] : $0.input.removeFirst() } }
    func page(through program: String) { state.withLock { $0.pager = program } }
    func flush() throws(LootError) { if let flushFailure { throw flushFailure } }
}

/// The results of a command.
struct Outcome {
    var status: LootPlugins.ExitStatus
    var output: String
    var errors: String
    var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
}

/// Written files by path.
final class WrittenFiles: Sendable {
    private let files = Mutex<[String: [UInt8]]>([:])

    subscript(path: String) -> [UInt8]? {
        get { files.withLock { $0[path] } }
        set { files.withLock { $0[path] = newValue } }
    }

    /// The text of the configuration.
    var configuration: String {
        String(decoding: self["/home/me/.config/loot/config.json"] ?? [], as: UTF8.self)
    }
}

/// Several runs of `loot` by one person on one store.
struct Session {
    let store: any ItemStore
    var environment: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    var files: [String: String] = [:]
    /// Configuration files that runs have written.
    let written = WrittenFiles()
    /// The store for `memory:`, or nil for a new store each time.
    var target: MemoryStore?

    init(_ items: [Item] = []) throws { store = try MemoryStore(items) }

    init(store: any ItemStore) { self.store = store }

    @discardableResult
    func run(_ words: String..., on console: TestConsole = TestConsole()) async -> Outcome {
        await run(words, on: console)
    }

    func run(_ words: [String], on console: TestConsole = TestConsole()) async -> Outcome {
        let (files, written) = (files, written)
        let status = await Loot.run(
            words,
            sources: ConfigurationSources(
                environment: environment, workingDirectory: "/home/me", homeDirectory: "/home/me",
                readFile: { written[$0] ?? files[$0].map { Array($0.utf8) } },
                changeFile: { (path, change) throws(LootError) in
                    let old = written[path] ?? files[path].map { Array($0.utf8) }
                    let new = try change(old)
                    if new != old { written[path] = new }
                }),
            console: console, registry: try registry(console))
        return Outcome(status: status, output: console.output, errors: console.errors)
    }

    private func registry(_ console: any Console) throws(LootError) -> Registry {
        let builtIn = try Registry.builtIn(console: console)
        let kept = KeptOpen(wrapped: store)
        return try Registry(
            stores: [
                StorePlugin("json", summary: "The session's own.") { _ in kept },
                target.map { target in
                    StorePlugin("memory", summary: "The session's other.") { _ in KeptOpen(wrapped: target) }
                } ?? .memory,
            ],
            decorators: [.readOnly],
            sectionings: builtIn.plugins.filter { $0.kind == .sectioning }.map {
                (plugin) throws(LootError) in try builtIn.sectioning(plugin.name)
            },
            catalogs: [.web], importers: builtIn.importers, exporters: builtIn.exporters,
            actions: builtIn.actions, frontEnds: [.cli(on: console)])
    }
}

/// A store that remains open when a run closes it.
private struct KeptOpen: StoreWrapper {
    let wrapped: any ItemStore

    func close() async throws(LootError) {}
}
