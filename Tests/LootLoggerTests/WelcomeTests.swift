import LootCore
import LootPlugins
import Testing

@Suite struct `The first start` {
    @Test func `on a terminal greets, asks for the currency once, and uses it`() async throws {
        let session = try Session([Item(name: "Lamp", valueInDollars: 40)])
        let first = await session.run([], on: TestConsole(width: 80, answers: ["EUR"]))
        #expect(first.status == .success)
        #expect(first.errors.contains("loot serve --open") && first.errors.contains("loot help"))
        #expect(first.output.contains("€40"))
        #expect(session.written.configuration.contains("EUR"))
        let second = await session.run([], on: TestConsole(width: 80, answers: []))
        #expect(!second.errors.contains("loot serve --open") && second.output.contains("€40"))
    }

    @Test func `keeps the default if the answer is empty, and doesn't ask again`() async throws {
        let session = try Session()
        _ = await session.run(["add", "Lamp"], on: TestConsole(width: 80, answers: [""]))
        #expect(session.written.configuration.contains("$"))
        #expect(try await session.store.summary().count == 1)
    }

    @Test func `asks again for an answer that isn't a currency`() async throws {
        let session = try Session()
        let outcome = await session.run(["add", "Lamp"], on: TestConsole(width: 80, answers: ["12", "gbp"]))
        #expect(outcome.errors.contains("“12”"))
        #expect(session.written.configuration.contains("gbp"))
    }

    @Test func `adds the item if the input ends at the question`() async throws {
        let session = try Session()
        #expect(
            await session.run(["add", "Lamp"], on: TestConsole(width: 80, answers: [])).status == .success)
        #expect(session.written.configuration.isEmpty)
        #expect(try await session.store.summary().count == 1)
    }

    @Test(arguments: [
        TestConsole(), TestConsole(width: 80), TestConsole(answers: ["EUR"]),
    ])
    func `asks nothing in pipes and scripts`(console: TestConsole) async throws {
        let session = try Session()
        let outcome = await session.run(["add", "Lamp"], on: console)
        #expect(!outcome.errors.contains("serve --open") && session.written.configuration.isEmpty)
    }

    @Test func `asks nothing if the store is named or configured`() async throws {
        var session = try Session()
        for words in [["--store", "json:a.json", "add", "Lamp"], ["--quiet", "add", "Lamp"]] {
            let outcome = await session.run(words, on: TestConsole(width: 80, answers: ["EUR"]))
            #expect(!outcome.errors.contains("serve --open"), "\(words)")
        }
        session.files["/home/me/.config/loot/config.json"] = #"{"frontEnd":{"highValue":10}}"#
        let outcome = await session.run(["add", "Lamp"], on: TestConsole(width: 80, answers: ["EUR"]))
        #expect(!outcome.errors.contains("serve --open"))
    }
}
