import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct `A missing list` {
    @Test func `a missing list is never mistaken for a folder`() async throws {
        let session = FileSession()
        let folder = "\(session.folder)/i.json.photos"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let outcome = await session.run("--store", "i.json", "list")
        #expect(outcome.status != .success && !outcome.errors.contains("Did you mean"), "\(outcome)")
        session["i.jso"] = Array("[]".utf8)
        #expect(await session.run("--store", "i.json", "list").errors.contains("Did you mean “i.jso”?"))
    }

    @Test func `a list that another process is creating isn't reported as lost`() async throws {
        let session = FileSession()
        let folder = "\(session.folder)/.i.json.loot"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        session[".i.json.loot/lock"] = []
        let outcome = await session.run("--store", "i.json", "list")
        #expect(outcome.errors.contains("Start a new list with"), "\(outcome)")
        #expect(await session.run("--store", "i.json", "add", "Lamp").status == .success)
        session["i.json"] = nil
        #expect(await session.run("--store", "i.json", "list").errors.contains("Restore the previous list"))
    }

    @Test func `a missing list is replaced by a new one with a warning`() async throws {
        let session = FileSession()
        let new = await session.run("--store", "i.json", "add", "Lamp")
        #expect(new.status == .success && !new.errors.contains("missing"), "\(new)")
        session["i.json"] = nil
        let outcome = await session.run("--store", "i.json", "add", "Mug")
        #expect(outcome.status == .success && outcome.errors.contains("was missing"), "\(outcome)")
        _ = await session.run("--store", "i.json", "undo")
        _ = await session.run("--store", "i.json", "undo")
        let list = await session.run("--store", "i.json", "list", "--format", "{name}")
        #expect(list.output == "Lamp\n")
    }
}

@Suite struct `A place with several items` {
    private func session() async throws -> FileSession {
        let session = FileSession()
        for name in ["Lamp", "Mug"] {
            #expect(
                await session.run("--store", "i.json", "add", name, "--location", "Attic").status == .success)
        }
        #expect(
            await session.run("--store", "i.json", "add", "Bear", "--location", "Hall").status == .success)
        return session
    }

    @Test(arguments: [["rename", "Attic", "Loft"], ["move", "Attic", "House"]])
    func `several items change place after confirmation`(words: [String]) async throws {
        let session = try await session()
        let words = ["--store", "i.json", "places"] + words
        let before = session["i.json"]
        #expect(await session.run(words).status == .usage)
        #expect(await session.run(words, on: TestConsole(answers: ["n"])).status != .success)
        #expect(session["i.json"] == before)
        #expect(await session.run(words, on: TestConsole(answers: ["y"])).status == .success)
        #expect(session["i.json"] != before)
        #expect(await session.run(["--store", "i.json", "undo"]).status == .success)
        #expect(await session.run(words + ["--yes"]).status == .success)
        #expect(session["i.json"] != before)
    }

    @Test func `an item that is already at the place needs no confirmation`() async throws {
        let session = try await session()
        #expect(
            await session.run("--store", "i.json", "places", "rename", "Hall", "Lobby").status == .success)
    }
}

@Suite struct `An editor with a constant result` {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            #"for file; do :; done; sed -i 's/^value:.*/value: a lot/' "$file""#,
            #"for file; do :; done; echo x >> "$file""#,
        ])
    func `an editor that never changes the text doesn't open again`(script: String) async throws {
        let session = FileSession()
        #expect(await session.run("--store", "i.json", "add", "Lamp", "--value", "4").status == .success)
        let before = session["i.json"]
        session["editor.sh"] = Array("cd '\(session.folder)'; echo >> count\n\(script)\n".utf8)
        let outcome = await session.run(
            ["--store", "i.json", "edit", "#1", "--editor"],
            environment: [
                "VISUAL": "sh \(session.folder)/editor.sh", "XDG_CACHE_HOME": "\(session.folder)/cache",
            ])
        #expect(outcome.status != .success && outcome.errors.contains("The edited text is in"), "\(outcome)")
        #expect(session["i.json"] == before)
        #expect((session["count"]?.count ?? 0) <= 10)
    }
}

@Suite struct `A file in a folder that doesn't exist` {
    @Test(arguments: [
        ["copy", "--to", "sqlite:new/folder/x"], ["copy", "--to", "json:new/x.json"],
        ["copy", "--to", "./new/x.json"],
        ["export", "new/x.json"],
    ])
    func `a target in a missing folder is rejected`(words: [String]) async throws {
        let session = FileSession()
        #expect(await session.run("--store", "i.json", "add", "Lamp").status == .success)
        #expect(await session.run(["--store", "i.json"] + words).status != .success)
        #expect(!session.names.contains("new"))
    }

    @Test func `a copy next to the list needs no existing folder`() async throws {
        let session = FileSession()
        #expect(await session.run("--store", "i.json", "add", "Lamp").status == .success)
        #expect(await session.run("--store", "i.json", "copy", "--to", "json:copy.json").status == .success)
        #expect(session.names.contains("copy.json"))
    }
}
