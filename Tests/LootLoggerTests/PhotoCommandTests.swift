import CLI
import LootCore
import LootPlugins
import LootTesting
import Testing

@Suite struct PhotoCommandTests {
    private func session() async -> FileSession {
        let session = FileSession()
        session["lamp.jpg"] = FileFixtures.bytes(1, .jpeg)
        session["vase.png"] = FileFixtures.bytes(2, padding: 2000)
        session["page.html"] = Array("<script>alert(1)</script>".utf8)
        await session.run("--store", "json:items.json", "add", "Lamp")
        return session
    }

    @discardableResult
    private func run(_ session: FileSession, _ words: String...) async -> Outcome {
        await session.run(["--store", "json:items.json"] + words)
    }

    @Test func `a dry run without a photo shows the item's photo and saves none`()
        async throws
    {
        let session = await session()
        await run(session, "photo", "#1", session.folder + "/lamp.jpg")
        let told = await run(session, "photo", "#1").output
        #expect(told.contains("JPEG"))
        #expect(await run(session, "photo", "#1", "-n").output == told)
        let refused = await run(session, "photo", "#1", "-n", "-o", session.folder + "/out.jpg")
        #expect(refused.status == .usage && session["out.jpg"] == nil, "\(refused)")
    }

    @Test func `a photo is set, shown, saved and removed, with undo`() async throws {
        let session = await session()
        let lamp = try FileFixtures.file(1, .jpeg)
        let told = "JPEG, \(lamp.bytes.count) bytes (\(lamp.id.short))"
        #expect(await run(session, "photo", "#1").output == "“Lamp” has no photo.\n")
        #expect(
            await run(session, "photo", "#1", session.folder + "/lamp.jpg").output
                == "The photo of “Lamp” is now \(told).\n")
        #expect(session["items.json.photos/\(lamp.id).jpg"] == lamp.bytes)
        #expect(await run(session, "photo", "#1").output == "The photo of “Lamp” is \(told).\n")
        #expect(await run(session, "show", "#1").output.contains(told))
        #expect(await run(session, "list", "--where", "photo is set", "--count").output == "1\n")
        #expect(
            await run(session, "photo", "#1", "--output", session.folder + "/out.jpg").output
                == "Wrote \(told) to FOLDER/out.jpg.\n")
        #expect(session["out.jpg"] == lamp.bytes)
        #expect(await run(session, "photo", "#1", "-o", session.folder + "/out.jpg").status == .cannotCreate)
        #expect(
            await run(session, "photo", "#1", "-o", session.folder + "/out.jpg", "--force").status == .success
        )
        #expect(
            await run(session, "photo", "#1", "--remove").output == "Removed the photo of “Lamp”.\n")
        #expect(await run(session, "photo", "#1", "--remove").output == "“Lamp” has no photo.\n")
        #expect(await run(session, "undo").output == "Undone: Remove the photo of “Lamp”\n")
        #expect(await run(session, "photo", "#1").output == "The photo of “Lamp” is \(told).\n")
        #expect(await run(session, "undo").output == "Undone: Set the photo of “Lamp”\n")
        #expect(await run(session, "photo", "#1").output == "“Lamp” has no photo.\n")
    }

    @Test func `a photo is read from a pipe and written to one`() async throws {
        let photo = FileFixtures.bytes(3, .gif)
        let session = try Session([Item(name: "Lamp")])
        let console = TestConsole(input: [Array(photo.prefix(10)), Array(photo.dropFirst(10))])
        #expect(await session.run("photo", "#1", "-", on: console).status == .success)
        let id = FileID(of: photo)
        #expect(try await session.store.items().map(\.photo) == [id])
        #expect(try await session.store.fileKeeper?.file(id)?.bytes == photo)
        let outcome = await session.run("photo", "#1", "--output", "-")
        #expect(outcome.output == String(decoding: photo, as: UTF8.self))
    }

    @Test func `a file that isn't a photo is rejected, and nothing changes`() async throws {
        let session = await session()
        let before = session["items.json"]
        let outcome = await run(session, "photo", "#1", session.folder + "/page.html")
        #expect(outcome.status == .badData && outcome.output.isEmpty)
        #expect(
            outcome.errors
                == "loot: Can't use this photo. Its format isn't supported. Use JPEG, PNG, WebP, or GIF.\n"
        )
        #expect(await run(session, "photo", "#1", session.folder + "/nothing.jpg").status == .noInput)
        #expect(await run(session, "photo", "#9", session.folder + "/lamp.jpg").status == .noInput)
        #expect(await run(session, "photo", "#1", session.folder + "/lamp.jpg", "--remove").status == .usage)
        #expect(await run(session, "photo", "#1", "--output", session.folder + "/out.jpg").status == .noInput)
        #expect(session["items.json"] == before && !session.names.contains("items.json.photos"))
    }

    @Test func `show and check report a missing or damaged photo with advice`() async throws {
        let session = await session()
        await run(session, "photo", "#1", session.folder + "/vase.png")
        let id = FileID(of: FileFixtures.bytes(2, padding: 2000))
        let file = "items.json.photos/\(id).png"
        #expect(
            await run(session, "check").output.contains(
                "1 file is intact, and no item is missing a photo or a file."))
        session[file] = FileFixtures.bytes(3)
        let damaged = await run(session, "check")
        #expect(damaged.status == .badData)
        #expect(damaged.errors.contains("FOLDER/\(file). Its bytes don't match its name."))
        session[file] = nil
        #expect(await run(session, "show", "#1").output.contains("The photo \(id.short) doesn't exist."))
        #expect(await run(session, "photo", "#1").status == .badData)
        let gone = await run(session, "check")
        #expect(
            gone.errors.contains("Can't find the photo of “Lamp”. The photo \(id.short) doesn't exist."))
        #expect(await run(session, "photo", "#1", session.folder + "/vase.png").status == .success)
        #expect(await run(session, "check").status == .success)
    }

    @Test func `copies and archives include photos`() async throws {
        let session = await session()
        await run(session, "photo", "#1", session.folder + "/vase.png")
        let photo = "photos/\(FileID(of: FileFixtures.bytes(2, padding: 2000))).png"
        let copied = await run(session, "copy", "--to", "plist:copy.plist")
        #expect(
            copied.output == "Copied and verified 1 item and 1 file. The order, IDs and all fields match.\n")
        #expect(session["copy.plist.\(photo)"] == FileFixtures.bytes(2, padding: 2000))
        let archive = session.folder + "/all.tar"
        #expect(await run(session, "export", archive).output == "Exported 1 item to FOLDER/all.tar.\n")
        let other = ["--store", "json:other.json"]
        let dry = await session.run(other + ["import", archive, "--dry-run"])
        #expect(dry.output.hasSuffix("1 to add, 0 to change, 0 unchanged, 1 file.\n"))
        #expect(!session.names.contains("other.json.photos"))
        let imported = await session.run(other + ["import", archive])
        #expect(imported.output.hasSuffix("1 added, 0 changed, 0 unchanged, 1 file.\n"))
        #expect(session["other.json.\(photo)"] == FileFixtures.bytes(2, padding: 2000))
        #expect(await session.run(other + ["check"]).status == .success)
        session["items.json.\(photo)"] = nil
        let again = await run(session, "copy", "--to", "json:third.json")
        #expect(
            again.lines.last
                == "1 file of an item is already missing from the source. List missing files with: loot check"
        )
    }

    @Test func `compact sets unused photos aside`() async throws {
        let session = await session()
        await run(session, "photo", "#1", session.folder + "/vase.png")
        let (kept, stranded) = (
            FileID(of: FileFixtures.bytes(2, padding: 2000)), FileID(of: FileFixtures.bytes(5))
        )
        let file = "items.json.photos/\(stranded).png"
        session[file] = FileFixtures.bytes(5)
        #expect(await run(session, "compact").status == .success)
        #expect(session["items.json.photos/\(kept).png"] != nil && session[file] == nil)
        #expect(session[".items.json.loot/photos/\(stranded).png"] != nil)
    }
}

