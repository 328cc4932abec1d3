import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct `The settings of a list` {
    private let session = FileSession()

    /// Creates a list in euros that contains a lamp.
    private func begin(_ file: String = "items.json") async {
        let outcome = await session.run("--store", "json:\(file)", "settings", "set", "currency", "EUR")
        #expect(outcome.status == .success, "\(outcome.errors)")
        await session.run("--store", "json:\(file)", "add", "Lamp", "--value", "1299.50")
    }

    private func mergeDriver() async -> Outcome {
        await session.run(
            ["merge-driver"] + ["base", "ours", "theirs"].map { "\(session.folder)/\($0).json" })
    }

    private func list(_ store: String, environment: [String: String] = [:]) async -> String {
        await session.run(["--store", store, "list"], environment: environment).output
    }

    @Test func `a list with euros shows euros in tables and reports`() async {
        await begin()
        #expect(await list("json:items.json").contains("€1,299.50"))
        #expect(
            await list("json:items.json", environment: ["LOOT_CLI_CURRENCY": "USD"]).contains("€1,299.50"))
        let report = await session.run("--store", "json:items.json", "report")
        #expect(
            report.output.contains("€1,299.50") && !report.output.contains("$1,299.50"), "\(report.errors)")
    }

    @Test func `settings show their values and origins`() async {
        await begin()
        await session.run("--store", "json:items.json", "settings", "set", "highValue", "100")
        let shown = await session.run(
            "--store", "json:items.json", "settings", "show", "--format", "jsonl")
        #expect(
            shown.output.contains(#"{"key":"currency","value":"EUR","origin":"list"}"#)
                && shown.output.contains(#"{"key":"highValue","value":100,"origin":"list"}"#),
            "\(shown.output)")
    }

    @Test func `changes of settings are undone, redone and part of the history`() async {
        await begin()
        await session.run("--store", "json:items.json", "settings", "set", "currency", "CHF")
        #expect(await list("json:items.json").contains("CHF"))
        await session.run("--store", "json:items.json", "undo")
        #expect(await list("json:items.json").contains("€1,299.50"))
        await session.run("--store", "json:items.json", "redo")
        #expect(await list("json:items.json").contains("CHF"))
        let history = await session.run("--store", "json:items.json", "history", "-p")
        #expect(history.output.contains("Set “Currency” to CHF"), "\(history.output)")
    }

    @Test(arguments: ["json:items.json", "sqlite:items.sqlite"])
    func `a list reports once that its history drops changes`(store: String) async {
        var reports: [Bool] = []
        for arguments in [
            ["add", "Lamp"], ["settings", "set", "historyLimit", "2"], ["add", "Bear"], ["add", "Cup"],
        ] {
            let outcome = await session.run(["--store", store] + arguments)
            #expect(outcome.status == .success)
            reports.append(outcome.errors.contains("history reached its limit"))
        }
        #expect(reports == [false, false, true, false])
        // Neither a higher nor a lower limit repeats the report.
        for limit in ["9", "1"] {
            let outcome = await session.run(["--store", store, "settings", "set", "historyLimit", limit])
            #expect(outcome.status == .success && !outcome.errors.contains("history reached its limit"))
        }
    }

    @Test(arguments: [
        (["set", "currency", "EURO9"], LootError.Code.invalidValue), (["set", "currncy", "EUR"], .usage),
        (["set", "highValue", "many"], .invalidValue), (["set", "views", "x"], .invalidValue),
        (["set", "dueWithin", "soon"], .invalidValue), (["set", "historyLimit", "-1"], .invalidValue),
        (["unset", "currncy"], .usage),
    ])
    func `invalid settings are rejected and nothing changes`(words: [String], code: LootError.Code) async {
        await begin()
        let before = session["items.json"]
        let outcome = await session.run(["--store", "json:items.json", "settings"] + words)
        #expect(outcome.status != .success)
        #expect(session["items.json"] == before)
    }

    @Test func `a list without settings is written as before`() async throws {
        await session.run("--store", "json:items.json", "add", "Lamp")
        let text = String(decoding: try #require(session["items.json"]), as: UTF8.self)
        #expect(text.hasPrefix("{\n\"format\":\"loot\",\n\"version\":1,\n\"items\":[\n"))
        await session.run("--store", "json:items.json", "settings", "set", "currency", "EUR")
        let later = String(decoding: try #require(session["items.json"]), as: UTF8.self)
        #expect(
            later == text.replacing("\"items\":", with: "\"settings\":{\"currency\":\"EUR\"},\n\"items\":"))
    }

    @Test(arguments: ["items.json", "items.plist"])
    func `the first setting adds an envelope to a list without one`(file: String) async throws {
        session[file] = Array(
            (file == "items.json"
                ? #"[{"name":"Lamp","valueInDollars":40}]"#
                : "<plist><array><dict><key>name</key><string>Lamp</string></dict></array></plist>").utf8)
        let store = file == "items.json" ? "json:items.json" : "plist:items.plist"
        let outcome = await session.run("--store", store, "settings", "set", "currency", "EUR")
        #expect(outcome.status == .success, "\(outcome.errors)")
        let shown = await session.run("--store", store, "settings", "show", "--format", "jsonl")
        #expect(shown.output.contains("EUR"))
        #expect(await list(store).contains("Lamp"))
        #expect(await session.run("--store", store, "check").status == .success)
    }

    @Test func `a copy to SQLite and back keeps the settings`() async {
        await begin()
        for (source, target) in [
            ("json:items.json", "sqlite:a.sqlite"), ("sqlite:a.sqlite", "plist:b.plist"),
        ] {
            let outcome = await session.run("--store", source, "copy", "--to", target)
            #expect(outcome.status == .success, "\(outcome.errors)")
            #expect(await list(target).contains("€1,299.50"), "\(target)")
        }
    }

    @Test func `a merge by copy asks for the currency, and no amount changes its meaning`() async {
        await begin()
        let copy = ["--store", "json:items.json", "copy", "--to", "json:francs.json", "--merge"]
        await session.run("--store", "json:francs.json", "add", "Mug", "--value", "3")
        // The amounts of the source are in euros, and those of the target stay as they are.
        #expect(await session.run(copy).status == .success)
        #expect(await list("json:francs.json").contains("€1,299.50"))
        #expect(await list("json:francs.json").contains("$3"))
        await session.run("--store", "json:francs.json", "undo")
        await session.run("--store", "json:francs.json", "settings", "set", "currency", "CHF")
        let refused = await session.run(copy)
        #expect(refused.status == .badData)
        #expect(refused.errors.contains("--currency EUR") && refused.errors.contains("--currency CHF"))
        #expect(await list("json:francs.json").contains("CHF"))
        for (currency, amount) in [("EUR", "€1,299.50"), ("CHF", "CHF1,299.50")] {
            let merged = await session.run(copy + ["--currency", currency])
            #expect(merged.status == .success, "\(merged.errors)")
            let shown = await list("json:francs.json").replacing("\u{A0}", with: "").replacing(
                "CHF ", with: "CHF")
            #expect(shown.contains(amount) && shown.contains("CHF3"), "\(shown)")
            await session.run("--store", "json:francs.json", "undo")
        }
        let console = TestConsole(width: 80, answers: ["eur"])
        #expect(await session.run(copy, on: console).status == .success)
        #expect(await list("json:francs.json").contains("€1,299.50"))
        // If the source has no currency, the currency of its amounts is unknown.
        await session.run("--store", "json:plain.json", "add", "Cup", "--value", "7")
        let unknown = await session.run(
            "--store", "json:plain.json", "copy", "--to", "json:francs.json", "--merge")
        #expect(unknown.status == .badData && unknown.errors.contains("--currency CHF"))
    }

    @Test(arguments: ["json:items.json", "sqlite:items.sqlite"])
    func `the number of items whose amounts get another currency is reported`(store: String) async {
        let store = ["--store", store]
        await session.run(store + ["add", "Lamp", "--value", "3"])
        await session.run(store + ["add", "Mug", "--price", "4"])
        await session.run(store + ["add", "Vase", "--value", "5", "--currency", "CHF"])
        await session.run(store + ["add", "Gift", "--quantity", "2"])
        let trial = await session.run(store + ["settings", "set", "currency", "EUR", "--dry-run"])
        #expect(trial.errors.contains("2 items have amounts without a currency"), "\(trial.errors)")
        let set = await session.run(store + ["settings", "set", "currency", "EUR"])
        #expect(set.output.contains("2 items have amounts without a currency. They are now in EUR."))
        let title = await session.run(store + ["settings", "set", "title", "Home"])
        #expect(!title.output.contains("without a currency"))
        let unset = await session.run(store + ["settings", "unset", "currency"])
        #expect(unset.output.contains("2 items have amounts without a currency"))
    }

    @Test
    func `an archive brings its settings into an empty home, and amounts keep their currency elsewhere`()
        async
    {
        await begin()
        await session.run("--store", "json:items.json", "export", "\(session.folder)/list.tar")
        let home = FileSession()
        home["list.tar"] = session["list.tar"]
        let outcome = await home.run("import", "\(home.folder)/list.tar")
        #expect(outcome.status == .success, "\(outcome.errors)")
        #expect(await home.run("list").output.contains("€1,299.50"))
        let other = FileSession()
        other["list.tar"] = session["list.tar"]
        await other.run("add", "Mug", "--value", "3")
        await other.run("import", "\(other.folder)/list.tar")
        let shown = await other.run("list").output
        #expect(shown.contains("€1,299.50") && shown.contains("$3"), "\(shown)")
    }

    /// Creates a list in euros, and a copy in francs next to it.
    private func beginWithFrancs() async -> (store: [String], francs: String) {
        await begin()
        session["francs.json"] = Array(
            #"{"format":"loot","version":1,"settings":{"currency":"CHF"},"items":[{"name":"Mug","valueInDollars":3}]}"#
                .utf8)
        return (["--store", "json:items.json"], "\(session.folder)/francs.json")
    }

    @Test(arguments: ["import", "merge"])
    func `a list in another currency is accepted with an answer only, and the amounts keep their meaning`(
        command: String
    ) async {
        let (store, francs) = await beginWithFrancs()
        for options in [[], ["--dry-run"]] {
            let refused = await session.run(store + [command, francs] + options)
            #expect(refused.status == .badData)
            #expect(refused.errors.contains("--currency CHF") && refused.errors.contains("--currency EUR"))
        }
        #expect(await session.run(store + ["list", "--count"]).output == "1\n")
        for (currency, amount) in [("CHF", "CHF"), ("EUR", "€3")] {
            let given = await session.run(store + [command, francs, "--currency", currency])
            #expect(given.status == .success, "\(given.errors)")
            let shown = await session.run(store + ["list"])
            #expect(shown.output.contains(amount) && shown.output.contains("€1,299.50"), "\(shown.output)")
            await session.run(store + ["undo"])
        }
        let console = TestConsole(width: 80, answers: ["yen", "chf"])
        #expect(await session.run(store + [command, francs], on: console).status == .success)
        #expect(await list("json:items.json").contains("CHF"))
    }

    @Test func `an import doesn't give the currency of the file to amounts that it doesn't contain`() async {
        let (store, francs) = await beginWithFrancs()
        let exported = await session.run(store + ["list", "--format", "jsonl"])
        let id = exported.output.firstMatch(of: /"id":"([^"]*)"/)?.1 ?? ""
        session["francs.json"] = Array(
            #"{"format":"loot","version":1,"settings":{"currency":"CHF"},"items":[{"id":"\#(id)","name":"Lamp 2"}]}"#
                .utf8)
        #expect(await session.run(store + ["import", francs]).status == .success)
        #expect(await list("json:items.json").contains("€1,299.50"))
        session["francs.json"] = Array(
            #"{"format":"loot","version":1,"settings":{"currency":"CHF"},"items":[{"id":"\#(id)","name":"Lamp 2","purchasePrice":1}]}"#
                .utf8)
        let refused = await session.run(store + ["import", francs, "--currency", "CHF"])
        #expect(refused.status == .badData)
        #expect(await list("json:items.json").contains("€1,299.50"))
    }

    @Test func `a mirror has the settings of its store`() async {
        session["config.json"] = Array(
            #"{"store": {"use": "json", "path": "items.json", "with": [{"use": "mirror", "to": "json:mirror.json"}]}}"#
                .utf8)
        let outcome = await session.run(
            "--config", "config.json", "settings", "set", "currency", "EUR")
        #expect(outcome.status == .success, "\(outcome.errors)")
        await session.run("--config", "config.json", "add", "Lamp", "--value", "1299.50")
        #expect(await list("json:mirror.json").contains("€1,299.50"))
    }

    @Test func `the merge driver merges settings by key and reports conflicts`() async throws {
        await begin("base.json")
        for name in ["ours.json", "theirs.json"] { session[name] = session["base.json"] }
        await session.run("--store", "json:ours.json", "settings", "set", "title", "Attic")
        await session.run("--store", "json:theirs.json", "settings", "set", "highValue", "100")
        let merged = await mergeDriver()
        #expect(merged.status == .success, "\(merged.errors)")
        let text = String(decoding: try #require(session["ours.json"]), as: UTF8.self)
        #expect(text.contains(#""settings":{"currency":"EUR","highValue":100,"title":"Attic"}"#), "\(text)")
        await session.run("--store", "json:theirs.json", "settings", "set", "title", "Cellar")
        let conflict = await mergeDriver()
        #expect(conflict.status.rawValue == 1 && conflict.errors.contains("Cellar"), "\(conflict.errors)")
    }

    @Test func `the list keeps conflicts of settings until they are settled`() async throws {
        await begin("base.json")
        for (name, title, filter) in [("ours", "Attic", "value > 5"), ("theirs", "Cellar", "value > 7")] {
            session["\(name).json"] = session["base.json"]
            let store = "json:\(name).json"
            await session.run("--store", store, "settings", "set", "title", title)
            await session.run("--store", store, "view", "save", "both", "--where", filter)
            await session.run("--store", store, "view", "save", "of \(name)", "--favorites")
        }
        #expect(await mergeDriver().status.rawValue == 1)
        func run(_ words: String...) async -> Outcome {
            await session.run(["--store", "json:ours.json"] + words)
        }
        let listed = await run("conflicts", "--format", "csv")
        #expect(listed.status.rawValue == 1)
        #expect(
            listed.lines == [
                "id,name,field,ours,theirs", "settings,Settings,title,Attic,Cellar",
                "settings,Settings,views.both,{where: value > 5},{where: value > 7}",
            ], "\(listed.output) \(listed.errors)")
        let views = await run("view", "--format", "jsonl").output
        #expect(views.contains("of ours") && views.contains("of theirs"))
        #expect(await run("conflicts", "settings", "views.both", "--take", "theirs").status == .success)
        #expect(await run("conflicts", "settings", "title", "--take", "ours").status == .success)
        #expect(await run("conflicts").status == .success)
        #expect(await run("view", "--format", "jsonl").output.contains("value > 7"))
        #expect(await run("settings").output.contains("Attic"))
    }

    @Test func `views are saved in the list, or in the configuration if they are private`() async {
        await begin()
        session["config.json"] = Array("{}".utf8)
        func run(_ words: String...) async -> Outcome {
            await session.run(["--config", "config.json", "--store", "json:items.json"] + words)
        }
        #expect(await run("view", "save", "dear", "--where", "value > 500").status == .success)
        #expect(session["config.json"] == Array("{}".utf8))
        #expect(await list("json:items.json").contains("Lamp"))
        #expect(await session.run("--store", "json:items.json", "list", "@dear").output.contains("Lamp"))
        #expect(await run("view", "save", "mine", "--where", "value < 5", "--private").status == .success)
        // A view is replaced where it is stored.
        #expect(await run("view", "save", "Mine", "--where", "value < 9").status == .success)
        #expect(String(decoding: session["config.json"] ?? [], as: UTF8.self).contains("value < 9"))
        #expect(await run("undo").output.contains("dear"))
        #expect(await run("view", "remove", "mine").status == .success)
        #expect(await run("view", "remove", "dear").status != .success)
    }

    @Test func `views and templates of a list can use text and the custom fields of the list`() async {
        await begin()
        func run(_ words: String...) async -> Outcome {
            await session.run(["--store", "json:items.json"] + words)
        }
        #expect(await run("settings", "set", "customFields.rate", "decimal").status == .success)
        let template = #"{"tags": "tool", "rate": 5}"#
        #expect(await run("settings", "set", "templates.tool", template).status == .success)
        #expect(await run("view", "save", "tools", "--where", "tags = tool and rate > 4").status == .success)
        #expect(await run("add", "Saw", "--template", "tool").status == .success)
        #expect(await run("list", "@tools", "--format", "{name}").output == "Saw\n")
        let refused = await run("settings", "set", "templates.bad", #"{"nix": 5}"#)
        #expect(refused.status != .success && refused.errors.contains("nix"), "\(refused.errors)")
    }

    @Test(arguments: [
        ("views.dear", "nix > 3", "nix"), ("views.dear", #"{"sections": "nix"}"#, "nix"),
        ("customFields.size", "length", "customFields.size"),
        ("templates.book", #"{"value": "much"}"#, "much"),
        ("currency.of", "EUR", "no entries"),
    ])
    func `an invalid entry is rejected with a reason`(key: String, value: String, message: String) async {
        await begin()
        let before = session["items.json"]
        let outcome = await session.run("--store", "json:items.json", "settings", "set", key, value)
        #expect(outcome.status != .success && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(session["items.json"] == before)
    }

    @Test func `the title of the list is the heading of its report`() async {
        await begin()
        await session.run("--store", "json:items.json", "settings", "set", "title", "Attic & <Cellar>")
        let report = await session.run("--store", "json:items.json", "report").output
        #expect(report.contains("<title>Attic &amp; &lt;Cellar&gt;</title>"))
        #expect(report.contains("<h1>Attic &amp; &lt;Cellar&gt;</h1>"))
    }

    @Test func `the terminal interface begins a new list in the currency of the locale`() async {
        let outcome = await session.run(
            ["--store", "json:items.json", "tui", "--mode", "plain"], environment: ["LANG": "de_DE.UTF-8"])
        #expect(outcome.status == .success, "\(outcome.errors)")
        await session.run("--store", "json:items.json", "add", "Lamp", "--value", "40")
        #expect(await list("json:items.json").contains("€40"))
    }

    @Test func `views, fields and templates of the list are used, and the configuration adds its own`() async
    {
        await begin()
        session["config.json"] = Array(
            #"{"views": {"dear": {"where": "value > 5000"}, "cheap": {"where": "value < 10"}}}"#.utf8)
        func run(_ words: String...) async -> Outcome {
            await session.run(["--config", "config.json", "--store", "json:items.json"] + words)
        }
        _ = await run("settings", "set", "views", #"{"dear": {"where": "value > 500"}}"#)
        _ = await run("settings", "set", "customFields", #"{"Size": {"type": "decimal", "unit": "cm"}}"#)
        #expect(await run("list", "@dear").output.contains("Lamp"))
        #expect(await !run("list", "@cheap").output.contains("Lamp"))
        let added = await run("add", "Box", "--custom", "size=30 cm")
        #expect(added.status == .success, "\(added.errors)")
        #expect(await run("show", "Box").output.contains("30 cm"))
    }

    @Test func `a new list uses the currency of the locale`() async {
        let german = ["LANG": "de_DE.UTF-8"]
        await session.run(
            ["--store", "json:items.json", "add", "Lamp", "--value", "40"], environment: german)
        #expect(await list("json:items.json").contains("€40"))
        await session.run("--store", "json:items.json", "undo")
        #expect(await session.run("--store", "json:items.json", "list").output.contains("Lamp") == false)
    }
}
