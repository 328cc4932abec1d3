import Foundation
import LootCore
import LootPlugins
import Testing

/// Lists that other programs and people wrote.
@Suite struct `Files from other programs` {
    private let session = FileSession()
    private let store = ["--store", "json:items.json"]

    @Test func `a file with comments is copied with a notice when it is first written`() async {
        let original = Array("// mine\n[{\"name\":\"Lamp\" /* old */,\"value\":3}]\n".utf8)
        session["items.json"] = original
        let list = await session.run(store + ["list"])
        #expect(list.status == .success && list.errors.isEmpty && list.output.contains("Lamp"))
        let added = await session.run(store + ["add", "Vase"])
        #expect(added.status == .success)
        #expect(
            added.errors
                == "loot: The comments in FOLDER/items.json were removed. A copy of the file with its comments is "
                + "FOLDER/.items.json.loot/commented.\n")
        #expect(session[".items.json.loot/commented"] == original)
        #expect(await session.run(store + ["add", "Fork"]).errors.isEmpty)
        #expect(session[".items.json.loot/commented"] == original)
        // Someone adds a comment to the file again.
        let edited = (session["items.json"] ?? []) + Array("// again\n".utf8)
        session["items.json"] = edited
        #expect(await session.run(store + ["add", "Spoon"]).errors.contains("comments"))
        #expect(session[".items.json.loot/commented"] == edited)
    }

    @Test func `slashes in texts aren't comments`() async {
        session["items.json"] = Array(#"[{"name":"Lamp","notes":"see http://a/b \\\" // and /* */"}]"#.utf8)
        #expect(await session.run(store + ["add", "Vase"]).errors.isEmpty)
        #expect(session[".items.json.loot/commented"] == nil)
    }

    @Test func `a file can use option names for fields, and ids that aren't UUIDs`() async throws {
        session["items.json"] = Array(
            #"[{"id":"lamp-1","name":"Lamp","value":40,"serial":"L-1"},{"id":7,"name":"Vase","hue":"red"}]"#
                .utf8)
        let first = await session.run(store + ["list", "--format", "csv"])
        #expect(first.status == .success && first.output.contains("Lamp") && first.output.contains("L-1"))
        #expect(await session.run(store + ["edit", "#2", "--value", "5"]).status == .success)
        let text = String(decoding: session["items.json"] ?? [], as: UTF8.self)
        #expect(text.contains(#""valueInDollars":40"#) && text.contains(#""serialNumber":"L-1""#))
        #expect(text.contains(#""originalID":"lamp-1""#) && text.contains(#""originalID":7"#))
        #expect(text.contains(#""hue":"red""#) && !text.contains(#""value":40"#))
        #expect(await session.run(store + ["check"]).status == .success)
    }

    @Test func `recovering a damaged history sets only the history aside`() async throws {
        for name in ["Lamp", "Vase"] { await session.run(store + ["add", name]) }
        let list = session["items.json"]
        var journal = try #require(session[".items.json.loot/journal.1"])
        journal[50] ^= 1
        try Data(journal).write(to: URL(fileURLWithPath: "\(session.folder)/.items.json.loot/journal.1"))
        #expect(await session.run(store + ["list"]).status == .success)
        let trial = await session.run(store + ["recover"])
        #expect(trial.status == .badData && trial.output.contains("The damaged history would be set aside"))
        let done = await session.run(store + ["recover", "--write"])
        #expect(done.status == .success && done.output.contains("journal.1.damaged-1"))
        #expect(session["items.json"] == list && session["items.json.damaged-1"] == nil)
        #expect(await session.run(store + ["check"]).status == .success)
    }
}
