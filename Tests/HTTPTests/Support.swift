import ItemFormatPlugins
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

/// A host with one store and two sectionings.
struct TestHost: ProgramHost {
    let itemStore: any ItemStore
    /// The store that is opened instead.
    var reopened: ReopenedStore?
    var ownFields = OwnFields.none
    var productCatalogs: [any ProductCatalog] = []
    var listName: String?
    var hosts: [TestHost] = []
    private let kept = KeptViews()
    private let latest = LatestSettings()

    var environment: [String: String] { [:] }
    var plugins: [PluginDescriptor] {
        [
            PluginDescriptor(.sectioning, "price", summary: "By price."),
            PluginDescriptor(.sectioning, "same", summary: "By the values of a field."),
        ]
    }
    var frontEndCommands: [(command: FrontEndPlugin.Command, plugin: PluginDescriptor)] { [] }

    func store() async throws(LootError) -> any ItemStore {
        await latest.following(reopened?.open() ?? itemStore)
    }
    func closeStore() async throws(LootError) { try await reopened?.close() }
    var listNames: [String] { hosts.compactMap(\.listName) }
    func hostsOfLists() -> [any ProgramHost] { hosts }
    var listSettings: ListSettings { latest.value }
    func problems(of settings: ListSettings) -> [LootError] { [] }
    func readListSettings() async { await latest.read(from: itemStore) }
    func store(at address: String) async throws(LootError) -> any ItemStore { itemStore }
    func sectioning() throws(LootError) -> (any Sectioning)? { nil }
    func sectioning(_ shortForm: String) throws(LootError) -> (any Sectioning)? {
        if shortForm == "same" { return SameValues(field: "location") }
        if shortForm.hasPrefix("same:") {
            return SameValues(field: try Field.named(String(shortForm.dropFirst(5))))
        }
        guard shortForm == "price" else {
            throw LootError(.unknownSectioning, "There are no such sections.")
        }
        return PriceBands()
    }
    func catalogs() throws(LootError) -> [any ProductCatalog] { productCatalogs }
    func importers() throws(LootError) -> [FileImporter] {
        [ImporterPlugin.items(.json), .items(.jsonLines), .items(.csv), .items(.propertyList), .archive]
            .map { FileImporter($0) }
    }
    func exporters() throws(LootError) -> [FileExporter] {
        (ItemFormat.all.map { .items($0) } + [ExporterPlugin.archive]).map { FileExporter($0) }
    }
    func views() -> [SavedView] {
        guard case .object(let views)? = listSettings["views"] else { return kept.all }
        return views.compactMap { try? SavedView($0.key, json: $0.value) } + kept.all
    }
    func keep(_ view: SavedView) throws(LootError) { kept.keep(view) }
    func removeView(_ name: String) throws(LootError) -> SavedView {
        let view = try views().named(name)
        kept.remove(view)
        return view
    }
    var author: String? { nil }
    var language: Language { .english }
    var storeFile: StoreFile? { nil }
    func storeFile(at address: String) throws(LootError) -> StoreFile? { nil }
    var actions: [Action] { Action.builtIn }
    var programs: (any PluginPrograms)? { nil }
    var aliases: [(name: String, line: String)] { [] }
    var configurationFile: String? { nil }
    func configuration() -> [ConfigurationEntry] { [] }
    func configure(_ key: String, to value: String?) throws(LootError) -> Bool { false }
    func configurationProblems() -> [LootError] { [] }
    func configurationProblemsNow() -> [LootError] { [] }
    func configurationSchema() -> String { "{}" }
    func run(_ command: FrontEndPlugin.Command, settings: [String: SettingValue]) async throws(LootError)
        -> LootPlugins.ExitStatus
    { .usage }
}

/// Views in memory.
final class KeptViews: Sendable {
    private let views = Mutex<[SavedView]>([])

    var all: [SavedView] { views.withLock { $0 } }
    func keep(_ view: SavedView) {
        views.withLock { views in
            views.removeAll { $0.isCalled(view.name) }
            views.append(view)
        }
    }
    func remove(_ view: SavedView) { views.withLock { $0.removeAll { $0 == view } } }
}

/// Values below 50, and all others.
struct PriceBands: Sectioning {
    var rule: SectionRule? { .bands("valueInDollars", bounds: [50]) }
    func title(for key: SectionKey) -> String { key == .number(0) ? "Cheap & cheerful" : "Dear" }
    func indexTitle(for key: SectionKey) -> String? { key == .number(0) ? "C" : "D" }
}

