import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct HistoryCommandTests {
    private static func commit(
        _ number: UInt64, _ title: String, by author: String?, at date: String, _ changes: [AppliedChange],
        _ purpose: ItemTransaction.Purpose = .edit
    ) -> Commit {
        Commit(
            revision: Revision(rawValue: number), date: Moment(date) ?? .first, title: title, author: author,
            purpose: purpose, changes: changes)
    }

    /// A store with a history of commits by two people over several days.
    private struct Remembering: StoreWrapper, HistoryStore {
        let wrapped: any ItemStore
        let kept: History

        func readHistory(limit: Int) async throws(LootError) -> History {
            kept.newest(limit)
        }
        func readHistory(of item: ItemID, limit: Int) async throws(LootError) -> [Commit] {
            Array(
                kept.commits.compactMap { $0.changes.contains { $0.change.item == item } ? $0 : nil }.suffix(
                    limit))
        }
    }

    private static func session() throws -> Session {
        let lamp = Item(
            id: ItemID("aa110000-0000-4000-8000-000000000001") ?? ItemID(), name: "Lamp", valueInDollars: 45,
            dateCreated: Moment("2026-01-01") ?? .first)
        let fork = Item(
            id: ItemID("bb220000-0000-4000-8000-000000000002") ?? ItemID(), name: "Fork", valueInDollars: 5,
            dateCreated: Moment("2026-01-01") ?? .first)
        let vase = Item(
            id: ItemID("cc330000-0000-4000-8000-000000000003") ?? ItemID(), name: "Vase", valueInDollars: 9,
            dateCreated: Moment("2026-01-01") ?? .first)
        func update(_ item: Item, _ old: Patch, _ new: Patch) -> AppliedChange {
            AppliedChange(.update(item.id, new), inverse: .update(item.id, old))
        }
        let history = History(
            [
                commit(
                    1, "Add 2 items", by: "Ann", at: "2026-11-18T10:00:00Z",
                    [AppliedChange(inserting: lamp, at: 0), AppliedChange(inserting: fork, at: 1)]),
                commit(
                    2, "Edit “Lamp”", by: "Bob", at: "2026-11-19T23:59:59Z",
                    [
                        update(
                            lamp, ["valueInDollars": .amount(40), "location": nil],
                            ["valueInDollars": .amount(45), "location": .text("Attic")])
                    ]),
                commit(
                    3, "Remove “Vase”", by: nil, at: "2026-11-20T00:00:00Z",
                    [AppliedChange(.remove(vase.id), inverse: .insert(vase, at: .position(1)))]),
                commit(
                    4, "Move “Fork”", by: "ann", at: "2026-11-21T08:00:00Z",
                    [
                        AppliedChange(
                            .move(fork.id, to: .position(0)), inverse: .move(fork.id, to: .position(1)))
                    ]),
                commit(
                    5, "Edit “Fork”", by: "Bob", at: "2026-11-22T08:00:00Z",
                    [
                        update(fork, ["name": .text("Fork")], ["name": .text("Spork")])
                    ]),
                commit(
                    6, "Edit “Fork”", by: "Bob", at: "2026-11-22T09:00:00Z",
                    [
                        update(fork, ["name": .text("Spork")], ["name": .text("Fork")])
                    ], .undo(Revision(rawValue: 5))),
            ])
        return Session(
            store: Remembering(wrapped: try Session([lamp, fork]).store, kept: history))
    }

    private func titles(_ words: String...) async throws -> [String] {
        let outcome = try await Self.session().run(["history", "--format", "{revision}"] + words)
        #expect(outcome.status == .success, "\(outcome)")
        return outcome.lines
    }

    @Test func `the history shows differences`() async throws {
        let session = try Self.session()
        var text = ""
        for words in [
            ["history"], ["history", "-p"], ["history", "#1", "-p"], ["history", "#1"],
            ["history", "--format", "csv"],
            ["history", "-p", "--format", "jsonl"], ["history", "--format", "md"],
            ["history", "--limit", "1"],
        ] {
            text += CommandTranscript.text(words, await session.run(words))
        }
        expectSnapshot(text, "history")
    }

    @Test func `the history can be filtered by author, day and item`() async throws {
        #expect(try await titles() == ["6", "5", "4", "3", "2", "1"])
        #expect(try await titles("--author", "ANN") == ["4", "1"])
        #expect(try await titles("--since", "2026-11-20") == ["6", "5", "4", "3"])
        #expect(try await titles("--until", "2026-11-19") == ["2", "1"])
        #expect(try await titles("--since", "2026-11-19", "--until", "2026-11-20") == ["3", "2"])
        #expect(try await titles("--author", "Bob", "--limit", "1") == ["6"])
        #expect(try await titles("#1", "--author", "Bob") == ["2"])
        #expect(try await titles("--author", "Eve").isEmpty)
        let session = try Self.session()
        #expect(await session.run("history", "--author", "Eve").output == "No changes match.\n")
        let wrong = await session.run("history", "--since", "soon")
        #expect(
            wrong.status == .usage && wrong.errors.contains("Can't read --since “soon”. It isn't a date."))
        let order = await session.run("history", "--since", "2026-11-20", "--until", "2026-11-01")
        #expect(order.status == .usage && order.errors.contains("--since is after --until."))
    }

    @Test func `the history for programs shows undone changes`() async throws {
        let session = try Session([Item(name: "Lamp", valueInDollars: 4)])
        await session.run("edit", "#1", "--value", "5")
        let dry = await session.run("undo", "--dry-run")
        #expect(
            dry.output.hasPrefix("Would undo: Edit “Lamp”\n~ “Lamp” (")
                && dry.output.contains("    Value: $5 → $4\n"), "\(dry)")
        let undone = await session.run("undo", "--format", "json")
        #expect(
            undone.output.contains(#""title":"Undid change 1: Edit “Lamp”""#)
                && undone.output.contains(#""value":{"old":5,"new":4}"#), "\(undone)")
        #expect(await session.run("redo").output == "Redone: Edit “Lamp”\n")
    }
}
