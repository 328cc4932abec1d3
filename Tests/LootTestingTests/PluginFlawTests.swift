import LootCore
import LootPlugins
import LootTesting
import Synchronization
import Testing

/// Each law for importers, exporters, hooks, decorators and front ends finds a plugin that violates it.
@Suite struct PluginFlawTests {
    /// Checks that a correct plugin satisfies all laws, and that each law detects one of the flawed plugins.
    private func prove<Plugin: PluginConformance>(
        sound: Plugin, flawed: [Plugin], sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        #expect(flawed.count == Plugin.cases.count, sourceLocation: sourceLocation)
        for (law, plugin) in zip(Plugin.cases, flawed) {
            let result = await sound.result(of: law)
            #expect(result == .passed, "\(law.name)", sourceLocation: sourceLocation)
            let failure = await plugin.result(of: law).failure
            #expect(failure != nil, "\(law.name)", sourceLocation: sourceLocation)
        }
    }

    @Test func `each law finds an importer that violates it`() async {
        await prove(
            sound: Self.lines(nil),
            flawed: [
                Self.lines(.forgetsTheLast), Self.lines(.splitsAtPieces), Self.lines(.countsFromTen),
                Self.lines(.isUnavailable), Self.lines(.writes),
            ])
    }

    private static func lines(_ flaw: LineImporter.Flaw?) -> ImporterConformance {
        ImporterConformance(
            "lines", sample: Array("Lamp\nSpork\n".utf8),
            text: #"{"name":"Lamp"}"# + "\n" + #"{"name":"Spork"}"#
        ) { LineImporter(flaw: flaw, target: $0) }
    }

    @Test func `each law finds an exporter that violates it`() async {
        await prove(
            sound: Self.names(nil),
            flawed: [Self.names(.refusesNone), Self.names(.forgetsTheLast), Self.names(.neverStops)])
        #expect(await Self.names(.ignoresErrors).result(of: ExporterConformance.cases[2]).failure != nil)
    }

    private static func names(_ flaw: NameExporter.Flaw?) -> ExporterConformance {
        ExporterConformance(
            "names", fields: ["name"],
            reading: { file in
                String(decoding: file, as: UTF8.self).split(separator: "\0", omittingEmptySubsequences: false)
                    .dropLast().map { Item(name: String($0)) }
            }
        ) { NameExporter(flaw: flaw) }
    }

    @Test func `each law finds a hook that violates it`() async {
        await prove(
            sound: HookConformance("sound") { FlawedHook(flaw: nil) },
            flawed: FlawedHook.Flaw.allCases.map { flaw in
                HookConformance("flawed") { FlawedHook(flaw: flaw) }
            })
    }

    @Test func `each law finds a decorator that violates it`() async {
        await prove(
            sound: DecoratorConformance("sound", patience: .milliseconds(500)) {
                FlawedDecorator(flaw: nil, wrapped: $0)
            },
            flawed: FlawedDecorator.Flaw.allCases.map { flaw in
                DecoratorConformance("flawed", patience: .milliseconds(300)) {
                    FlawedDecorator(flaw: flaw, wrapped: $0)
                }
            })
    }

    @Test func `each law finds a front end that violates it`() async {
        await prove(
            sound: FrontEndConformance("sound") { FlawedFrontEnd(flaw: nil, host: $0) },
            flawed: FlawedFrontEnd.Flaw.allCases.map { flaw in
                FrontEndConformance("flawed") { host in
                    if flaw == .opensEarly { _ = try await host.store() }
                    return FlawedFrontEnd(flaw: flaw, host: host)
                }
            })
    }

    @Test func `check() ends the process outside of a test of Swift Testing`() async {
        await #expect(processExitsWith: .failure) {
            await Task.detached {
                _ = await FrontEndConformance("flawed") { FlawedFrontEnd(flaw: .closes, host: $0) }.check()
            }.value
        }
    }
}

/// Reads one name per line.
private struct LineImporter: ItemImporter {
    enum Flaw { case forgetsTheLast, splitsAtPieces, countsFromTen, isUnavailable, writes }

    let flaw: Flaw?
    let target: ImportTarget
    private var rest: [UInt8] = []
    private var line = 0

