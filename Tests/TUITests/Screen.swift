import FieldSectioningPlugin
import InitialSectioningPlugin
import ItemFormatPlugins
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootWiring
import MemoryStorePlugin
import Synchronization
import TerminalKit
import Testing
import TextSearch
import ValueSectioningPlugin

@testable import TUI

/// Line input and output for tests.
final class TestLines: LineStreams {
    private let state: Mutex<(answers: [String], output: String)>

    init(_ answers: [String] = []) { state = Mutex((answers, "")) }

    var output: String { state.withLock { $0.output } }
    func write(_ text: String) { state.withLock { $0.output += text } }
    func readLine() -> String? {
        state.withLock { state in
            guard !state.answers.isEmpty else { return nil }
            let line = state.answers.removeFirst()
            state.output += line + "\n"
            return line
        }
    }
}

/// A configuration file in memory for tests.
final class TestConfiguration: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ text: String = "{}") { bytes = Mutex(Array(text.utf8)) }

    var text: String {
        get { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        set { bytes.withLock { $0 = Array(newValue.utf8) } }
    }

    /// The sources of an application with this file.
    func sources(_ environment: [String: String]) -> ConfigurationSources {
        ConfigurationSources(
            environment: environment, configurationFile: "/config.json",
            readFile: { [self] (_) throws(LootError) in Array(text.utf8) },
            changeFile: { [self] (_, change) throws(LootError) in
                text = String(decoding: try change(Array(text.utf8)), as: UTF8.self)
            })
    }
}

/// Returns a front end with a store, configured as in the application.
func frontEnd(
    _ store: any ItemStore, _ configuration: TUIConfiguration = TUIConfiguration(),
    file: TestConfiguration = TestConfiguration(), lines: TestLines = TestLines(),
    terminal: any Terminal & Sendable = MemoryTerminal(), environment: [String: String] = ["TERM": "xterm"],
    catalog: CatalogPlugin? = nil
) throws -> TUIFrontEnd {
    let registry = try Registry(
        stores: [StorePlugin("test", summary: "The test's.") { _ in store }],
        sectionings: [.none, .value, .initial], catalogs: catalog.map { [$0] } ?? [],
        importers: ItemFormat.all.map { .items($0) } + [.archive],
        exporters: ItemFormat.all.map { .items($0) } + [.archive], actions: Action.builtIn)
    let host = LootApplication(
        registry: registry, defaults: .init(store: "test", sections: "none"),
        sources: file.sources(environment))
    return try TUIFrontEnd(configuration, host: host, terminal: { _ in terminal }, lines: lines)
}

/// The screen of a session without a terminal. Types keys and reads the screen.
@MainActor final class Screen {
    let session: Session
    let window: Window
    private let host: any ProgramHost

    init(
        _ store: any ItemStore, width: Int = 44, height: Int = 12,
        environment: [String: String] = ["TERM": "xterm"], file: TestConfiguration = TestConfiguration(),
        catalog: CatalogPlugin? = nil,
        _ configure: (inout TUIConfiguration) -> Void = { _ in }
    ) async throws {
        var configuration = TUIConfiguration()
        configure(&configuration)
        let frontEnd = try frontEnd(
            store, configuration, file: file, environment: environment, catalog: catalog)
        host = frontEnd.host
        session =
            configuration.content == .items ? try await frontEnd.itemSession() : frontEnd.catalogSession()
        session.patience = nil
        window = Window(size: Size(width: width, height: height), content: session.root)
        session.attach(to: window)
        await session.settle()
    }

    /// Types keys in the notation of ``KeyScript``.
    func type(_ script: String) async throws {
        for key in try KeyScript.keys(script) {
            window.handle(.key(key))
            await session.settle()
        }
    }

    /// Clicks a number of times.
    func click(_ x: Int, _ y: Int, times: Int = 1) async {
        for _ in 0..<times { await mouse(.press(.left), x, y) }
        await mouse(.release, x, y)
    }

    func mouse(_ action: Mouse.Action, _ x: Int, _ y: Int) async {
        window.handle(.mouse(Mouse(action, at: Point(x: x, y: y))))
        await session.settle()
    }

    /// Returns the first line that contains the given text.
    func line(of part: String) -> Int? {
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(part) }
    }

    /// The text on the screen, without trailing spaces and trailing empty lines.
    var text: String {
        let lines = window.drawFrame().buffer.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        return lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    }

    /// The lines of the list, without bar, header and status.
    var rows: [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.drop { !$0.hasPrefix("/ ") }.dropFirst().dropLast().filter { !$0.isEmpty }
    }

    /// The line with the cursor.
    var cursorLine: String? { text.split(separator: "\n").first { $0.hasPrefix("›") }.map(String.init) }

    /// Presses “More” in the form.
    func showMore() async throws {
        await click(4, try #require(line(of: "[ More (")))
    }

    /// Clicks the given text in the row of a field.
    func press(_ part: String, inFieldOf title: String) async throws {
        let row = try #require(line(of: "  \(title)") ?? line(of: "* \(title)"))
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)[row]
        let place = try #require(line.firstRange(of: part))
        await click(line.distance(from: line.startIndex, to: place.lowerBound) + 1, row)
    }

    /// Shows all fields of the open item, and moves the cursor to one.
    func goToField(_ title: String) async throws {
        if text.contains("[ More (") { try await showMore() }
        try await type("g")
        for _ in 0..<60 where !text.contains("› \(title)") { try await type("j") }
    }

    /// Waits until the screen contains the given text. Returns false when the test's time is up.
    func shows(_ expected: String) async -> Bool {
        await waits { $0.contains(expected) }
    }

    /// Waits until the given text disappears.
    func hides(_ expected: String) async -> Bool {
        await waits { !$0.contains(expected) }
    }

    /// Waits at most 30 seconds until the text on the screen meets a condition.
    private func waits(for isExpected: (String) -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while !Task.isCancelled, ContinuousClock.now < end {
            await session.settle()
            if isExpected(text) { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

/// Returns the same items in every run.
func things() -> [Item] {
    let created = Moment("2026-11-20T10:00:00Z") ?? .first
    return [
        Item(name: "Rusty Spork", valueInDollars: 5, serialNumber: "A9F03C11", dateCreated: created),
        Item(
            name: "Shiny Mac", valueInDollars: 950, serialNumber: "C02XK1", dateCreated: created,
            isFavorite: true),
        Item(name: "Fluffy Bear", valueInDollars: 12, dateCreated: created),
        Item(name: "Bicycle", valueInDollars: 700, serialNumber: "WTU-77", dateCreated: created),
        Item(name: "Folding chair", valueInDollars: 30, dateCreated: created),
    ]
}
