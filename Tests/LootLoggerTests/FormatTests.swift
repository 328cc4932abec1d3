import Foundation
import LootCore
import LootPlugins
import Testing

/// Output of all commands with lists in all formats.
@Suite struct FormatTests {
    private static let listing = [
        ["list"], ["show", "#1"], ["show", "--where", "value > 100"], ["sections", "value:50"], ["places"],
        ["due", "--within", "1y"], ["care"], ["history"], ["history", "-p"], ["history", "#1"], ["check"],
        ["config", "show"], ["plugins"], ["stats"], ["view"], ["conflicts"],
    ]
    private static let formats = ["table", "md", "json", "jsonl", "csv", "tsv", "ids", "plist"]

    @Test func `every list has every format`() async throws {
        let house = await HouseholdSession()
        _ = await house.run("edit", "#1", "--value", "135.50")
        for words in Self.listing {
            for format in Self.formats {
                let outcome = await house.run(words + ["--format", format])
                let bad = "\(words) as \(format): \(outcome)"
                #expect(outcome.status == .success && outcome.errors.isEmpty, "\(bad)")
                #expect(!outcome.output.contains("\r"), "\(bad)")
                #expect(outcome.output.hasSuffix("\n") || words == ["conflicts"], "\(bad)")
                switch format {
                case "json": _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
                case "jsonl":
                    for line in outcome.lines {
                        #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(bad)")
                    }
                case "plist":
                    let list = try PropertyListSerialization.propertyList(
                        from: Data(outcome.output.utf8), format: nil)
                    #expect(list is [Any] || list is [String: Any], "\(bad)")
                case "md":
                    #expect(outcome.lines.allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") }, "\(bad)")
                default: break
                }
            }
        }
    }

    @Test func `formats match their snapshots`() async throws {
        let house = await HouseholdSession()
        var commands: [[String]] = []
        for format in ["md", "csv", "tsv", "ids", "jsonl", #"{name}\t{value}\t{tags}"#] {
            commands.append(["list", "--fields", "name,value,tags,notes", "--format", format])
            commands.append([
                "sections", "value:50", "--format",
                format.replacing("name", with: "title").replacing(#"\t{tags}"#, with: "").replacing(
                    "{value}", with: "{count}"),
            ])
        }
        for format in ["table", "md", "csv", "ids"] { commands.append(["places", "--format", format]) }
        commands += [
            ["stats", "--format", "csv"], ["care", "--format", "tsv"], ["view", "--format", "csv"],
            ["list", "--format", "md", "--no-header"],
            ["list", "--format", "csv", "--fields", "id", "--no-header"],
            ["list", "--no-header", "--where", "value > 100"], ["list", "--view", "dear", "--format", "csv"],
            ["show", "#1", "#2", "--fields", "name,location"],
            ["show", "#2", "--fields", "name,value", "--format", "json"],
            ["plugins", "--format", "ids"], ["check", "--format", "csv"],
        ]
        expectSnapshot(await house.transcript(commands), "formats")
    }

    @Test func `a combined filter selects one line`() async throws {
        let house = await HouseholdSession()
        expectSnapshot(
            await house.transcript([
                [
                    "list", "--where", "location in Garage and value > 50 and not has photo", "--sort",
                    "location",
                    "--format", "md",
                ],
                [
                    "list", "--where", "location in Garage and value > 50 and not has photo", "--sort",
                    "location",
                    "--format", "md", "--fields", "location,name,value",
                ],
            ]), "garage")
    }

    @Test func `field names are the same for input and output`() async throws {
        let house = await HouseholdSession()
        let csv = await house.run("list", "--fields", "id,name,value,serial", "--format", "csv")
        #expect(csv.lines.first == "id,name,value,serial")
        let json = await house.run(
            "list", "--fields", "valueInDollars,serial", "--format", "json", "--where", "name = Drill")
        #expect(json.output == "[\n{\"value\":129.95,\"serial\":\"D-1\"}\n]\n")
        // The output can be imported again.
        house.session["again.csv"] = Array(csv.output.replacing("129.95", with: "131").utf8)
        let path = "\(house.session.folder)/again.csv"
        let imported = await house.run("import", path)
        #expect(imported.output.contains("0 added, 1 changed"), "\(imported)")
        let tsv = await house.run("list", "--format", "tsv")
        house.session["again.tsv"] = Array(tsv.output.utf8)
        let same = await house.run("import", "\(house.session.folder)/again.tsv")
        #expect(same.output.contains("0 added, 0 changed"), "\(same)")
        let named = await house.run("import", "--format", "tsv", "-", input: tsv.output)
        #expect(named.output.contains("0 added, 0 changed"), "\(named)")
    }

    @Test func `the IDs of one command are accepted by another`() async throws {
        let house = await HouseholdSession()
        let ids = await house.run("list", "--where", "location in Garage", "--format", "ids")
        #expect(ids.lines.count == 3 && ids.lines.allSatisfy { ItemID($0) != nil })
        let edited = await house.run("edit", "-", "--tags", "+found", "--yes", input: ids.output + "\n  \n")
        #expect(edited.status == .success, "\(edited)")
        #expect(await house.run("list", "--where", "tags = found", "--count").output == "3\n")
        let missing = await house.run("show", "-", input: "#1\nnonsense\n")
        #expect(missing.status == .noInput && missing.errors.contains("“nonsense”"))
        #expect(await house.run("show", "-", input: "").output.isEmpty)
    }

