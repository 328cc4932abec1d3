import LootCore
import LootPlugins
import Testing

@Suite struct EditCommandTests {
    @Test func `tags are added and removed, and others are kept`() async throws {
        var items = try ItemCommandTests.three()
        items[0].tags = ["red", "old"]
        items[1].tags = ["Red"]
        let session = try Session(items)
        #expect(await session.run("edit", "#1", "#2", "--tags", "+fragile, -red").status == .success)
        #expect(try await session.store.items().map(\.tags) == [["old", "fragile"], ["fragile"], []])
        #expect(await session.run("edit", "#1", "--tags", "+Old").status == .success)
        #expect(try await session.store.items()[0].tags == ["old", "fragile"])
        let mixed = await session.run("edit", "#1", "--tags", "+a,b")
        #expect(mixed.status == .badData && mixed.errors.contains("“b” doesn't begin with + or -"))
        #expect(await session.run("edit", "#2", "--tags", "-fragile").status == .success)
        #expect(try await session.store.items()[1].tags.isEmpty)
        #expect(await session.run("edit", "#3", "--tags", "\\+plus,a").status == .success)
        #expect(try await session.store.items()[2].tags == ["+plus", "a"])
    }

    @Test func `an overview counts every tag of an item`() async throws {
        var items = try ItemCommandTests.three()
        items[0].tags = ["red", "old"]
        items[1].tags = ["red"]
        let session = try Session(items)
        let rows = await session.run("sections", "field:tags").lines
        #expect(
            rows.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
                "old 1 item", "red 2 items", "No tags 1",
            ])
        #expect(await session.run("stats", "--sections", "field:tags").output.contains("red      2 items"))
    }

    @Test func `a price in another currency doesn't change the value's currency`() async throws {
        var items = try ItemCommandTests.three()
        items[0].value = 40
        items[0].purchasePrice = nil
        let session = try Session(items)
        let refused = await session.run("edit", "#1", "--price", "€5")
        #expect(refused.status == .badData)
        #expect(
            refused.errors.contains(
                "Can't set the currency of “Lamp” to EUR. “Value” is in USD. "
                    + "Set the currency directly, or set both amounts."), "\(refused.errors)")
        #expect(await session.run("edit", "#1", "--price", "€5", "--value", "€7").status == .success)
        #expect(await session.run("edit", "#1", "--price", "€6").status == .success)
        let item = try await session.store.items()[0]
        #expect(item.currency == Currency("EUR") && item.purchasePrice == 6 && item.value == 7)
        #expect(await session.run("history", "#1").output.contains("Purchase price: €5 → €6"))
        #expect(await session.run("history", "#1").output.contains("Value: $40 → €7"))
    }

    @Test func `clearing the borrower also clears the due date`() async throws {
        var items = try ItemCommandTests.three()
        (items[0].lentTo, items[0].lentUntil) = ("Ann", Day("2026-12-31"))
        let session = try Session(items)
        #expect(await session.run("edit", "#1", "--lent", "").status == .success)
        #expect(try await session.store.items()[0].lentUntil == nil)
        #expect(await session.run("undo").status == .success)
        #expect(try await session.store.items()[0].lentUntil == Day("2026-12-31"))
        let both = await session.run("edit", "#1", "--lent", "", "--back", "2027-01-01")
        #expect(both.status == .success)
        #expect(try await session.store.items()[0].lentUntil == Day("2027-01-01"))
    }

    @Test func `an error about a period without a start names the item`() async throws {
        var items = try ItemCommandTests.three()
        items[0].purchaseDate = Day("2026-01-31")
        items[1].name = "Old mug"
        items[1].purchaseDate = nil
        let session = try Session(items)
        let outcome = await session.run("edit", "#1", "#2", "--warranty", "2y")
        #expect(
            outcome.errors.contains("“Old mug”")
                && outcome.errors.contains("“2y” is counted from the date in “Purchased”, which is empty."),
            "\(outcome.errors)")
    }

    @Test(arguments: [
        ("purchased", "Can't set “Purchased”. “soon”"), ("back", "Can't set “Lent until”. “soon”"),
        ("every", "Can't set “Service every”. “soon”"), ("value", "Can't set “Value”. “soon”"),
        ("service", "Can't set “Next service”. “soon”"),
    ])
    func `an error uses the readable name of a field`(field: String, what: String) async throws {
        let session = try Session(try ItemCommandTests.three())
        let outcome = await session.run("edit", "#1", "--\(field)", "soon")
        #expect(outcome.errors.contains(what), "\(outcome.errors)")
    }

    @Test func `a number changes relative to the item's value, for one item and for several`() async throws {
        var items = try ItemCommandTests.three()
        for (index, quantity) in [2, 10, 6].enumerated() { items[index].quantity = quantity }
        for (index, value) in ["19.99", "10", "0.0125"].enumerated() { items[index].value = Amount(value) }
        let session = try Session(items)
        func change(_ words: String...) async -> LootPlugins.ExitStatus {
            await session.run(["edit"] + words).status
        }
        #expect(await change("#1", "--quantity", "+5") == .success)
        #expect(await change("#1", "#2", "--quantity=-3") == .success)
        #expect(try await session.store.items().map(\.quantity) == [4, 7, 6])
        #expect(await change("--where", "quantity > 0", "--value", "*1.1", "--yes") == .success)
        #expect(try await session.store.items().map(\.value) == ["21.99", "11", "0.0138"].map { Amount($0) })
        #expect(await change("#2", "--value", "+0.5", "--quantity", "*2") == .success)
        #expect(await change("#2", "--value", "-$1") == .success)
        let second = try await session.store.items()[1]
        #expect(second.value == Amount("10.5") && second.quantity == 14)
        #expect(await session.run("history", "--limit", "1").output.contains("Edit"))
    }

    @Test(arguments: [
        ["--quantity=-2"], ["--quantity", "*0.3"], ["--quantity", "+€5"], ["--value", "+€5"],
        ["--value", "*$2"],
        ["--value", "+5 apples"], ["--price", "+5"], ["--quantity", "+9223372036854775807"], ["--value=--5"],
    ])
    func `an invalid relative number changes nothing`(words: [String]) async throws {
        var items = try ItemCommandTests.three()
        items[0].purchasePrice = nil
        items[0].quantity = 1
        let session = try Session(items)
        let before = try await session.store.items()
        #expect(await session.run(["edit", "#2", "#1"] + words).status == .badData)
        #expect(try await session.store.items() == before)
    }

    @Test(arguments: [["--quantity", "+5"], ["--value", "*1.1"], ["--value", "-5"]])
    func `a relative number is rejected for a new item`(words: [String]) async throws {
        let session = try Session([])
        #expect(await session.run(["add", "Lamp"] + words).status == .badData)
        #expect(try await session.store.items().isEmpty)
    }
}
