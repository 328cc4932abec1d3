import LootActions
import LootCore
import LootPlugins
import LootTesting
import LootWiring
import MemoryStorePlugin
import Testing
import WebServer

extension Action {
    /// An action with a parameter of each kind, none of which sets a field.
    static let pack = Action(
        "pack", title: "Pack", summary: "Pack items into a box", suggestedKey: "Z", symbol: "▣",
        parameters: [box, label, count, worth, day]
    ) { input throws(LootError) in
        let (box, label, count) = (try input[box], try input[label], try input[count])
        let (worth, day) = (try input[worth], try input[day])
        return try await input.plan(title: { "Pack \($0)" }, done: { "Packed \($0)." }) { item in
            let note = [
                box, label, count.map { "\($0)" }, worth.map { "\($0)" }, day.map { "\($0)" },
            ]
            return .update(item.id, ["notes": .text(note.map { $0 ?? "–" }.joined(separator: " "))])
        }
    }

    private static let box = Parameter.required(
        "box", .text, summary: "The size of the box.", choices: ["small", "large"])
    private static let label = Parameter.optional("label", .text, summary: "The text on it.")
    private static let count = Parameter.optional("count", .integer, summary: "The number of boxes.")
    private static let worth = Parameter.optional("worth", .amount, summary: "The value for the insurance.")
    private static let day = Parameter.optional("day", .day, summary: "The day of the move.")
}

/// An action that another package adds to the registry.
@Suite struct `An action of a plugin` {
    @Test func `arguments are parsed by their types, even if they set no field`() async throws {
        let house = try Household(actions: [.pack])
        let id = Household.items[0].id.description
        _ = try await house.runCommand([
            "pack", id, "--box", "large", "--label", "Tools", "--count", "2", "--worth", "12.50", "--day",
            "2031-02-03",
        ])
        #expect(try await house.store.items()[0].notes == "large Tools 2 12.5 2031-02-03")
        #expect(house.store.titles == ["Pack “Drill”"])
    }

    @Test func `a missing optional argument is nil, and a missing required one is requested`() async throws {
        let house = try Household(actions: [.pack])
        let id = Household.items[0].id.description
        _ = try await house.runCommand(["pack", id, "--box", "small"])
        #expect(try await house.store.items()[0].notes == "small – – – –")
        let error = await #expect(throws: LootError.self) { _ = try await house.runCommand(["pack", id]) }
        #expect(error?.code == .invalidValue && error?.field == "box")
    }

    @Test(arguments: [
        (#""box":"huge""#, "box"), (#""box":"small","count":"many""#, "count"),
        (#""box":"small","worth":"dear""#, "worth"), (#""box":"small","day":"2031-02-30""#, "day"),
    ])
    func `an invalid argument is rejected with the parameter's name, and changes nothing`(
        argument: String, name: String
    ) async throws {
        let house = try Household(actions: [.pack])
        let body = "{\"items\":[\"\(Household.items[0].id)\"],\"arguments\":{\(argument)}}"
        let (status, text) = try await house.ask(.post, "/api/actions/pack", body)
        #expect(status == 422 && text.contains("\"/arguments/\(name)\""), "\(text)")
        #expect(text.contains("the value of “\(name)”"), "\(text)")
        #expect(try await house.store.items() == Household.items && house.store.titles.isEmpty)
    }

    @Test func `the page asks for the arguments, and offers the choices`() async throws {
        let house = try Household(actions: [.pack])
        let id = Household.items[0].id
        let form = try await house.ask(.get, "/do/pack?item=\(id)").body
        #expect(form.contains("<option>small</option>") && form.contains("<option>large</option>"))
        #expect(try await house.send("pack", "item=\(id)&box=large&label=Tools") == 303)
        #expect(try await house.store.items()[0].notes == "large Tools – – –")
    }

    @Test func `screens and plain mode run the action`() async throws {
        let house = try Household(actions: [.pack])
        _ = try await house.type(":pack large label Tools<enter>")
        #expect(try await house.store.items()[0].notes == "large Tools – – –")
        #expect(try await house.say("pack 2 small count 3").contains("Packed “Lamp”."))
        #expect(try await house.store.items()[1].notes == "small – 3 – –")
    }

    @Test func `shells complete the choices of a parameter`() async throws {
        let house = try Household(actions: [.pack])
        let words = try await house.runCommand(["__complete", "pack", "--box", ""])
        #expect(words.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["small", "large"])
    }

    @Test func `the action passes the conformance tests`() async {
        let stores = StoreConformance("memory", .writable) { _ in MemoryStore() }
        await ActionConformance(.pack, on: stores).check()
    }

    @Test(arguments: ["", "two words", "pack"])
    func `an ID that isn't a word, or that another action has, is rejected`(id: String) throws {
        let action = Action(id, title: "A", summary: "A") { input throws(LootError) in
            try await input.plan(title: { $0 }, done: { $0 }) { _ in nil }
        }
        let error = #expect(throws: LootError.self) { try Registry(actions: [.pack, action]) }
        #expect(error?.code == .configuration)
    }
}