/// A section for each value of a field.
struct SameValues: Sectioning {
    let field: FieldKey
    var rule: SectionRule? { .value(field) }
    func title(for key: SectionKey) -> String { "\(key)" }
    func indexTitle(for key: SectionKey) -> String? { nil }
}

/// A site with a store in memory, used without a network.
struct TestSite {
    let store: any ItemStore
    let site: Site
    let router: Router

    init(
        _ items: [Item] = [], _ configuration: HTTPConfiguration = HTTPConfiguration(),
        own: OwnFields = .none, catalogs: [any ProductCatalog] = [],
        wrap: (any ItemStore) -> any ItemStore = { $0 }, today: @escaping @Sendable () -> Day = { .today }
    ) async throws {
        try await self.init(
            wrap(try MemoryStore(items)), configuration, own: own, catalogs: catalogs, today: today)
    }

    /// Creates a site with the given store. The site logs to `log`.
    init(
        _ store: any ItemStore, _ configuration: HTTPConfiguration = HTTPConfiguration(),
        own: OwnFields = .none, catalogs: [any ProductCatalog] = [], allowances: Allowances = Allowances(),
        log: @escaping @Sendable (String) -> Void = { _ in },
        today: @escaping @Sendable () -> Day = { .today }
    ) async throws {
        self.store = store
        site = try await Site(
            configuration,
            host: TestHost(itemStore: store, ownFields: own, productCatalogs: catalogs),
            allowances: allowances, today: today, log: log)
        router = site.router
    }

    func ask(
        _ method: Method, _ target: String, headers: Headers = [:], json: String? = nil, form: String? = nil
    ) async throws -> Answered {
        var headers = headers
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let body = Array((json ?? form ?? "").utf8)
        let request = try #require(Request(method, target, headers: headers, body: body))
        return Answered(await router.respond(to: request))
    }

    /// Sends a request with any body.
    func send(
        _ method: Method, _ target: String, _ body: [UInt8], headers: Headers = [:]
    ) async throws -> Answered {
        Answered(
            await router.respond(to: try #require(Request(method, target, headers: headers, body: body))))
    }

    func get(_ target: String, headers: Headers = [:]) async throws -> Answered {
        try await ask(.get, target, headers: headers)
    }

    func names() async throws -> [String] { try await store.items().map(\.name) }
}

/// A response with its parsed body.
struct Answered {
    let response: Response
    var status: Int { response.status.code }
    var headers: Headers { response.headers }

    init(_ response: Response) { self.response = response }

    var bytes: [UInt8] { if case .bytes(let bytes) = response.body { bytes } else { [] } }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var json: DocumentValue {
        get throws { try DocumentValue(json: Array(text.utf8).span, strict: true) }
    }

    /// Returns the string values of a member in all elements of an array.
    func texts(_ array: String, _ member: String) throws -> [String] {
        let content = try json[array]?.content
        guard case .array(let elements) = content else { return [] }
        return elements.compactMap { $0[member]?.text }
    }
}

extension DocumentValue {
    var text: String? { if case .text(let text) = content { text } else { nil } }
    var number: Int? { if case .number(let digits) = content { Int(digits) } else { nil } }
}

/// Creates items with distinguishable ids: the first one ends in 1.
func items(_ names: String...) -> [Item] {
    names.enumerated().map { index, name in
        Item(
            id: ItemID(high: 0x2f1d_7c60_95e4_4c6e, low: 0x8f3e_0000_0000_0000 | UInt64(index + 1)),
            name: name,
            valueInDollars: (index + 1) * 20, dateCreated: Moment("2026-01-02T03:04:05Z") ?? .now)
    }
}

extension LootError {
    /// The error of a file store whose file was overwritten.
    static let damage = LootError(
        .damaged, "Can't read all items.", reason: "/home/ada/things/items.json is incomplete.",
        advice: "See what can be kept.", remedy: .recover, place: "/home/ada/things/items.json")
}

/// A read-only store.
struct Unwritable: StoreWrapper {
    let wrapped: any ItemStore

    var capabilities: StoreCapabilities { wrapped.capabilities.subtracting(.writable) }
}

/// The lines of a log.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var add: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
}