    @Test func `an invalid template is reported`() async throws {
        let house = await HouseholdSession()
        for (template, words) in [
            ("{nam}", "“name”"), ("{name", "“{” isn't followed by “}”."), ("{}", "no name between"),
            ("{name} {colour}", "colour"),
        ] {
            let outcome = await house.run("list", "--format", template)
            #expect(outcome.status != .success && outcome.errors.contains(words), "\(template): \(outcome)")
        }
        let history = await house.run("history", "--format", "{revison}")
        #expect(history.status != .success)
        let plain = await house.run("list", "--format", "name")
        #expect(
            plain.errors.contains(
                "Use one of table, json, jsonl, csv, tsv, md, ids, plist, or bplist, or text such as “{name} {value}”."
            ),
            "\(plain)")
        #expect(
            await house.run("list", "--format", #"\{{name}\\ \n"#, "--where", "name = Saw").output
                == "{Saw\\ \n\n")
    }

    @Test func `the configuration sets the columns and the order of lists`() async throws {
        let house = await HouseholdSession()
        let set = ["--set", "frontEnd.columns=name,location", "--set", "frontEnd.sort=name:desc"]
        let list = await house.run(set + ["list", "--limit", "2"])
        #expect(list.lines.count == 3 && list.lines[0].hasSuffix("Name     Location"), "\(list)")
        #expect(list.lines[1].contains("Saw      Garage") && list.lines[2].contains("Picture"))
        let sorted = await house.run(set + ["list", "--sort", "name", "--fields", "name", "--limit", "1"])
        #expect(sorted.lines[1].hasSuffix("Anvil"))
        // The configuration doesn't affect machine formats.
        #expect(
            await house.run(set + ["list", "--format", "csv"]).lines[0].hasPrefix("id,name,valueInDollars"))
        let wrong = await house.run(["--set", "frontEnd.columns=nam", "list"])
        #expect(wrong.status != .success && wrong.errors.contains("“name”"))
    }

    @Test func `selected fields can be exported, and complete items in formats for items`() async throws {
        let house = await HouseholdSession()
        let csv = await house.run(
            "export", "--format", "csv", "--fields", "name,value", "--where", "value > 100")
        #expect(csv.output == "name,value\nDrill,129.95\nBike | red,900\n")
        let file = "\(house.session.folder)/some.tsv"
        let told = await house.run("export", file, "--fields", "name,value")
        #expect(told.output == "Exported 6 items to FOLDER/some.tsv.\n")
        #expect(
            house.session["some.tsv"].map {
                String(decoding: $0, as: UTF8.self).hasPrefix("name\tvalue\nDrill\t129.95\n")
            } == true)
        let refused = await house.run("export", "--format", "plist", "--fields", "name")
        #expect(refused.status == .usage && refused.errors.contains("exports complete items"))
    }

    @Test func `a report as PDF is rejected with an alternative`() async throws {
        let house = await HouseholdSession()
        for words in [["report", "-o", "x.pdf"], ["labels", "-o", "X.PDF"], ["report", "-o", "x.docx"]] {
            let outcome = await house.run(words)
            #expect(outcome.status == .usage && outcome.output.isEmpty, "\(outcome)")
        }
        let report = await house.run("report", "-o", "x.pdf")
        #expect(
            report.errors
                == "loot: Can't write the report to x.pdf. Reports are HTML or CSV files, not PDF files. Create report.html, and print it to a PDF in a browser.\n"
        )
        #expect(house.session.names.allSatisfy { !$0.hasSuffix("pdf") })
    }

    @Test func `conditions and views filter everywhere`() async throws {
        let house = await HouseholdSession()
        #expect(
            await house.run(
                "sections", "value:50", "--where", "location in Garage", "--format", "{title}: {count}"
            ).lines.last?.hasSuffix(": 2") == true)
        #expect(await house.run("places", "--where", "value > 500").lines.count == 1)
        #expect(await house.run("due", "--where", "name = Drill").output.hasPrefix("Nothing is due"))
        #expect(await house.run("due", "--view", "dear").output.hasPrefix("Nothing is due"))
        #expect(await house.run("favorite", "--view", "dear", "--yes").status == .success)
        #expect(await house.run("list", "--favorites", "--count").output == "2\n")
        #expect(
            await house.run("move", "--where", "name in (Saw, Picture)", "--to", "1", "-y").output
                == "Moved 2 items to #1.\n")
        #expect(
            await house.run("list", "--format", "{name}", "--limit", "3").output == "Saw\nPicture\nDrill\n")
        #expect(
            await house.run("photo", "--where", "value > 0", "--remove", "-y").output
                == "5 items have no photo.\n")
        #expect(await house.run("show", "--where", "name = Nothing").output == "No matching items\n")
        let both = await house.run("show", "#1", "--where", "all")
        #expect(both.status == .usage && both.errors.contains("Both items and a filter"))
    }
}
