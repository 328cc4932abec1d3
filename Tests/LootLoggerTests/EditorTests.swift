import Foundation
import LootCore
import LootPlugins
import Testing

/// Tests `loot edit --editor` with a script as the editor.
@Suite struct EditorTests {
    /// A session whose editor is a script. The script gets the text as `$1`; the file `count` contains the number of
    /// its calls.
    private struct Desk {
        let house: HouseholdSession
        private let script: String

        init(_ script: String) async {
            house = await HouseholdSession()
            self.script = "\(house.session.folder)/editor.sh"
            let lines = """
                cd "\(house.session.folder)"
                count=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $count > count
                eval "file=\\${$#}"; cp "$file" seen.$count
                \(script)
                """
            house.session["editor.sh"] = Array(lines.utf8)
        }

        func edit(_ words: String...) async -> Outcome {
            let folder = house.session.folder
            return await house.run(
                ["edit"] + words + ["--editor"],
                environment: ["VISUAL": "sh \(script)", "XDG_CACHE_HOME": "\(folder)/cache"])
        }

        func seen(_ number: Int) -> String {
            String(decoding: house.session["seen.\(number)"] ?? [], as: UTF8.self)
        }

        var left: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: "\(house.session.folder)/cache/loot/edited"))
                ?? []
        }
    }

    @Test func `items open as text, and edits are one step to undo`() async throws {
        let desk = await Desk(
            #"sed -i 's/^value: 129.95/value: 140/; 1,/^.60000000/s/^tags:.*/tags: new/; s/^location: Garage$/location: Shed/' "$file""#
        )
        let outcome = await desk.edit("#1", "#2", "#6")
        #expect(outcome.status == .success && outcome.output == "Edited 2 items.\n", "\(outcome)")
        expectSnapshot(desk.seen(1), "editor-text")
        let list = await desk.house.run(
            "list", "--format", "{name}|{value}|{location}|{tags}", "--limit", "2")
        #expect(list.output == "Drill|140|House / Garage|new\nBike | red|900|Shed|new\n", "\(list)")
        #expect(await desk.house.run("undo").output == "Undone: Edit 2 items\n")
        #expect(await desk.house.run("list", "--format", "{value}", "--limit", "1").output == "129.95\n")
        #expect(desk.left.isEmpty)
    }

    @Test func `an unchanged text changes nothing`() async throws {
        let desk = await Desk(":")
        let before = desk.house.session["items.json"]
        let outcome = await desk.edit("--where", "all")
        #expect(
            outcome.status == .success
                && outcome.output == "Nothing to change. The items already have these values.\n",
            "\(outcome)")
        #expect(desk.house.session["items.json"] == before && desk.left.isEmpty)
        let emptied = await Desk(#": > "$file""#)
        #expect(await emptied.edit("#1").status == .success)
        #expect(emptied.house.session["items.json"] == before)
    }

    @Test func `multiline texts, custom fields and empty values are preserved`() async throws {
        let desk = await Desk(
            #"""
            sed -i 's/^  Second "line"/  Second line\n\n  Fourth: line/; s/^serial:.*/serial: S 1/; s/^favorite: true/favorite: no/' "$file"
            printf 'custom.weight: 1.5\ncustom.color: red\n' >> "$file"
            """#)
        #expect(await desk.edit("#2").status == .success)
        let json = await desk.house.run("show", "#2", "--format", "json").output
        #expect(json.contains(#""notes":"First line\nSecond line\n\nFourth: line""#), "\(json)")
        #expect(json.contains(#""serialNumber":"S 1""#) && json.contains(#""isFavorite":false"#), "\(json)")
        #expect(json.contains(#""custom":{"color":"red","weight":1.5}"#), "\(json)")
    }

    @Test func `invalid input is shown again at its line, and no input is lost`()
        async throws
    {
        let desk = await Desk(
            #"""
            case $count in
            1) sed -i 's/^value: 129.95/value: a lot/; s/^tags:.*/colour: blue/' "$file" ;;
            2) sed -i 's/^value: a lot/value: 7/; s/^colour:.*//' "$file" ;;
            esac
            """#)
        let outcome = await desk.edit("#1")
        #expect(outcome.status == .success, "\(outcome)")
        #expect(
            outcome.errors.contains("Line 7: Can't set “Value”. “a lot” isn't an amount."), "\(outcome)")
        let second = desk.seen(2).split(separator: "\n")
        let mark = second.firstIndex { $0.hasPrefix("#! Can't set “Value”.") }
        #expect(mark.map { second[$0 + 1] } == "value: a lot", "\(desk.seen(2))")
        #expect(second.contains { $0.hasPrefix("#! “colour” isn't a field.") })
        #expect(await desk.house.run("list", "--format", "{value}", "--limit", "1").output == "7\n")
        #expect(desk.left.isEmpty)
    }

    @Test func `abandoned input is kept in a file`() async throws {
        let desk = await Desk(#"[ $count = 1 ] && sed -i 's/^value:.*/value: a lot/' "$file" || true"#)
        let before = desk.house.session["items.json"]
        let outcome = await desk.edit("#1")
        #expect(
            outcome.status.rawValue == 1
                && outcome.errors.contains("The edited text is in FOLDER/cache/loot/edited/"), "\(outcome)")
        #expect(desk.house.session["items.json"] == before && desk.left.count == 1)
        let failing = await Desk(#"sed -i 's/^value:.*/value: 3/' "$file"; exit 1"#)
        let failed = await failing.edit("#1")
        #expect(
            failed.status == .unavailable && failed.errors.contains("The editor exited with an error."),
            "\(failed)")
        #expect(failing.left.count == 1 && failed.errors.contains("The edited text is in"))
    }

    @Test func `changes by others in the meantime aren't overwritten`() async throws {
        let desk = await Desk(
            #"sed -i 's/129.95/55/' items.json; sed -i 's/^value:.*/value: 3/; s/^serial:.*/serial: X/' "$file""#
        )
        let outcome = await desk.edit("#1")
        #expect(
            outcome.status == .tryAgain
                && outcome.errors.contains("“Value” of “Drill” was “129.95” and is now “55”"),
            "\(outcome)")
        #expect(desk.left.count == 1)
        #expect(await desk.house.run("list", "--format", "{value}", "--limit", "1").output == "55\n")
    }

    @Test func `a dry run of the editor shows the differences`() async throws {
        let desk = await Desk(#"sed -i 's/^value:.*/value: 3/' "$file""#)
        let outcome = await desk.edit("#1", "--dry-run")
        #expect(
            outcome.output.contains("    Value: $129.95 → $3\n")
                && outcome.output.hasSuffix("nothing was changed.\n"), "\(outcome)")
        #expect(await desk.house.run("list", "--format", "{value}", "--limit", "1").output == "129.95\n")
    }

    @Test func `a missing editor is reported`() async throws {
        let house = await HouseholdSession()
        let none = await house.run("edit", "#1", "--editor")
        #expect(
            none.status == .unavailable && none.errors.contains("VISUAL doesn't name an editor"), "\(none)")
        let wrong = await house.run(
            "edit", "#1", "--editor",
            environment: ["EDITOR": "/nonsense/editor", "TMPDIR": house.session.folder])
        #expect(wrong.status == .unavailable && wrong.errors.contains("/nonsense/editor"), "\(wrong)")
        let both = await house.run("edit", "#1", "--editor", "--value", "3")
        #expect(both.status == .usage && both.errors.contains("Both fields and --editor"))
    }
}
