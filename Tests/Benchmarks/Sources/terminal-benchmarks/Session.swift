import FieldSectioningPlugin
import InitialSectioningPlugin
import LootActions
import LootCore
import LootPlugins
import LootWiring
import TUI
import TerminalKit

/// The cost of a key.
struct Frame {
    var milliseconds: Double
    /// The processor time on all threads meanwhile.
    var work = 0.0
    var bytes: Int
}

/// A front end on a store in a simulated terminal. It types keys and waits for output.
final class Session {
    private let terminal: WatchedTerminal
    private let application: LootApplication
    private var writes: AsyncStream<WatchedTerminal.Write>.Iterator
    private var run: Task<Void, any Error>?

    init(_ store: any ItemStore, _ size: Size) throws {
        terminal = WatchedTerminal(size: size)
        let terminal = terminal
        let registry = try Registry(
            stores: [StorePlugin("measured", summary: "The benchmark's.") { _ in store }],
            sectionings: [.none, .initial], actions: Action.builtIn,
            frontEnds: [.tui(terminal: { _ in terminal })])
        application = LootApplication(
            registry: registry, defaults: .init(store: "measured", sections: "none", frontEnd: "tui"),
            sources: ConfigurationSources(environment: ["TERM": "xterm-256color"]))
        writes = terminal.writes.makeAsyncIterator()
    }

    /// Starts the front end, and waits for the first screen with rows.
    func firstScreen() async -> Frame {
        let start = Instant.now
        let application = application
        run = Task { _ = try await application.run() }
        var bytes = 0
        while let write = await writes.next(isolation: #isolation) {
            bytes += write.bytes.count
            if String(decoding: write.bytes, as: UTF8.self).contains("number") {
                return Frame(from: start, to: write.time, bytes: bytes)
            }
        }
        return Frame(milliseconds: 0, bytes: bytes)
    }

    /// Types keys, and waits for the frame that shows their effect. Draining also waits for events of the store.
    func frame(_ keys: String, drains: Bool = false) async -> Frame {
        let start = Instant.now
        terminal.type(keys)
        var frame = Frame(milliseconds: 0, bytes: 0)
        while let write = await writes.next(isolation: #isolation) {
            frame = Frame(from: start, to: write.time, bytes: frame.bytes + write.bytes.count)
            if !write.isPreliminary { break }
        }
        if drains { _ = await rest() }
        return frame
    }

    /// Types keys repeatedly.
    func frames(_ keys: [String], count: Int, drains: Bool = false) async -> [Frame] {
        var frames: [Frame] = []
        for index in 0..<count { frames.append(await frame(keys[index % keys.count], drains: drains)) }
        return frames
    }

    /// Types a letter into the search. Returns the frame that shows it, and the frame that shows the results.
    func search(_ letter: String) async -> (shown: Frame, found: Frame) {
        let start = Instant.now
        terminal.type(letter)
        var shown: Frame?
        var found = Frame(milliseconds: 0, bytes: 0)
        while let write = await writes.next(isolation: #isolation) {
            found = Frame(from: start, to: write.time, bytes: write.bytes.count)
            if shown == nil { shown = found }
            if String(decoding: write.bytes, as: UTF8.self).contains("found") { break }
        }
        return (shown ?? found, found)
    }

    /// Waits, and returns the bytes that were written meanwhile.
    func idle(for time: Duration) async -> Int {
        try? await Task.sleep(for: time)
        return await rest()
    }

    func quit() async throws {
        terminal.type("q")
        try await run?.value
    }

    /// Waits until nothing more is written, and returns the number of bytes.
    private func rest() async -> Int {
        var bytes = 0
        var mark = terminal.markSoon()
        while let write = await writes.next(isolation: #isolation) {
            if write.bytes.isEmpty {
                if write.time == mark { break }
            } else {
                bytes += write.bytes.count
                mark = terminal.markSoon()
            }
        }
        return bytes
    }
}

extension Frame {
    init(from start: Instant, to end: Instant, bytes: Int) {
        let parts = (end.clock - start.clock).components
        milliseconds = Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
        work = Double(end.nanosecondsOfWork - start.nanosecondsOfWork) / 1e6
        self.bytes = bytes
    }
}
