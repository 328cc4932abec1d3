import LootCore
import LootPlugins
import LootWiring
import Synchronization
import Testing

@Suite struct ApplicationTests {
    @Test func `the store opens on the first request, and once for concurrent requests`() async throws {
        let house = Fixture()
        let application = try house.application()
        #expect(house.journal.all == [])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await application.store() } }
            try await group.waitForAll()
        }
        #expect(house.journal.all == ["open json"])
    }

    @Test func `closing closes an opened store once`() async throws {
        let house = Fixture()
        let application = try house.application()
        _ = try await application.store()
        try await application.close()
        try await application.close()
        #expect(house.journal.all == ["open json", "close json"])
        let error = await #expect(throws: LootError.self) { try await application.store() }
        #expect(error?.code == .closed)
    }

    @Test func `closing doesn't open the store`() async throws {
        let house = Fixture()
        try await house.application().close()
        #expect(house.journal.all == [])
    }

    @Test func `wrappers are applied in order, with their options`() async throws {
        let house = Fixture(
            #"{ "store": { "use": "memory", "with": [{ "use": "limit", "most": 5 }, "audit", "limit"] } }"#)
        _ = try await house.application().store()
        #expect(house.journal.all == ["open memory", "wrap limit 5", "wrap audit", "wrap limit 100"])
    }

    @Test func `a store is closed if its wrapper fails`() async throws {
        let house = Fixture(
            #"{ "store": { "use": "memory", "with": ["audit", { "use": "limit", "most": 13 }] } }"#)
        let application = try house.application()
        let error = await #expect(throws: LootError.self) { try await application.store() }
        #expect(error?.code == .unavailable)
        #expect(house.journal.all == ["open memory", "wrap audit", "wrap limit 13", "close memory"])
    }

    @Test func `a closed store is opened again, until the application is closed`() async throws {
        let house = Fixture()
        let application = try house.application()
        try await application.closeStore()
        for _ in 0..<2 {
            _ = try await application.store()
            try await application.closeStore()
        }
        try await application.close()
        try await application.closeStore()
        await #expect(throws: LootError.self) { try await application.store() }
        #expect(house.journal.all == ["open json", "close json", "open json", "close json"])
    }

    @Test func `a request after a failed opening tries again`() async throws {
        let attempts = Mutex(0)
        let plugin = StorePlugin("busy", summary: "Locked at first") {
            (settings: PluginSettings) throws(LootError) in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            if attempt == 1 {
                throw LootError(.locked, "Can't open the store.", reason: "Another process has it.")
            }
            return FakeStore(name: "busy", settings: settings, journal: Journal())
        }
        let application = LootApplication(
            registry: try Registry(stores: [plugin]), defaults: .init(store: "busy"),
            sources: ConfigurationSources())
        let error = await #expect(throws: LootError.self) { try await application.store() }
        #expect(error?.code == .locked)
        #expect(try await application.fakeStore()?.name == "busy")
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test func `canceling one caller doesn't affect the others`() async throws {
        let house = Fixture()
        let application = try house.application()
        let task = Task { try await application.store() }
        task.cancel()
        _ = try await application.store()
        _ = try? await task.value
        #expect(house.journal.all == ["open json"])
    }

    @Test func `the configured front end runs`() async throws {
        let house = Fixture(#"{ "frontEnd": { "use": "http", "port": 81, "root": "pages" } }"#)
        #expect(try await house.application().run() == .success)
        #expect(house.journal.all == ["http 81 /home/ann/.config/loot/pages false"])
    }

    @Test func `a given front end runs instead of the configured one`() async throws {
        let house = Fixture(#"{ "frontEnd": "http" }"#)
        #expect(try await house.application().run(house.frontEnds[0]) == .success)
        #expect(house.journal.all == ["cli $"])
    }

    @Test func `a given front end runs with the valid part of a wrong configuration`()
        async throws
    {
        let house = Fixture(#"{ "stoer": 1, "frontEnd": { "currency": "€", "plain": 3 } }"#)
        await #expect(throws: LootError.self) { try await house.application().run() }
        let application = try house.application()
        #expect(try await application.run(house.frontEnds[0]) == .success)
        #expect(house.journal.all == ["cli €"])
        #expect(application.configurationProblems().count == 2)
        #expect(throws: LootError.self) { try application.sectioning() }
        let error = await #expect(throws: LootError.self) { try await application.store() }
        #expect(
            error?.description == """
                Can't use “stoer” in \(Fixture.usualFile):1:3. This isn't a configuration key. Did you mean “store”? See \
                1 other problem.
                """)
        #expect(error?.remedy == .checkConfiguration)
    }

    @Test func `settings override the command's, which override the configured ones`()
        async throws
    {
        let house = Fixture(#"{ "frontEnd": { "use": "http", "port": 81, "open": false } }"#)
        let application = try house.application()
        let (serve, browse) = (application.frontEndCommands[0], application.frontEndCommands[1])
        #expect(browse.plugin.name == "http")
        #expect(try await application.run(serve.command, settings: [:]) == .success)
        _ = try await application.run(browse.command, settings: ["port": 82, "root": "here"])
        _ = try await application.run(browse.command, settings: ["open": false])
        #expect(house.journal.all == ["http 81 - false", "http 82 /desk/here true", "http 81 - false"])
    }

    @Test func `a command's front end runs with its defaults if it isn't configured`() async throws {
        let house = Fixture()
        let application = try house.application()
        _ = try await application.run(application.frontEndCommands[0].command, settings: [:])
        #expect(house.journal.all == ["http 8080 - false"])
    }

    @Test func `a command with an invalid setting is a usage error`() async throws {
        let application = try Fixture().application()
        let serve = application.frontEndCommands[0].command
        var errors: [LootError] = []
        for settings: [String: SettingValue] in [["port": 0], ["prot": 1]] {
            do throws(LootError) { _ = try await application.run(serve, settings: settings) } catch {
                errors.append(error)
            }
        }
        do throws(LootError) {
            _ = try await application.run(.init("srve", summary: ""), settings: [:])
        } catch {
            errors.append(error)
        }
        #expect(errors.map(\.exitStatus) == [.usage, .usage, .usage])
        #expect(
            errors.map(\.description) == [
                "Can't use “frontEnd.port” in serve. It can't be 0. It must be a whole number from 1 to 65535.",
                "Can't use “frontEnd.prot” in serve. “http” doesn't have this key. Did you mean “port”?",
                "Can't run “srve”. No front end has this command. Did you mean “serve”?",
            ])
    }

    @Test func `an application without a selected plugin reports that on request`() async throws {
        let application = LootApplication(
            registry: try Registry(stores: Fixture().stores), sources: ConfigurationSources())
        #expect(application.configurationProblems() == [])
        #expect(application.configuration() == [])
        #expect(try application.sectioning() == nil)
        let error = await #expect(throws: LootError.self) { try await application.store() }
        #expect(
            error?.description
                == "The configuration doesn't select a store. Set store.use to memory, json, or remote.")
        await #expect(throws: LootError.self) { try await application.run() }
    }
}
