import LootCore
import LootLogger
import LootPlugins
import Testing

/// Tests `loot config get`, `set` and the like, and aliases.
@Suite struct ConfigCommandTests {
    @Test func `setting a value changes nothing else in the file`() async throws {
        var session = try Session([Item(name: "Lamp", valueInDollars: 40)])
        let path = "/home/me/.config/loot/config.json"
        session.files[path] = """
            {
              // Where we live.
              "frontEnd": { "use": "cli", "currency": "€" }
            }

            """
        #expect(await session.run("config", "path").output == path + "\n")
        #expect(await session.run("config", "get", "frontEnd.currency").output == "€\n")
        #expect(
            await session.run("config", "set", "frontEnd.currency", "CHF").output
                == "Set frontEnd.currency.\n")
        #expect(
            await session.run("config", "set", "frontEnd.currency", "CHF").output
                == "It already has this value.\n")
        #expect(await session.run("config", "set", "frontEnd.highValue", "100.5").status == .success)
        #expect(
            await session.run("config", "set", "frontEnd.columns", #"["name","value"]"#).status == .success)
        #expect(await session.run("config", "set", "author", "123").status == .success)
        #expect(await session.run("config", "get", "frontEnd.highValue").output == "100.5\n")
        #expect(await session.run("list").output.contains("CHF\u{A0}40"))
        expectSnapshot(session.written.configuration, "config-set")
        #expect(
            await session.run("config", "unset", "frontEnd.currency").output
                == "Removed the setting frontEnd.currency.\n")
        #expect(
            await session.run("config", "unset", "frontEnd.currency").output
                == "The file doesn't contain this key.\n")
        #expect(await session.run("config", "get", "author").output == "123\n")
        #expect(await session.run("config", "get", "frontEnd").output.contains("frontEnd.use=cli\n"))
    }

    @Test func `lists are added, chosen and used by name`() async throws {
        let session = FileSession()
        func run(_ words: String..., variables: [String: String] = [:]) async -> Outcome {
            await session.run(["--config", session.folder + "/c.json"] + words, environment: variables)
        }
        let home = await run("config", "set", "lists.home", "json:\(session.folder)/home.json")
        #expect(home.status == .success, "\(home.errors)")
        #expect(await run("config", "set", "lists.cabin", "\(session.folder)/cabin.json").status == .success)
        #expect(await run("add", "Lamp").status == .success)
        #expect(await run("--list", "cabin", "add", "Axe").status == .success)
        #expect(await run("list", "--format", "{name}").output == "Lamp\n")
        #expect(await run("list", "--list", "cabin", "--format", "{name}").output == "Axe\n")
        let variable = await run("list", "--format", "{name}", variables: ["LOOT_LIST": "cabin"])
        #expect(variable.output == "Axe\n")
        #expect(await run("config", "set", "list", "cabin").status == .success)
        #expect(await run("list", "--format", "{name}").output == "Axe\n")
        let object = #"{ "use": "json", "path": "\#(session.folder)/cabin.json" }"#
        #expect(await run("config", "set", "lists.cabin", object).status == .success)
        #expect(
            await run("config", "set", "lists.cabin.path", "\(session.folder)/hut.json").status == .success)
        #expect(await run("config", "get", "lists.cabin.path").output == "FOLDER/hut.json\n")
        for words in [
            ["list", "hut"], ["store", "memory:"], ["lists...", "memory:"], ["lists.a/b", "memory:"],
            ["lists.boat", "nothing:"],
        ] {
            let refused = await run("config", "set", words[0], words[1])
            #expect(refused.status == .configuration, "\(words)")
        }
        #expect(await run("config", "check").status == .success)
        let unknown = await run("--list", "hut", "list")
        #expect(unknown.status == .configuration && unknown.output.isEmpty)
    }

    @Test func `a bound is shown as it was written`() async throws {
        var session = try Session([])
        session.files["/home/me/.config/loot/config.json"] =
            #"{ "sections": { "use": "value", "bounds": [">50", 75, "99.5", ">100.25"] } }"#
        #expect(
            await session.run("config", "get", "sections.bounds").output
                == #"[">50", 75, 99.5, ">100.25"]"# + "\n")
    }

    @Test func `each front end has its own options in one file`() async throws {
        let session = FileSession()
        session["c.json"] = Array(
            """
            { "frontEnd": "cli", "cli": { "currency": "CHF" }, "tui": { "mode": "plain" }, "http": { "threads": 2 } }
            """.utf8)
        func run(_ words: String..., variables: [String: String] = [:]) async -> Outcome {
            await session.run(["--config", session.folder + "/c.json"] + words, environment: variables)
        }
        #expect(await run("config", "check").status == .success)
        for (name, value) in [("Lamp", "40"), ("Bed", "90")] { _ = await run("add", name, "--value", value) }
        #expect(await run("list").output.contains("CHF\u{A0}40"))
        #expect(await run("config", "get", "http.threads").output == "2\n")
        #expect(await run("config", "set", "cli.sort", "value:desc").status == .success)
        #expect(await run("list", "--format", "{name}").output == "Bed\nLamp\n")
        #expect(
            await run("--set", "cli.sort=value", "list", "--format", "{name}").output == "Lamp\nBed\n")
        let variables = ["LOOT_CLI_SORT": "value"]
        #expect(await run("list", "--format", "{name}", variables: variables).output == "Lamp\nBed\n")
        #expect(await run("config", "get", "cli.sort", variables: variables).output == "[\"value\"]\n")
        let wrong = await run("config", "set", "tui.portt", "1")
        #expect(wrong.status != .success && wrong.errors.contains("tui"))
    }

    @Test func `a key of another front end is accepted`() async throws {
        let session = FileSession()
        session["c.json"] = Array(
            #"{ "frontEnd": { "use": "tui", "mode": "plain", "pager": "cat", "threads": 2 } }"#.utf8)
        let file = ["--config", session.folder + "/c.json"]
        #expect(await session.run(file + ["config", "check"]).status == .success)
        #expect(await session.run(file + ["config", "get", "http.threads"]).output == "2\n")
    }

    @Test func `paths are stored as absolute ones`() async throws {
        let session = FileSession()
        session["c.json"] = Array("{}".utf8)
        let file = ["--config", session.folder + "/c.json"]
        #expect(
            await session.run(file + ["config", "set", "store", "sqlite:big.sqlite"]).status == .success)
        let example = await session.run(file + ["config", "set", "cli.columns", "name,value"])
        #expect(example.status == .success, "\(example.errors)")
        let written = String(decoding: session["c.json"] ?? [], as: UTF8.self)
        #expect(written.contains("sqlite:/") && written.contains("[\"name\", \"value\"]"), "\(written)")
    }

    @Test(arguments: [
        (["set", "frontEnd.highValue", "much"], "frontEnd.highValue"),
        (["set", "frontEnd.colour", "never"], "color"),
        (["set", "nonsense", "1"], "isn't a configuration key"),
        (["set", "store.with[0]", "x"], "an element of a list"),
        (["set", "views.dear", "value >"], "dear"), (["set", "store.use", "jsno"], "json"),
        (["get", "frontEnd.curency"], "frontEnd.currency"),
        (["set", "aliases.x", "[1]"], "must be a command line"),
        (["set", "store.", " x"], "isn't a configuration key"),
    ])
    func `an invalid value is rejected, and the file isn't changed`(
        words: [String], hint: String
    ) async throws {
        let session = try Session()
        await session.run("config", "set", "author", "Ann")
        let before = session.written.configuration
        let outcome = await session.run(["config"] + words)
        #expect(
            outcome.status != .success && outcome.output.isEmpty && outcome.errors.contains(hint),
            "\(outcome)")
        #expect(session.written.configuration == before)
    }

    @Test func `aliases expand to the beginning of a command line`() async throws {
        let session = try Session([
            Item(name: "Lamp", valueInDollars: 40), Item(name: "Bike", valueInDollars: 900),
        ])
        await session.run("config", "set", "aliases.dear", "list --where 'value > 500'")
        #expect(await session.run("config", "set", "aliases.list", "stats").status == .usage)
        await session.run("config", "set", "aliases.loop", "loop")
        await session.run("config", "set", "aliases.open", "list 'x")
        #expect(await session.run("dear", "--format", "{name}").output == "Bike\n")
        #expect(await session.run("--set", "frontEnd.currency=€", "dear").output.contains("€900"))
        // A command's meaning doesn't depend on the configuration.
        #expect(await session.run("list", "--count").output == "2\n")
        #expect(await session.run("list", "--nonsense").status == .usage)
        let loop = await session.run("loop")
        #expect(
            loop.status == .usage && loop.errors.contains("“loop” is an alias in the configuration."),
            "\(loop)")
        let open = await session.run("open")
        #expect(
            open.status == .configuration
                && open.errors.contains("A quotation mark in “list 'x” isn't closed."),
            "\(open)")
        #expect(await session.run("__complete", "de").output.hasPrefix("dear\t"))
        #expect(await session.run("__complete", "dear", "--so").output.contains("--sort\t"))
        let unknown = await session.run("nonsense")
        #expect(unknown.status == .usage && !unknown.errors.contains("alias"))
    }

    @Test func `option names of other programs are recognized`() async throws {
        let session = try Session()
        for (word, command) in [
            ("ls", "loot list"), ("rm", "loot remove ITEM"), ("delete", "loot remove ITEM"),
            ("search", "loot list --search TEXT"),
            ("mv", "loot move ITEM --to POSITION"), ("log", "loot history"), ("cat", "loot show ITEM"),
        ] {
            let outcome = await session.run(word, "x")
            #expect(outcome.status == .usage)
            #expect(
                outcome.errors
                    == "loot: “\(word)” isn't a command of “loot”. Did you mean “\(command)”?\n"
            )
        }
    }

    @Test func `a name can be given in two ways, but not in both at once`() async throws {
        let session = try Session()
        #expect(await session.run("add", "--name", "Lamp", "--format", "{name}").output == "Lamp\n")
        let both = await session.run("add", "Lamp", "--name", "Vase")
        #expect(both.status == .usage && both.errors.contains("Two names were given"))
    }

    @Test func `topics and manual pages exist and fit a screen`() async throws {
        let session = try Session()
        for topic in ["items", "formats", "stores", "files", "changes", "scripts"] {
            let outcome = await session.run("help", topic)
            #expect(outcome.status == .success)
            #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(topic)")
            expectSnapshot(outcome.output, "help-topic-\(topic)")
        }
        let page = await session.run("help", "--man").output
        #expect(
            page.hasPrefix(".TH \"LOOT\" 1")
                && page.contains("\n.SH FORMATS\n".replacing("FORMATS", with: "\"FORMATS\"")))
        #expect(page.contains("loot serviced") && page.contains("\\-\\-where FILTER..."))
        let history = await session.run("help", "--man", "history").output
        expectSnapshot(history.replacing("loot \(Loot.version)", with: "loot VERSION"), "man-history")
        #expect(await session.run("help", "--man", "nonsense").status == .usage)
    }

    @Test func `colors and columns follow the command line and the environment`() async throws {
        var session = try Session([Item(name: "A lamp with a name that takes some room", valueInDollars: 40)])
        #expect(await session.run("list", "--color", "always").output.contains("\u{1B}["))
        #expect(await session.run("list", on: TestConsole(width: 80)).output.contains("\u{1B}["))
        #expect(
            !(await session.run("--color=never", "list", on: TestConsole(width: 80))).output.contains(
                "\u{1B}["))
        #expect(await session.run("list", "--color", "sometimes").status == .usage)
        session.environment["COLUMNS"] = "40"
        let narrow = await session.run("list", "--color", "never", on: TestConsole(width: 200))
        #expect(narrow.lines.allSatisfy { $0.count <= 40 } && narrow.lines.count > 2, "\(narrow)")
        #expect(await session.run("list").lines.count == 2)
        session.environment["COLUMNS"] = "wide"
        #expect(await session.run("list", on: TestConsole(width: 200)).lines.count == 2)
    }

    @Test func `an empty list gives a person advice`() async throws {
        let session = try Session()
        #expect(
            await session.run("list", "--color", "never", on: TestConsole(width: 80)).output
                == "No items! Add one with: loot add NAME\n")
        #expect(await session.run("list").output == "No items!\n")
    }
}
