import LootCore
import LootPlugins
import LootLogger
import Testing

/// Tests `loot __complete`, which the scripts of `loot completions` call.
@Suite struct CompletionTests {
    private static func session() throws -> Session {
        var items = [("aa11", "Rusty Spork"), ("aa22", "Lamp"), ("bb33", "Lantern")].map {
            Item(id: id($0.0), name: $0.1)
        }
        (items[1].location, items[1].tags) = ("Attic", ["fragile", "old"])
        (items[2].location, items[2].tags) = ("Küche", ["old"])
        return try Session(items)
    }

    private static func id(_ start: String) -> ItemID {
        ItemID("\(start)0000-0000-4000-8000-000000000000") ?? ItemID()
    }

    /// Returns the completions for the last word.
    private func offered(_ words: String...) async throws -> [String] {
        let outcome = try await Self.session().run(["__complete"] + words)
        #expect(outcome.status == .success && outcome.errors.isEmpty, "\(words): \(outcome)")
        return outcome.lines.map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `items are completed by ID, by position, and by name`() async throws {
        #expect(try await offered("show", "") == ["aa110000", "aa220000", "bb330000"])
        #expect(try await offered("show", "aa") == ["aa110000", "aa220000"])
        #expect(try await offered("edit", "--yes", "la") == ["Lamp", "Lantern"])
        #expect(try await offered("edit", "RUST") == ["Rusty Spork"])
        #expect(try await offered("move", "aa11", "--after", "#") == ["#1", "#2", "#3"])
        #expect(try await offered("show", "#2") == ["#2"])
        #expect(try await offered("show", "zz").isEmpty)
        let outcome = try await Self.session().run("__complete", "show", "aa2")
        #expect(outcome.output == "aa220000\tLamp\n")
    }

    @Test func `an ambiguous name is completed to the ID`() async throws {
        let names = ["Mug", "mug", "Mugs", "-mu", "#mu", "mu\u{301}d", "Bad"]
        let session = try Session(names.enumerated().map { Item(id: Self.id("cc0\($0)"), name: $1) })
        func offered(_ word: String) async -> [String] {
            await session.run("__complete", "show", word).lines.map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(await offered("mug") == ["cc000000", "cc010000", "Mugs"])
        #expect(await offered("mud") == ["mu\u{301}d"])
        #expect(await offered("ba") == ["cc060000"], "it could be the beginning of an id")
    }

    @Test func `the lists of the configuration are completed`() async throws {
        var session = try Self.session()
        session.files["/home/me/.config/loot/config.json"] =
            #"{ "lists": { "home": "json", "cabin": { "use": "json" }, "car": "memory:" } }"#
        func offered(_ words: String...) async -> [String] {
            await session.run(["__complete"] + words).lines.map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(await offered("--list", "") == ["home", "cabin", "car"])
        #expect(await offered("stats", "--list=ca") == ["--list=cabin", "--list=car"])
        #expect(await offered("--list", "cabin", "show", "la") == ["Lamp", "Lantern"])
        #expect(await offered("--list", "car", "show", "la").isEmpty)
    }

    @Test func `places and tags are completed as in the list`() async throws {
        #expect(try await offered("add", "Cup", "--location", "") == ["Attic", "Küche"])
        #expect(try await offered("edit", "--location=K") == ["--location=Küche"])
        #expect(try await offered("add", "--tags", "") == ["fragile", "old"])
        #expect(try await offered("add", "--tags", "old,") == ["old,fragile"])
    }

    @Test func `fields are completed after a comma, and directions after a colon`() async throws {
        #expect(try await offered("list", "--fields", "name,va") == ["name,value"])
        #expect(try await offered("list", "--fields", "name,no") == ["name,notes"])
        #expect(try await offered("list", "--sort", "valu") == ["value"])
        #expect(try await offered("list", "--sort=value:") == ["--sort=value:asc", "--sort=value:desc"])
        #expect(try await offered("list", "--where", "loc") == ["location"])
    }

    @Test func `formats and sectionings are completed with their arguments`() async throws {
        #expect(try await offered("export", "--format", "js") == ["json", "jsonl"])
        #expect(try await offered("sections", "f") == ["favorite", "field"])
        #expect(try await offered("list", "--sections", "field:loc") == ["field:location"])
        #expect(try await offered("list", "--sections", "date:") == ["date:year", "date:month"])
    }

    @Test func `stores are completed by address, with files`() async throws {
        let session = FileSession()
        for name in ["one.json", "other.txt", ".hidden"] { session[name] = [] }
        func offered(_ words: String...) async -> [String] {
            await session.run(["__complete"] + words).lines.map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(await offered("--store", "s") == ["sqlite:"])
        #expect(await offered("copy", "--to", "pl") == ["plist:"])
        #expect(
            await offered("--store", "json:\(session.folder)/o")
                == ["json:FOLDER/one.json", "json:FOLDER/other.txt"])
        #expect(await offered("--store", "memory:x").isEmpty)
    }

    @Test func `completions are the same for every configured front end`() async throws {
        let session = FileSession()
        session["config.json"] = Array(#"{ "frontEnd": { "use": "nonsense" } }"#.utf8)
        let outcome = await session.run("__complete", "--config", "config.json", "unf")
        #expect(outcome.output == "unfavorite\tRemove items from favorites\n")
    }

    @Test func `changes for undo and configuration keys are completed`() async throws {
        let session = try Self.session()
        await session.run("edit", "#1", "--value", "3")
        let changes = await session.run("__complete", "undo", "")
        #expect(changes.output == "1\tEdit “Rusty Spork”\n")
        #expect(try await offered("--set", "frontEnd.cur") == ["frontEnd.currency="])
    }

    @Test func `completions use the store on the command line, and are empty if it can't be opened`()
        async throws
    {
        let session = FileSession()
        await session.run("--store", "json:mine.json", "add", "Cup", "--location", "Shed")
        let words = ["add", "--location", ""]
        #expect(await session.run(["__complete", "--store", "json:mine.json"] + words).output == "Shed\t\n")
        #expect(await session.run(["__complete"] + words).output.isEmpty)
        session["bad.json"] = Array("{".utf8)
        let bad = await session.run(["__complete", "--store", "json:bad.json"] + words)
        #expect(bad.status == .success && bad.output.isEmpty && bad.errors.isEmpty)
    }
}
