import Foundation
import LootCore
import Synchronization
import LootPlugins
import Testing

@testable import ProgramBridge

/// Programs that misbehave. None may block the host longer than the limits, leave a process running, or lose
/// acknowledged changes.
@Suite(.enabled(if: Tool.python != nil)) struct MisfitTests {
    private func open(_ misfit: Misfit, _ limits: Limits = Place.short) async throws -> BridgedStore {
        let program = try await misfit.place.trusted(misfit.path, limits)
        let offer = try #require(program.greeting.offers.first)
        return try await BridgedStore.open(
            offer, PluginSettings(), Session(program, misfit.place.context(limits)))
    }

    @Test(arguments: [
        "garbage", "half", "endless", "wrong-id", "text-id", "neither", "never", "dies", "no-utf8", "deep",
    ])
    func `a program that describes itself incorrectly isn't trusted, and is ended`(mode: String)
        async throws
    {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(mode, at: "hello")
        let start = ContinuousClock.now
        let error = await #expect(throws: LootError.self) {
            try await misfit.place.trusted(misfit.path, Place.short)
        }
        #expect(error?.description.isEmpty == false)
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(try misfit.place.bridge().list().map(\.trust) == [.unknown])
        #expect(try await misfit.isGone())
    }

    @Test(arguments: [
        "garbage", "half", "endless", "wrong-id", "neither", "never", "dies", "no-utf8", "lies", "says-no",
        "no-revision", "deep",
    ])
    func `a failed commit loses no acknowledged change`(mode: String) async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(nil)
        let (lamp, sofa) = (Item(name: "Lamp"), Item(name: "Sofa"))
        let store = try await open(misfit)
        try await store.add(lamp)
        try misfit.misbehave(mode)
        let outcome = await Result { try await store.add(sofa) }
        try misfit.misbehave(nil)
        try await store.close()
        let again = try await open(misfit)
        let names = try await again.items().map(\.name)
        #expect(names == ["Lamp"] || names == ["Lamp", "Sofa"], "\(mode)")
        if case .success = outcome { #expect(names == ["Lamp", "Sofa"]) }
        if case .failure(let error) = outcome { #expect(!"\(error)".contains("..")) }
        if case .failure(let error) = outcome {
            #expect(error is LootError)
            #expect(!"\(error)".contains("\u{1B}"))
        }
        // The program continues normally.
        try await again.add(Item(name: "Vase"))
        #expect(try await again.items().last?.name == "Vase")
        try await again.close()
        #expect(try await misfit.isGone())
    }

    @Test func `if a program dies before it answers a commit, its revision shows the outcome`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(nil)
        let store = try await open(misfit)
        try await store.add(Item(name: "Lamp"))
        try misfit.misbehave("dies-after")
        try await store.add(Item(name: "Sofa"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Sofa"])
        try misfit.misbehave("dies")
        let error = await #expect(throws: LootError.self) { try await store.add(Item(name: "Vase")) }
        #expect(error?.description.contains("Nothing was changed.") == true)
        #expect(try await store.items().map(\.name) == ["Lamp", "Sofa"])
        try misfit.misbehave(nil)
        try await store.add(Item(name: "Rug"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Sofa", "Rug"])
        try await store.close()
        #expect(try await misfit.isGone())
    }

    @Test func `a second response to a request ends the program, which is restarted once`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("twice")
        let store = try await open(misfit)
        try await store.add(Item(name: "Lamp"))
        #expect(try await misfit.isGone())
        try misfit.misbehave(nil)
        try await store.add(Item(name: "Sofa"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Sofa"])
        #expect(Set(misfit.processes).count >= 3, "started twice, and then restarted")
        try await store.close()
        #expect(try await misfit.isGone())
    }

    @Test(arguments: ["twin", "escape", "nameless", "on-and-on", "no-revision"])
    func `a store that returns invalid items isn't opened`(mode: String) async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(mode, at: "load")
        let error = await #expect(throws: LootError.self) { try await open(misfit) }
        #expect(error?.code == .damaged)
        #expect(error?.description.contains("\u{1B}") == false)
        #expect(try await misfit.isGone())
    }

    @Test(arguments: ["stubborn", "never"])
    func `a program that doesn't exit on request is ended`(mode: String) async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(nil)
        let store = try await open(misfit)
        try misfit.misbehave(mode, at: "close")
        let start = ContinuousClock.now
        try await store.close()
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(try await misfit.isGone())
    }

    @Test func `child processes of a program end with it, even outside its process group`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("forks", at: "open")
        let program = try await misfit.place.trusted(misfit.path, Place.short)
        let session = Session(program, misfit.place.context(Place.short))
        _ = try await BridgedStore.open(
            try #require(program.greeting.offers.first), PluginSettings(), session)
        #expect(misfit.processes.count >= 4)
        session.kill()
        #expect(try await misfit.isGone())
    }

    @Test func `a program that floods standard error keeps working, and its log is truncated`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("chatty", at: "open")
        let store = try await open(misfit, Limits())
        try await store.add(Item(name: "Lamp"))
        try await store.close()
        #expect(try await misfit.isGone())
        let lines = misfit.place.log.withLock { $0 }
        #expect(lines.reduce(0) { $0 + $1.utf8.count } < 1 << 19)
        #expect(lines.last == "misfit: further output isn't shown")
    }

    @Test func `responses can have a different order than the requests`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("swaps", at: "revision")
        let connection = try misfit.place.context(Place.short).start(misfit.path, name: "misfit")
        let isAnswered = Mutex(false)
        let held = Task {
            let reply = try await connection.reply(to: "revision")
            isAnswered.withLock { $0 = true }
            return reply
        }
        // Repeat until the delayed request is answered. At least the first of these requests is answered
        // before it.
        repeat {
            #expect(try await connection.reply(to: "history").members?["commits"] != nil)
        } while !isAnswered.withLock { $0 }
        #expect(try await held.value.members?["revision"] != nil)
        connection.kill()
        #expect(try await misfit.isGone())
    }

    @Test func `the response to a canceled request is ignored`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("swaps", at: "revision")
        let connection = try misfit.place.context(Place.short).start(misfit.path, name: "misfit")
        let task = Task { try await connection.reply(to: "revision") }
        task.cancel()
        let error = await #expect(throws: LootError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await connection.reply(to: "history").members?["commits"] != nil)
        #expect(try await connection.reply(to: "history").members?["commits"] != nil)
        connection.kill()
    }

    @Test func `a request by a program is answered with an error`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("asks", at: "open")
        let store = try await open(misfit)
        try await store.close()
        #expect(try await misfit.isGone())
    }

    @Test(
        arguments: ["open", "load"], ["garbage", "half", "endless", "wrong-id", "never", "dies", "says-no"])
    func `a store that fails during opening isn't opened, and is ended`(method: String, mode: String)
        async throws
    {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(mode, at: method)
        let start = ContinuousClock.now
        let error = await #expect(throws: LootError.self) { try await open(misfit) }
        #expect(error?.description.contains("\u{1B}") == false)
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(try await misfit.isGone())
    }

    @Test(arguments: ["neither", "no-revision", "garbage", "dies", "says-no"])
    func `a store that declares a history but has none keeps its items and accepts changes`(mode: String)
        async throws
    {
        let misfit = try Misfit(try Place())
        try misfit.misbehave(mode, at: "history")
        let store = try await open(misfit)
        try await store.add(Item(name: "Lamp"))
        await #expect(throws: LootError.self) { try await store.history(limit: 5) }
        try misfit.misbehave(nil)
        try await store.add(Item(name: "Sofa"))
        #expect(try await store.items().map(\.name) == ["Lamp", "Sofa"])
        try await store.close()
        #expect(try await misfit.isGone())
    }

    @Test func `a store whose revision always changes still shows its items`() async throws {
        let misfit = try Misfit(try Place())
        let (one, other) = (try await open(misfit), try await open(misfit))
        try misfit.misbehave("lies", at: "revision")
        var events = other.events().makeAsyncIterator()
        try await one.add(Item(name: "Lamp"))
        #expect(await events.next() != nil)
        #expect(try await other.items().map(\.name) == ["Lamp"])
        try await one.close()
        try await other.close()
        #expect(try await misfit.isGone())
    }

    @Test func `a program that stops reading is ended in time`() async throws {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("deaf", at: "load")
        let store = try await open(misfit)
        try misfit.misbehave("never", at: "open")
        var long = Item(name: "Lamp")
        long.notes = String(repeating: "more than a pipe holds ", count: 20_000)
        let start = ContinuousClock.now
        let item = long
        await #expect(throws: LootError.self) { try await store.add(item) }
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(try await store.items().isEmpty)
        try await store.close()
        #expect(try await misfit.isGone())
    }

    @Test func `a program's description can't control the terminal`() async throws {
        let place = try Place()
        let hello = { (offer: String) in
            """
            #!/usr/bin/env python3
            import sys
            sys.stdin.readline()
            print('{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"version":"\\\\u001b[2J1","offers":[\(offer)]}}', flush=True)
            sys.stdin.readline()
            """
        }
        let plain = #"{"kind":"store","name":"a","summary":"\\u001b[31mred"}"#
        let program = try await place.bridge().trust(try place.program("steers", hello(plain)))
        #expect(!program.version.contains("\u{1B}") && !program.version.isEmpty)
        #expect(program.offers.first?.summary.text.contains("\u{1B}") == false)
        for offer in [
            #"{"kind":"store","name":"\\u001b[2J"}"#,
            #"{"kind":"store","name":"a","options":[{"name":"\\u001b[2J"}]}"#,
            #"{"kind":"store","name":"a","options":[{"name":"b","kind":"choice","words":["\\u001b[2J"]}]}"#,
            #"{"kind":"\\u001b[2J","name":"a"}"#,
        ] {
            let path = try place.program("steers", hello(offer))
            let error = await #expect(throws: LootError.self) { try await place.bridge().trust(path) }
            #expect(error?.code == .malformed && error?.description.contains("\u{1B}") == false, "\(offer)")
        }
    }

    @Test func `a changed file doesn't run until it is trusted again`() async throws {
        let misfit = try Misfit(try Place())
        let program = try await misfit.place.trusted(misfit.path)
        let before = misfit.processes.count
        try misfit.place.program("misfit", Misfit.text + "\n# and one more line\n")
        let offer = try #require(program.greeting.offers.first)
        let error = await #expect(throws: LootError.self) {
            try await BridgedStore.open(offer, PluginSettings(), Session(program, misfit.place.context()))
        }
        #expect(error?.code == .configuration)
        #expect(error?.remedy == .trustPlugin("misfit"))
        #expect(misfit.processes.count == before, "it was run")
        #expect(try misfit.place.bridge().list().first?.trust == .changed)
        _ = try await misfit.place.trusted(misfit.path)
        #expect(try misfit.place.bridge().list().first?.trust == .trusted)
    }

    @Test func `a file that other users can change isn't trusted`() async throws {
        let misfit = try Misfit(try Place())
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: misfit.path)
        let error = await #expect(throws: LootError.self) { try await misfit.place.trusted(misfit.path) }
        #expect(error?.reason.text.contains("Any user can modify its file") == true)
        #expect(misfit.processes.isEmpty)
    }

    @Test func `a program in a data folder is never found`() async throws {
        let place = try Place()
        try place.program("lurker", Misfit.text, in: "data")
        for path in [".", "", "data", "./data"] {
            let search = ProgramSearch(["PATH": path, "HOME": place.folder], home: place.folder)
            #expect(search.plugin("lurker") == nil)
            #expect(search.plugins().isEmpty)
        }
        let error = await #expect(throws: LootError.self) { try await place.bridge().trust("lurker") }
        #expect(error?.code == .noSuchFile)
    }

    @Test func `a section title can't control the terminal, and a failed program isn't called again`()
        async throws
    {
        let misfit = try Misfit(try Place())
        let program = try await misfit.place.trusted(misfit.path, Place.short)
        let offer = try #require(program.greeting.offers.last)
        let sectioning = BridgedSectioning(
            program, offer, PluginSettings(), misfit.place.context(Place.short))
        #expect(sectioning.key(for: Item(name: "ab")) == .number(0))
        #expect(!sectioning.title(for: .number(0)).contains("\u{1B}"))
        try misfit.misbehave("neither", at: "keys")
        let start = ContinuousClock.now
        for _ in 0..<1_000 { #expect(sectioning.key(for: Item(name: "abc")) == .missing) }
        #expect(sectioning.failure?.description.hasPrefix(sectioning.title(for: .missing)) == true)
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}

extension Result where Failure == any Error {
    /// Runs an asynchronous body and stores its result.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
