import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct ItemCommandTests {
    private static func item(_ number: Int, _ name: String, _ value: Int, serial: String? = nil) throws
        -> Item
    {
        let id = try #require(ItemID("0000000\(number)-0000-4000-8000-00000000000\(number)"))
        let date = try #require(Moment("2026-11-20T10:00:00Z"))
        return Item(id: id, name: name, valueInDollars: value, serialNumber: serial, dateCreated: date)
    }

    static func three() throws -> [Item] {
        [
            try item(1, "Lamp", 40, serial: "L-1"), try item(2, "Rusty Spork", 5),
            try item(3, "Shiny Mac", 950, serial: "M-3"),
        ]
    }

    private func names(_ session: Session) async throws -> [String] {
        try await session.store.items().map(\.name)
    }

    @Test func `edit --where prints the edited items if a format is requested`() async throws {
        let session = try Session(Self.three())
        let words = ["edit", "--where", "value < 50", "--vendor", "Shop", "--yes"]
        #expect(await session.run(words).output == "Edited 2 items.\n")
        let lines = await session.run(words + ["--format", "jsonl"]).lines
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""vendor":"Shop""#) })
    }

    @Test(arguments: ["zz", "#0", "#9", "ffff", "00000009-0000-4000-8000-000000000009"])
    func `an unknown item is reported for every kind of name`(reference: String) async throws {
        let outcome = try await Session(Self.three()).run("show", reference)
        #expect(outcome.status == .noInput)
        let sentences = ["loot: Can't find the item", "loot: No item has the ID"]
        #expect(sentences.contains { outcome.errors.hasPrefix($0) }, "\(outcome.errors)")
    }

    @Test(arguments: [("#2", ["page"]), ("00000002-0000-4000-8000-000000000002", ["item"])])
    func `an edit reads the item once and writes once`(reference: String, reading: [String]) async throws {
        let store = RecordingStore(try MemoryStore(Self.three()))
        let session = Session(store: store)
        let words = ["edit", reference, "--value", "45", "--format", "jsonl"]
        #expect(await session.run(words).output.contains(#""valueInDollars":45"#))
        #expect(store.calls == reading + ["apply"])
    }

    @Test func `an item that is named by position costs no extra read`() async throws {
        let store = RecordingStore(try MemoryStore(Self.three()))
        #expect(await Session(store: store).run("edit", "#2", "--value", "45").output.hasPrefix("2  "))
        #expect(store.calls == ["page", "apply"])
    }

    // MARK: add

    @Test func `add appends an item and prints it`() async throws {
        let session = try Session(Self.three())
        let outcome = await session.run("add", "Vase", "--value", "12", "--serial", "V 9", "--favorite")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        let added = try #require(try await session.store.items().last)
        #expect(
            added.name == "Vase" && added.valueInDollars == 12 && added.serialNumber == "V 9"
                && added.isFavorite)
        #expect(outcome.output == "4  \(added.id.short)  Vase (Favorite)  V 9  $12\n")
    }

    @Test func `add accepts every field of the table and custom fields`() async throws {
        let session = try Session()
        await session.run(
            "add", "Bike", "--location", "Garage", "--tags", "sport, red", "--notes", "two\nlines",
            "--quantity", "2",
            "--purchased", "2024-02-29", "--price", "700", "--vendor", "Shop", "--warranty", "2027-01-01",
            "--created", "2020-01-02T03:04:05Z", "--custom", "frame:integer=56", "--custom", "colour=blue",
            "--custom", "size=3")
        let bike = try #require(try await session.store.items().first)
        #expect(bike.location == "Garage" && bike.tags == ["sport", "red"] && bike.notes == "two\nlines")
        #expect(bike.quantity == 2 && bike.purchaseDate == Day("2024-02-29") && bike.purchasePrice == 700)
        #expect(bike.vendor == "Shop" && bike.warrantyUntil == Day("2027-01-01"))
        #expect(bike.dateCreated == Moment("2020-01-02T03:04:05Z"))
        #expect(bike.custom == ["frame": .integer(56), "colour": .text("blue"), "size": .integer(3)])
    }

    @Test func `add --at counts positions from one`() async throws {
        let session = try Session(Self.three())
        await session.run("add", "First", "--at", "1")
        await session.run("add", "Last", "--at", "5")
        #expect(try await names(session) == ["First", "Lamp", "Rusty Spork", "Shiny Mac", "Last"])
        let outcome = await session.run("add", "Nowhere", "--at", "7")
        #expect(outcome.status == .badData)
        #expect(
            outcome.errors
                == "loot: Can't add an item at position 7. The position must be from 1 to 6. Leave out --at to add at the end.\n"
        )
    }

    @Test func `add --random adds one item, or a number of them`() async throws {
        let session = try Session()
        #expect(await session.run("add", "--random").lines.count == 1)
        #expect(await session.run("add", "--random", "3").lines.count == 3)
        #expect(await session.run("add", "--random=2").lines.count == 2)
        #expect(try await names(session).count == 6)
        #expect(await session.run("add", "--random", "none").status == .usage)
    }

    @Test func `add --format json prints the item as an object`() async throws {
        let session = try Session()
        let outcome = await session.run(
            "add", "Lamp", "--value", "40", "--serial", "ABC", "--format", "json", "--created", "2026-11-20")
        let item = try #require(try await session.store.items().first)
        #expect(
            outcome.output
                == #"{"id":"\#(item.id)","name":"Lamp","valueInDollars":40,"serialNumber":"ABC","dateCreated":"2026-11-20T00:00:00Z","isFavorite":false}"#
                + "\n")
    }

    @Test(arguments: [
        (
            ["add"], 64,
            "loot: Can't add an item. No name was given. Run “loot add NAME”, or “loot add ''” to name the item later.\n"
        ),
        (
            ["add", "x", "--value", "-5"], 65,
            "loot: Can't set “Value”. “-5” changes an existing number, but a new item has none. Enter the number itself.\n"
        ),
        (
            ["add", "x", "--value", "1,299"], 65,
            "loot: Can't set “Value”. “1,299” can mean 1299 or 1.2990. Enter 1299 or 1.2990.\n"
        ),
        (
            ["add", "x", "--value", "9223372036854775808"], 65,
            "loot: Can't set “Value”. “9223372036854775808” is too large. Enter an amount such as 129.95.\n"
        ),
        (
            ["add", "x", "--value", "€5", "--price", "$6"], 65,
            "loot: Can't set the currency. One of the amounts is in USD, and another is in EUR. Use the same currency for all amounts of an item.\n"
        ),
        (
            ["add", "x", "--value", "5 apples"], 65,
            "loot: Can't set “Value”. “apples” in “5 apples” isn't a currency. Enter the currency as three letters, as in 5 EUR.\n"
        ),
        (
            ["add", "a\u{7}b"], 65,
            "loot: Can't set “Name”. The text contains the control character U+0007.\n"
        ),
        (
            ["add", "x", "--custom", "a"], 64,
            "loot: Can't read --custom “a”. It has no “=”. Use --custom NAME=VALUE or --custom NAME:TYPE=VALUE.\n"
        ),
        (
            ["add", "x", "--custom", "a:datum=1"], 64,
            "loot: Can't read --custom “a:datum=1”. “datum” isn't a custom field type. Choose one of text, integer, decimal, flag, moment, and day.\n"
        ),
    ])
    func `an invalid item is one error, and nothing is changed`(
        words: [String], status: Int32, errors: String
    ) async throws {
        let session = try Session()
        let outcome = await session.run(words)
        #expect(outcome.status.rawValue == status)
        #expect(outcome.errors == errors)
        #expect(outcome.output.isEmpty)
        #expect(try await names(session).isEmpty)
    }

    @Test func `the largest value and any Unicode text are preserved`() async throws {
        let session = try Session()
        let name = "e\u{301} 👩‍👩‍👧‍👦 ​עברית 漢字 \u{202E}x"
        await session.run("add", name, "--value", "9223372036854775807")
        let item = try #require(try await session.store.items().first)
        #expect(Array(item.name.utf8) == Array(name.utf8) && item.valueInDollars == Int.max)
        let listed = await session.run("list").output
        #expect(
            !listed.contains("\u{202E}") && listed.contains("<U+202E>")
                && listed.contains("$9,223,372,036,854,775,807"))
        #expect(await session.run("list", "--format", "json").output.contains(name))
    }

    // MARK: show, edit, remove, move, favorite

    @Test func `show prints all fields with a value`() async throws {
        let session = try Session(Self.three())
        let outcome = await session.run("show", "#3")
        #expect(
            outcome.output == """
                ID             00000003-0000-4000-8000-000000000003
                Name           Shiny Mac
                Value          $950
                Serial number  M-3
                Created        2026-11-20 10:00:00 UTC
                Favorite       no
                Quantity       1

                """)
    }

    @Test func `an item can be added without a name, which can be set and removed later`() async throws {
        let session = try Session([])
        let added = await session.run("add", "", "--value", "5")
        #expect(
            added.status == .success && added.output.hasSuffix("New item (no name)  $5\n"), "\(added.output)")
        #expect(await session.run("edit", "#1", "--name", "Lamp").output.contains("Lamp  $5"))
        #expect(await session.run("edit", "#1", "--name", "").output.contains("New item (no name)"))
        #expect(await session.run("undo").status == .success)
        #expect(try await session.store.items().map(\.name) == ["Lamp"])
    }

    @Test func `edit sets fields, and an empty value clears one`() async throws {
        let session = try Session(Self.three())
        let outcome = await session.run(
            "edit", "#1", "--value", "45", "--serial", "", "--location", "Attic", "--favorite")
        #expect(outcome.output == "1  00000001  Lamp (Favorite)  Attic  $45\n")
        await session.run("edit", "00000001", "--no-favorite")
        let lamp = try #require(try await session.store.items().first)
        #expect(
            lamp.valueInDollars == 45 && lamp.serialNumber == nil && lamp.location == "Attic"
                && !lamp.isFavorite)
        #expect(await session.run("edit", "#1").status == .usage)
        #expect(await session.run("edit", "#1", "--created", "").status == .badData)
    }

    @Test func `edit --where shows the number, asks on a terminal, and needs --yes elsewhere`()
        async throws
    {
        let session = try Session(Self.three())
        let refused = await session.run("edit", "--where", "value < 100", "--location", "Shed")
        #expect(refused.status == .usage)
        #expect(
            refused.errors
                == "loot: Can't edit 2 items: “Lamp”, “Rusty Spork”. Confirmation isn't possible without a terminal. Confirm the change with --yes, or preview it with --dry-run.\n"
        )
        let no = await session.run(
            "edit", "--where", "value < 100", "--location", "Shed", on: TestConsole(width: 80, answers: ["n"])
        )
        #expect(no.status == .declined)
        #expect(
            no.errors.hasSuffix("Edit 2 items? [y/N] loot: Canceled. Nothing was changed.\n")
        )
        #expect(try await session.store.items().allSatisfy { $0.location == nil })
        let yes = await session.run(
            "edit", "--where", "value < 100", "--location", "Shed", on: TestConsole(width: 80, answers: ["y"])
        )
        #expect(yes.output == "Edited 2 items.\n")
        let forced = await session.run("edit", "--where", "value > 100", "--location", "Safe", "--yes")
        #expect(forced.output == "Edited 1 item.\n")
        #expect(try await session.store.items().map(\.location) == ["Shed", "Shed", "Safe"])
    }

    @Test func `remove removes items by name or by condition`() async throws {
        let session = try Session(Self.three())
        let unasked = await session.run("remove", "#2")
        #expect(unasked.status == .usage && unasked.output.isEmpty)
        #expect(
            unasked.errors
                == "loot: Can't remove “Rusty Spork”. Confirmation isn't possible without a terminal. Confirm the change with --yes, or preview it with --dry-run.\n"
        )
        #expect(await session.run("remove", "#2", "--yes").output == "Removed “Rusty Spork”.\n")
        let kept = await session.run("remove", "#1", on: TestConsole(width: 80, answers: [""]))
        #expect(kept.errors.hasPrefix("Remove “Lamp”? [y/N] "))
        #expect(try await names(session) == ["Lamp", "Shiny Mac"])
        #expect(await session.run("remove", "--where", "value > 1", "-y").output == "Removed 2 items.\n")
        #expect(await session.run("remove", "--where", "value > 1", "-y").output == "No items match.\n")
        #expect(await session.run("remove").status == .usage)
        #expect(await session.run("remove", "#1", "--where", "all").status == .usage)
    }

    @Test func `removing several items with one unknown item removes none`() async throws {
        let session = try Session(Self.three())
        let outcome = await session.run("remove", "#1", "#9", "--yes")
        #expect(outcome.status == .noInput)
        #expect(
            outcome.errors
                == "loot: Can't find the item #9. The last item is #3. See the positions: loot list\n")
        #expect(try await names(session).count == 3)
    }

    @Test func `move moves to a position, or before or after another item`() async throws {
        let session = try Session(Self.three())
        #expect(await session.run("move", "#3", "--to", "1").output == "Moved “Shiny Mac” to #1.\n")
        #expect(await session.run("move", "#1", "--after", "#2").output == "Moved “Shiny Mac” to #2.\n")
        #expect(
            await session.run("move", "#3", "--before", "00000001").output == "Moved “Rusty Spork” to #1.\n")
        #expect(await session.run("move", "#1", "--to", "1").output == "Left “Rusty Spork” at #1.\n")
        #expect(try await names(session) == ["Rusty Spork", "Lamp", "Shiny Mac"])
        #expect(await session.run("move", "#1", "--to", "4").status == .badData)
        #expect(await session.run("move", "#1").status == .usage)
        #expect(await session.run("move", "#1", "--to", "1", "--after", "#2").status == .usage)
    }

    @Test func `favorite and unfavorite toggle the mark`() async throws {
        let session = try Session(Self.three())
        #expect(await session.run("favorite", "#1", "#3").output == "Added 2 items to favorites.\n")
        #expect(await session.run("list", "--favorites", "--count").output == "2\n")
        await session.run("unfavorite", "#1")
        #expect(await session.run("list", "--favorites", "--count").output == "1\n")
    }

    @Test func `a prefix of an ID finds an item`() async throws {
        let session = try Session(Self.three())
        #expect(await session.run("show", "00000002").output.contains("Rusty Spork"))
        #expect(await session.run("show", "ffff").status == .noInput)
    }

    @Test func `candidates are listed with IDs that are long enough to be unique`() async throws {
        let items = try (1...7).map { number in
            let id = try #require(ItemID("4d1692a0-0000-4000-8000-00000000000\(number)"))
            return Item(id: id, name: "Item \(number)")
        }
        let session = try Session(items)
        let several = await session.run("remove", "4d1692a0", "--yes")
        #expect(several.status == .badData && several.output.isEmpty)
        #expect(
            several.errors
                == "loot: Can't tell which item “4d1692a0” is. 7 IDs begin with it: "
                + items.prefix(5).map { "\($0.id) “\($0.name)”" }.joined(separator: ", ")
                + ", and 2 more. Enter more characters of the ID.\n")
        let listed = await session.run("list").output
        #expect(items.allSatisfy { listed.contains("\($0.id)") }, "\(listed)")
    }

    @Test(arguments: [
        ["show", "3"], ["edit", "3", "--value", "111"], ["remove", "3", "--yes"], ["favorite", "3"],
        ["move", "3", "--to", "1"], ["move", "#1", "--after", "3"], ["photo", "3", "--remove"],
    ])
    func `a few digits don't name an item, and both readings are explained`(words: [String]) async throws {
        let other = try #require(ItemID("3f000000-0000-4000-8000-000000000001"))
        let session = try Session(Self.three() + [Item(id: other, name: "Not meant")])
        let before = try await session.store.items()
        let outcome = await session.run(words)
        #expect(outcome.status == .badData && outcome.output.isEmpty)
        #expect(
            outcome.errors == """
                loot: Can't tell which item “3” is. It could be the position of “Shiny Mac” or the beginning of the ID \
                3f000000 of “Not meant”. Use '#3', in quotes, for the position, or enter eight or more characters of the ID.

                """)
        #expect(try await session.store.items() == before)
    }

    @Test func `a few digits are rejected even if they have only one meaning`() async throws {
        let session = try Session(Self.three())
        let row = await session.run("remove", "2", "--yes")
        #expect(
            row.status == .badData
                && row.errors.contains("the position of “Rusty Spork” or the beginning of an ID."))
        let id = await session.run("remove", "0000000", "--yes")
        #expect(
            id.status == .badData
                && id.errors.contains(
                    "the beginning of the ID 00000001 of “Lamp”. No item has this position. Enter eight")
        )
        let none = await session.run("remove", "9", "--yes")
        #expect(
            none.status == .noInput
                && none.errors.contains("No item has this position, and no ID begins with it."))
        #expect(try await names(session).count == 3)
    }

    // MARK: undo

    @Test func `undo, redo and history work`() async throws {
        let session = try Session(Self.three())
        #expect(await session.run("undo").status == .noInput)
        await session.run("add", "Vase")
        await session.run("remove", "#1", "--yes")
        #expect(await session.run("undo").output == "Undone: Remove “Lamp”\n")
        #expect(try await names(session) == ["Lamp", "Rusty Spork", "Shiny Mac", "Vase"])
        let history = await session.run("history")
        #expect(
            history.lines.count == 3 && history.lines[0].contains("Undid change 2: Remove “Lamp”")
                && history.lines[1].contains("undone") && history.lines[1].contains("Remove “Lamp”"))
        #expect(await session.run("redo").output == "Redone: Remove “Lamp”\n")
        #expect(await session.run("redo").status == .noInput)
        #expect(try await names(session) == ["Rusty Spork", "Shiny Mac", "Vase"])
    }

    @Test func `the history of an item shows its changes and authors`() async throws {
        var session = try Session(Self.three())
        session.environment["LOOT_AUTHOR"] = "Zoë"
        await session.run("edit", "#1", "--value", "77")
        await session.run("edit", "#2", "--value", "5")
        await session.run("--set", "author=Max", "move", "#1", "--to", "3")
        let history = await session.run("history", "#3")
        #expect(history.output.contains("Moved from 1 to 3") && history.output.contains("Max"))
        #expect(history.output.contains("→ $77") && history.output.contains("Zoë"))
        #expect(!history.output.contains("→ $5"))
        #expect(await session.run("history").output.contains("Max"))
        #expect(await session.run("--set", "author=", "add", "Vase").status == .configuration)
        #expect(await session.run("undo", "1").output == "Undone: Edit “Lamp”\n")
        #expect(await session.run("undo", "1").status == .noInput)
        #expect(await session.run("undo", "x").status == .usage)
        #expect(await session.run("history", "#9").status == .noInput)
    }

    @Test func `a read-only store rejects changes with a reason`() async throws {
        var session = try Session(Self.three())
        session.files["/c.json"] = #"{ "store": { "use": "json", "with": ["read-only"] } }"#
        let outcome = await session.run("--config", "/c.json", "add", "Vase")
        #expect(outcome.status == .cannotCreate)
        #expect(await session.run("--config", "/c.json", "list", "--count").output == "3\n")
    }
}
