import LootCore
import LootPlugins
import Testing

@Suite struct PlacesCommandTests {
    private func session() throws -> Session {
        let places = [
            ("Lamp", "House / Attic", 40), ("Box 3", "House / Attic", 0), ("Bear", "House/Attic/Box 3", 15),
            ("Car", "Garage", 9000), ("Fork", "House / Kitchen", 3), ("Idea", nil, 1),
        ]
        return try Session(
            places.enumerated().map { index, place in
                let id = ItemID(
                    high: UInt64(index + 1) << 32 | 0x4000, low: 0x8000_0000_0000_0000 | UInt64(index))
                var item = Item(
                    id: id, name: place.0, valueInDollars: place.2,
                    dateCreated: try #require(Moment("2026-01-05T00:00:00Z")))
                item.location = place.1
                return item
            })
    }

    @Test func `places are a tree with their contents`() async throws {
        let session = try session()
        expectSnapshot(await session.run("places").output, "places")
        expectSnapshot(await session.run("places", "--format", "json").output, "places-json")
        let house = await session.run("places", "--in", "house", "--depth", "2").lines
        #expect(house.map { $0.prefix(9) } == ["House    ", "  Attic  ", "  Kitchen"])
        #expect(try await Session().run("places").output == "No items!\n")
    }

    @Test func `renaming a place renames everything in it`() async throws {
        let session = try session()
        let outcome = await session.run("places", "rename", "house/attic", "Loft", "--yes")
        #expect(outcome.output == "Moved “house / attic” to “house / Loft”, with 3 items.\n")
        let list = await session.run(
            "list", "--where", "location in 'House / Loft'", "--fields", "name,location")
        #expect(list.lines.count == 4)
        #expect(await session.run("undo").status == .success)
        #expect(await session.run("list", "--where", "location in 'House/Attic'", "--count").output == "3\n")
    }

    @Test func `a place can be moved into another one`() async throws {
        let session = try session()
        let box = await session.run("places", "move", "House / Attic / Box 3", "Garage", "--yes")
        #expect(box.output == "Moved “House / Attic / Box 3” to “Garage / Box 3”, with 2 items.\n")
        let out = await session.run("places", "move", "House / Kitchen", "/")
        #expect(out.output == "Moved “House / Kitchen” to “Kitchen”, with 1 item.\n")
    }

    @Test(arguments: [
        (["rename", "Atic", "Loft"], "Did you mean “House / Attic”?"),
        (["rename", "Garage", "A/B"], "contains a slash. To put it into another place, move it."),
        (["rename", "Garage", ""], "The new name is empty."),
        (["move", "House", "House / Attic"], "“House / Attic” is inside it. Choose a place outside of it."),
        (["--in", "Cellar"], "There are no items in this place."),
    ])
    func `an invalid move is rejected with a reason and changes nothing`(words: [String], message: String)
        async throws
    {
        let session = try session()
        let outcome = await session.run(["places"] + words)
        #expect(outcome.status != .success)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(await session.run("undo").status != .success)
    }

    @Test func `moving a box reports its contents`() async throws {
        let session = try session()
        let outcome = await session.run("edit", "#2", "--location", "Garage")
        #expect(outcome.lines.first == "1 item in it was also moved.")
        #expect(
            await session.run("list", "--where", "location = 'Garage / Box 3'", "--count").output == "1\n")
    }

    @Test(arguments: ["House//Attic", "/", "Attic/"])
    func `a place with an empty component is rejected`(text: String) async throws {
        let session = try session()
        let outcome = await session.run("edit", "#1", "--location", text)
        #expect(outcome.status == .badData)
        #expect(outcome.errors.contains("One of the parts between slashes is empty."))
        #expect(outcome.errors.contains("House / Attic"))
    }

    @Test func `a list shows locations`() async throws {
        let output = try await session().run("list").output
        expectSnapshot(output, "list-locations")
    }

    @Test func `an import that moves a box reports its contents`() async throws {
        let session = try session()
        let id = try await session.store.items()[1].id
        func run(_ words: String...) async -> Outcome {
            let console = TestConsole(input: [Array("id,location\n\(id),Garage\n".utf8)])
            return await session.run(["import", "-"] + words, on: console)
        }
        let trial = await run("--dry-run")
        #expect(trial.output.contains("\n1 item in it would also be moved.\n"), "\(trial)")
        let outcome = await run()
        #expect(outcome.output.contains("1 item in it was also moved."), "\(outcome)")
        #expect(
            await session.run("list", "--where", "location = 'Garage / Box 3'", "--count").output == "1\n")
    }

    @Test func `merging two places is reported`() async throws {
        let session = try session()
        var box = Item(name: "Box 3")
        box.location = "Garage"
        var saw = Item(name: "Saw")
        saw.location = "garage / box 3"
        for item in [box, saw] { try await session.store.add(item) }
        let told = "The place “Garage / Box 3” already existed. It now contains 2 items."
        let edited = await session.run("edit", "#2", "--location", "Garage")
        #expect(edited.lines.contains(told), "\(edited)")
        #expect(await session.run("undo").status == .success)
        let byCondition = await session.run(
            "edit", "--where", "name = 'Box 3' and location in House", "--location", "Garage", "--yes")
        #expect(byCondition.lines.contains(told), "\(byCondition)")
        #expect(await session.run("undo").status == .success)
        let moved = await session.run("places", "move", "House / Attic / Box 3", "Garage", "--yes")
        #expect(moved.lines.contains(told), "\(moved)")
        let renamed = await session.run("places", "rename", "House / Kitchen", "Attic", "--yes")
        #expect(
            renamed.lines.contains("The place “House / Attic” already existed. It now contains 2 items."),
            "\(renamed)")
    }

    @Test func `a box lists its contents when it is shown and when it moves`() async throws {
        let session = try session()
        let shown = await session.run("show", "#2").output
        #expect(shown.contains("Contents") && shown.contains("1 item, $15"), "\(shown)")
        #expect(!(await session.run("show", "#1").output.contains("Contents")))
        let asked = TestConsole(answers: ["n"])
        await session.run("remove", "#2", on: asked)
        let told = "1 item stays in “House / Attic / Box 3”, which is no longer an item"
        #expect(asked.errors.contains(told), "\(asked.errors)")
        let removed = await session.run("remove", "#2", "--yes")
        #expect(removed.lines == ["Removed “Box 3”.", told + "."], "\(removed)")
        #expect(await session.run("undo").status == .success)
        // Items that are removed together with their box don't get a new place.
        let both = await session.run("remove", "#2", "#3", "--yes")
        #expect(both.lines == ["Removed 2 items."], "\(both)")
    }

    @Test func `a place with two spellings is one section`() async throws {
        let session = FileSession()
        for store in ["json:a.json", "sqlite:a.sqlite"] {
            for (name, place) in [("Lamp", "house/attic"), ("Bear", "HOUSE / Attic"), ("Fork", "House")] {
                await session.run("--store", store, "add", name, "--location", place)
            }
            let list = await session.run("--store", store, "list", "--sections", "place")
            #expect(list.lines.filter { $0.hasPrefix("HOUSE / Attic") }.count == 1, "\(list)")
            #expect(!list.lines.contains { $0.hasPrefix("house / attic") }, "\(list)")
            let sections = await session.run("--store", store, "sections", "place")
            #expect(sections.lines.count == 2, "\(sections)")
        }
    }
}
