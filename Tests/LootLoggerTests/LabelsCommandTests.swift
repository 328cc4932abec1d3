import LootCore
import LootPlugins
import Testing

@Suite struct LabelsCommandTests {
    private func session(_ count: Int = 3) throws -> Session {
        let created = try #require(Moment("2026-11-20T10:00:00Z"))
        let names = ["Rusty Spork", "Lamp <b> & shade", "毛绒熊"]
        var items = (0..<count).map { number in
            Item(
                id: ItemID(high: UInt64(number + 1) << 32 | 0x4000, low: 0x8000_0000_0000_0000),
                name: names[number % names.count], dateCreated: created)
        }
        for index in items.indices { items[index].location = index % 2 == 0 ? "Attic" : "Kitchen" }
        return try Session(items)
    }

    @Test func `labels are an HTML file for printing`() async throws {
        let outcome = try await session().run("labels", "--url", "https://loot.example", "--skip", "1")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        expectSnapshot(outcome.output, "labels-html")
    }

    @Test func `labels of boxes list the contents on request`() async throws {
        var box = Item(name: "Box 3")
        var bear = Item(name: "Bear")
        (box.location, bear.location) = ("Attic", "Attic / Box 3")
        let session = try Session([box, bear])
        let output = await session.run("labels", "--where", "name = 'Box 3'", "--contents").output
        #expect(output.contains(">Bear</text>"))
        #expect(!(await session.run("labels", "--where", "name = 'Box 3'").output.contains(">Bear</text>")))
    }

    @Test func `a sheet can be an SVG file`() async throws {
        let outcome = try await session().run(
            "labels", "--format", "svg", "--sheet", "5163", "--where", "location = Attic")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        expectSnapshot(outcome.output, "labels-svg")
    }

    @Test func `the terminal shows QR codes for named items`() async throws {
        let session = try session()
        let outcome = await session.run("labels", "#1", "00000003", on: TestConsole(width: 80))
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        expectSnapshot(outcome.output, "labels-terminal")
        var plain = session
        plain.environment["NO_COLOR"] = "1"
        #expect(
            await plain.run("labels", "#1", on: TestConsole(width: 80)).output.contains("\u{1B}") == false)
    }

    @Test func `a pipe or a requested format gets a document`() async throws {
        let session = try session()
        for words in [["labels", "#1"], ["labels", "#1", "--format", "html"]] {
            let console = words.count > 2 ? TestConsole(width: 80) : TestConsole()
            #expect(await session.run(words, on: console).output.hasPrefix("<!doctype html>"))
        }
    }

    @Test func `the extension selects the format, and SVG sheets are numbered files`() async throws {
        let folder = try TemporaryFolder()
        let session = try session(25)
        let html = await session.run("labels", "-o", folder("a.html"))
        #expect(folder.without(html.output) == "Wrote 25 labels on 2 sheets to a.html.\n")
        let svg = await session.run("labels", "-o", folder("a.b.svg"))
        #expect(folder.without(svg.output) == "Wrote 25 labels on 2 sheets to a.b-1.svg … a.b-2.svg.\n")
        let one = await session.run("labels", "#1", "-o", folder("c.svg"))
        #expect(folder.without(one.output) == "Wrote 1 label on 1 sheet to c.svg.\n")
        #expect(folder.names == ["a.b-1.svg", "a.b-2.svg", "a.html", "c.svg"])
        #expect(folder.text("a.b-2.svg")?.hasPrefix("<?xml") == true)
        let again = await session.run("labels", "-o", folder("a.b.svg"))
        #expect(again.status == .cannotCreate && again.errors.contains("--force"))
        #expect(await session.run("labels", "-f", "-o", folder("a.b.svg")).status == .success)
        let piped = await session.run("labels", "--format", "svg")
        #expect(piped.status == .usage && piped.errors.contains("--output labels.svg"))
    }

    @Test func `the configuration can contain the server's address`() async throws {
        let session = FileSession()
        await session.run("add", "Lamp")
        session["c.json"] = Array(
            #"{ "frontEnd": { "use": "http", "publicURL": "https://loot.example/\u006dine" } }"#.utf8)
        let configured = await session.run("--config", session.folder + "/c.json", "labels", "#1")
        let given = await session.run("labels", "#1", "--url", "https://loot.example/mine")
        #expect(configured.status == .success && configured.output == given.output)
        #expect(await session.run("labels", "#1").output != given.output)
        let other = ["labels", "#1", "--url", "https://other.example"]
        let over = await session.run(["--config", session.folder + "/c.json"] + other)
        #expect(await session.run(other).output == over.output)
    }

    @Test(arguments: [
        (["#1", "--where", "location = Attic"], "Both items and a filter were given."),
        (["--sheet", "L1"], "No paper has this name."), (["--skip", "21"], "has 21 labels."),
        (["--url", "loot.example"], "must begin with http://"),
        (["--print", "cat", "-o", "a.html"], "Both --print and --output"),
        (["--printer", "zpl", "--format", "svg"], "Both --printer and --format"),
        (["--printer", "zpl", "--skip", "1"], "--skip"), (["--dpi", "300"], "--printer zpl"),
        (["--printer", "brother-ql", "--dpi", "300"], "--printer zpl"),
    ])
    func `invalid options are errors with advice`(words: [String], why: String) async throws {
        let outcome = try await session().run(["labels"] + words)
        #expect(outcome.status == .usage && outcome.errors.contains(why), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func `without labels no file is created`() async throws {
        let folder = try TemporaryFolder()
        let none = try await session().run("labels", "--where", "location = Cellar", "-o", folder("a.html"))
        #expect(none.status != .success && none.errors.contains("No items match the filter."))
        #expect(try await Session().run("labels").errors.contains("There are no items."))
        #expect(folder.names.isEmpty)
    }

    @Test func `labels can be passed to a command, which reads all of them`() async throws {
        let session = try session(2)
        let passed = await session.run("labels", "--printer", "zpl", "--print", "test $(grep -c GFA) = 2")
        #expect(passed.status == .success && passed.output == "Passed 2 labels to the printer.\n")
        let failed = await session.run("labels", "--printer", "brother-ql", "--print", "exit 3")
        #expect(failed.status == .unavailable && failed.errors.contains("with status 3."))
        let sheets = await session.run("labels", "--print", "grep -q '<svg'")
        #expect(sheets.status == .success)
    }

    @Test func `data for a printer isn't shown in a terminal`() async throws {
        let outcome = try await session().run("labels", "#1", "--printer", "zpl", on: TestConsole(width: 80))
        #expect(outcome.status == .usage && outcome.output.isEmpty)
    }
}