@Suite struct ReportCommandTests {
    private func session() async throws -> Session {
        let created = try #require(Moment("2026-11-20T10:00:00Z"))
        var items = (1...3).map { number in
            Item(
                id: ItemID(high: UInt64(number) << 32 | 0x4000, low: 0x8000_0000_0000_0000),
                name: ["Rusty Spork", "Lamp <b>", "=SUM(A1)"][number - 1], valueInDollars: number * 20,
                serialNumber: number == 2 ? nil : "S-\(number)", dateCreated: created)
        }
        (items[0].quantity, items[0].location, items[0].vendor) = (3, "Attic", "Smith & Sons")
        (items[1].purchaseDate, items[1].purchasePrice) = (Day("2026-01-02"), 1250)
        (items[2].notes, items[2].warrantyUntil) = ("one\ntwo", Day("2027-01-02"))
        let photo = try FileFixtures.file(1)
        items[1].photo = photo.id
        items[2].photo = FileID(of: [1])
        let session = try Session(items)
        try await session.store.fileKeeper?.put(photo, thumbnail: nil)
        return session
    }

    @Test func `the report is one HTML file with style and photos, in sections with totals`()
        async throws
    {
        let session = try await session()
        let outcome = await session.run("report", "--sections", "value:50")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        let today = Moment.now.day.description
        expectSnapshot(outcome.output.replacing(today, with: "TODAY"), "report-html")
        #expect(await session.run("report", "--no-photos").output.components(of: "<img") == 0)
        #expect(await session.run("report").output.components(of: "<img") == 1)
    }

    @Test func `the report is a spreadsheet table without formulas`() async throws {
        let outcome = try await session().run("report", "--format", "csv", "--sections", "value:50")
        #expect(outcome.status == .success && outcome.errors.isEmpty)
        expectSnapshot(outcome.output, "report-csv")
    }

    @Test func `the extension selects the format, and an existing file is kept`() async throws {
        let folder = try TemporaryFolder()
        let session = try await session()
        for (name, beginning) in [
            ("a.csv", "Section,"), ("b.html", "<!doctype html>"), ("c", "<!doctype html>"),
        ] {
            let outcome = await session.run("report", "--output", folder(name))
            #expect(folder.without(outcome.output) == "Wrote a report of 3 items to \(name).\n")
            #expect(folder.text(name)?.hasPrefix(beginning) == true)
            #expect(await session.run("report", "--output", folder(name)).status == .cannotCreate)
            #expect(await session.run("report", "-o", folder(name), "-f").status == .success)
        }
    }

    @Test func `an empty report has zero totals`() async throws {
        let outcome = try await Session().run("report")
        #expect(outcome.output.contains("0 items · $0 in total"))
        #expect(try await Session().run("report", "--format", "csv").lines.count == 1)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