    init(flaw: Flaw?, target: ImportTarget) { (self.flaw, self.target) = (flaw, target) }

    mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        if flaw == .isUnavailable, bytes.contains(0) {
            throw LootError(.unavailable, "Can't read the file.")
        }
        if flaw == .writes { try await target.store.add(Item(name: "Extra")) }
        rest += bytes
        if flaw == .splitsAtPieces { return try await finish() }
        var result = ImportedText()
        while let end = rest.firstIndex(of: 0x0A) {
            if flaw == .forgetsTheLast, end == rest.count - 1 { break }
            add(rest[..<end], to: &result)
            rest.removeSubrange(...end)
        }
        return result
    }

    mutating func finish() async throws(LootError) -> ImportedText {
        var result = ImportedText()
        if !rest.isEmpty, flaw != .forgetsTheLast { add(rest[...], to: &result) }
        rest = []
        return result
    }

    private mutating func add(_ name: ArraySlice<UInt8>, to result: inout ImportedText) {
        let text = String(decoding: name.filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }, as: UTF8.self)
        result.bytes += Array(#"{"name":"\#(text)"}"#.utf8) + [0x0A]
        result.places.append((line: flaw == .countsFromTen ? line + 10 : line, column: 0))
        line += 1
    }
}

/// Writes names, each with a zero byte at its end.
private struct NameExporter: ItemExporter {
    enum Flaw { case refusesNone, forgetsTheLast, neverStops, ignoresErrors }

    let flaw: Flaw?

    func write(
        _ rows: ItemRows, files: (any FileKeeper)?, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        if rows.count == 0, flaw == .refusesNone {
            throw LootError(.usage, "Can't write the file.", reason: "There are no items.")
        }
        var names: [String] = []
        try await rows.forEach { names.append($0.name) }
        for name in flaw == .forgetsTheLast ? names.dropLast() : names[...] {
            do {
                let goesOn = try await sink(Array(name.utf8) + [0])
                if !goesOn, flaw != .neverStops { break }
            } catch { if flaw != .ignoresErrors { throw error } }
        }
        return []
    }
}

private final class FlawedHook: CommitHook {
    enum Flaw: CaseIterable { case breaksItems, dropsConditions, isFickle, fails }

    let flaw: Flaw?
    private let calls = Atomic(0)

    init(flaw: Flaw?) { self.flaw = flaw }

    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        let call = calls.add(1, ordering: .relaxed).newValue
        var transaction = transaction
        switch flaw {
        case .breaksItems: transaction.changes.append(.remove(ItemID()))
        case .dropsConditions: transaction.conditions = []
        case .isFickle where call % 2 == 0: throw LootError(.declined, "The number is even.")
        default: break
        }
        return transaction
    }

    func didCommit(_ commit: Commit) async throws(LootError) -> [String] {
        if flaw == .fails { throw LootError(.unavailable, "Can't use the hook.") }
        return []
    }
}

private struct FlawedDecorator: StoreWrapper {
    enum Flaw: CaseIterable { case declaresTooMuch, hidesEvents, hidesErrors, staysOpen }

    let flaw: Flaw?
    let wrapped: any ItemStore

    var capabilities: StoreCapabilities {
        flaw == .declaresTooMuch ? [.writable, .files, .durable] : wrapped.capabilities
    }

    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        do { return try await wrapped.page(of: query, rows: rows) } catch {
            if flaw != .hidesErrors { throw error }
            return Page(revision: .initial, start: 0, items: [])
        }
    }

    func events() -> AsyncStream<StoreEvent> {
        flaw == .hidesEvents ? AsyncStream { $0.finish() } : wrapped.events()
    }

    func close() async throws(LootError) { if flaw != .staysOpen { try await wrapped.close() } }
}

private struct FlawedFrontEnd: FrontEnd {
    enum Flaw: CaseIterable { case opensEarly, refusesNone, ignoresErrors, closes }

    let flaw: Flaw?
    let host: any FrontEndHost

    func run() async throws(LootError) -> LootPlugins.ExitStatus {
        let store = try await host.store()
        do {
            if try await store.items().isEmpty, flaw == .refusesNone { return .usage }
        } catch { if flaw != .ignoresErrors { throw error } }
        if flaw == .closes { try await store.close() }
        return .success
    }
}
