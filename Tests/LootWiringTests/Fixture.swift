import LootCore
import LootPlugins
import LootWiring
import Synchronization

/// The recorded calls of the fakes, in order.
final class Journal: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// An empty store that records how it was opened.
struct FakeStore: ItemStore {
    let name: String
    let settings: PluginSettings
    let journal: Journal

    var capabilities: StoreCapabilities { [.writable] }
    func outline(of query: Query) async throws(LootError) -> Outline {
        Outline(revision: .initial, sections: [])
    }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        Page(revision: .initial, start: 0, items: [])
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { nil }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        throw LootError(.unsupported, "Can't change the fake.", reason: "It contains nothing.")
    }
    func events() -> AsyncStream<StoreEvent> { AsyncStream { $0.finish() } }
    func close() async throws(LootError) { journal.note("close \(name)") }
}

/// A sectioning that records how it was created.
struct FakeSectioning: Sectioning {
    let name: String
    let settings: PluginSettings

    func title(for key: SectionKey) -> String { name }
}

/// A front end that records how it was created, and runs a function supplied by the test.
struct FakeFrontEnd: FrontEnd {
    let work: @Sendable () async throws(LootError) -> ExitStatus

    func run() async throws(LootError) -> ExitStatus { try await work() }
}

/// A setup with every kind of plugin and option, and with invalid files.
struct Fixture: Sendable {
    let journal = Journal()
    var files: [String: String] = [:]
    var environment: [String: String] = [:]
    var unreadableVariables: Set<String> = []
    var configurationFile: String?
    var settings: [String] = []
    var storeAddress: String?
    var home: String? = "/home/ann"
    var defaults = LootApplication.Defaults(store: "json", sections: "none", frontEnd: "cli")
    /// The path of the default configuration file.
    static let usualFile = "/home/ann/.config/loot/config.json"

    /// Creates a setup whose default configuration file has the given content.
    init(_ file: String? = nil) { if let file { files[Fixture.usualFile] = file } }

    var sources: ConfigurationSources {
        let files = files
        return ConfigurationSources(
            environment: environment, unreadableVariables: unreadableVariables, workingDirectory: "/desk",
            homeDirectory: home,
            configurationFile: configurationFile, settings: settings, storeAddress: storeAddress,
            readFile: { (path) throws(LootError) in files[path].map { Array($0.utf8) } })
    }

    func application() throws -> LootApplication {
        LootApplication(
            registry: try Registry(
                stores: stores, decorators: decorators, sectionings: sectionings, frontEnds: frontEnds),
            defaults: defaults, sources: sources)
    }

    var stores: [StorePlugin] {
        let journal = journal
        func opener(_ name: String) -> @Sendable (PluginSettings) async throws(LootError) -> any ItemStore {
            { (settings) throws(LootError) in
                journal.note("open \(name)")
                return FakeStore(name: name, settings: settings, journal: journal)
            }
        }
        return [
            StorePlugin("memory", summary: "Keeps items until the program ends", open: opener("memory")),
            StorePlugin(
                "json", summary: "Keeps items in a JSON file",
                options: [
                    PluginOption("path", .path, default: "items.json", "The file that holds the items"),
                    PluginOption("indent", .integer(0...8), default: 2, "Spaces per level"),
                    PluginOption("backups", .list(.path), "Folders that get a copy"),
                ], shortForm: ["path"], open: opener("json")),
            StorePlugin(
                "remote", summary: "Stores items on another machine",
                options: [
                    PluginOption("url", .text, isRequired: true, "The address of the machine."),
                    PluginOption("token", .secret, "The token for the other machine"),
                    PluginOption("pins", .list(.secret), "The tokens for the coming years"),
                    PluginOption("retries", .integer(0...Int.max), default: 3, "The number of attempts"),
                ], schemes: ["http", "https"], open: opener("remote")),
        ]
    }

    var decorators: [DecoratorPlugin] {
        let journal = journal
        return [
            DecoratorPlugin("audit", summary: "Records who sends requests") {
                (store: any ItemStore, _: PluginSettings, _: OpenStore) throws(LootError) in
                journal.note("wrap audit")
                return store
            },
            DecoratorPlugin(
                "limit", summary: "Limits the number of items in the store",
                options: [PluginOption("most", .integer(1...1000), default: 100, "The limit of items")]
            ) { (store: any ItemStore, settings: PluginSettings, _: OpenStore) throws(LootError) in
                journal.note("wrap limit \(settings.integer("most") ?? 0)")
                if settings.integer("most") == 13 {
                    throw LootError(.unavailable, "Can't limit the store.", reason: "13 brings bad luck.")
                }
                return store
            },
        ]
    }

    var sectionings: [SectioningPlugin] {
        [
            SectioningPlugin("none", summary: "One list") { (_: PluginSettings) throws(LootError) in nil },
            SectioningPlugin(
                "value", summary: "Price bands",
                options: [
                    PluginOption("bounds", .list(.integer(Int.min...Int.max)), default: [50], "The bounds")
                ],
                shortForm: ["bounds"]
            ) { (settings: PluginSettings) throws(LootError) in
                let bounds = settings.integers("bounds")
                if bounds != bounds.sorted() {
                    throw LootError(.invalidValue, "Can't make bands.", reason: "The bounds don't ascend.")
                }
                return FakeSectioning(name: "value", settings: settings)
            },
            SectioningPlugin(
                "date", summary: "Years or months",
                options: [
                    PluginOption("field", .text, default: "dateCreated", "The date's field"),
                    PluginOption(
                        "by", .choice(["year", "month"]), default: "year", "The period of one section"),
                ], shortForm: ["field", "by"]
            ) { (settings: PluginSettings) throws(LootError) in
                FakeSectioning(name: "date", settings: settings)
            },
        ]
    }

    var frontEnds: [FrontEndPlugin] {
        let journal = journal
        return [
            FrontEndPlugin(
                "cli", summary: "Runs commands",
                options: [
                    PluginOption("currency", .text, default: "$", "The currency, or its symbol"),
                    PluginOption("plain", .flag, default: false, "Whether to disable all colors"),
                ]
            ) { (settings: PluginSettings, host: any FrontEndHost) throws(LootError) in
                FakeFrontEnd { () throws(LootError) in
                    journal.note("cli \(settings.text("currency") ?? "")")
                    return .success
                }
            },
            FrontEndPlugin(
                "http", summary: "Serves a web page",
                options: [
                    PluginOption("port", .integer(1...65535), default: 8080, "The port to listen on"),
                    PluginOption("root", .path, "A folder of files to serve"),
                    PluginOption("open", .flag, default: false, "Whether to open a browser"),
                ],
                commands: [
                    .init("serve", summary: "Serves"),
                    .init("browse", summary: "Serves and opens a browser", settings: ["open": true]),
                ]
            ) { (settings: PluginSettings, host: any FrontEndHost) throws(LootError) in
                FakeFrontEnd { () throws(LootError) in
                    let root = settings.text("root") ?? "-"
                    journal.note("http \(settings.integer("port") ?? 0) \(root) \(settings.flag("open"))")
                    return .success
                }
            },
        ]
    }
}

extension LootApplication {
    /// Returns the value and the origin of a key, as in `config show`.
    func entry(_ path: String) -> String? {
        configuration().first { $0.path == path }.map { "\($0.value) from \($0.origin)" }
    }

    /// All problems, one per line.
    var complaints: [String] { configurationProblems().map(\.description) }

    /// Opens the configured store and returns it.
    func fakeStore() async throws -> FakeStore? { try await store() as? FakeStore }
}
