import Localization
import LootActions
import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

@Suite struct ActionRunnerTests {
    private let items = [
        Item(name: "Drill"), Item(name: "Lamp", isFavorite: true), Item(name: "Vase"),
    ]
    private var ids: [ItemID] { items.map(\.id) }

    @Test func `preparing and previewing change nothing`() async throws {
        let store = try MemoryStore(items)
        let before = try await store.summary().revision
        let runner = ActionRunner(Inventory(store, for: .owner))
        let prepared = try await runner.prepare(ActionRequest(.favorite, on: .items(ids)))
        _ = try await runner.preview(prepared)
        #expect(try await store.items() == items)
        #expect(try await store.summary().revision == before)
        #expect(try await store.history(limit: 9).undoable.isEmpty)
    }

    @Test func `a commit makes the changes of the preview, as one step to undo`() async throws {
        let store = try MemoryStore(items)
        let inventory = Inventory(store, for: .owner, author: "Ann")
        let runner = ActionRunner(inventory)
        let prepared = try await runner.prepare(ActionRequest(.favorite, on: .items(ids)))
        let preview = try #require(try await runner.preview(prepared))
        let commit = try #require(try await runner.commit(prepared).commit)
        #expect(commit.changes == preview.commit.changes && commit.revision == preview.commit.revision)
        #expect(commit.title == "Add 2 items to favorites" && commit.author == "Ann")
        for (id, item) in preview.items { #expect(try await store.item(id) == item) }
        try await inventory.undo()
        #expect(try await store.items() == items)
    }

    @Test func `an action that changes nothing makes no commit`() async throws {
        let store = try MemoryStore(items)
        let runner = ActionRunner(Inventory(store, for: .owner))
        let outcome = try await runner.prepareAndCommit(ActionRequest(.favorite, on: .items([ids[1]])))
        #expect(outcome.commit == nil && outcome.items == [ids[1]])
    }

    @Test func `an action on one item reads it once and commits once`() async throws {
        let store = FailingStore(try MemoryStore(items)) { _, _ in nil }
        let runner = ActionRunner(Inventory(store, for: .owner))
        _ = try await runner.prepareAndCommit(ActionRequest(.favorite, on: .items([ids[0]])))
        let calls = StoreCall.allCases.filter { store.count(of: $0) > 0 }
        #expect(calls == [.item, .apply] && calls.allSatisfy { store.count(of: $0) == 1 })
    }

    @Test func `only a condition needs confirmation`() async throws {
        let runner = ActionRunner(Inventory(try MemoryStore(items), for: .owner))
        let named = try await runner.prepare(ActionRequest(.favorite, on: .items(ids)))
        #expect(named.question == nil)
        let found = try await runner.prepare(ActionRequest(.favorite, on: .matching(.all)))
        #expect(found.question?.text == "Add 2 items to favorites?")
        let none = try await runner.prepare(
            ActionRequest(.favorite, on: .matching(Query(favoritesOnly: true))))
        #expect(none.question == nil && none.plan.items == [ids[1]])
    }

    @Test func `unknown arguments and missing items are rejected`() async throws {
        let store = try MemoryStore(items)
        let runner = ActionRunner(Inventory(store, for: .owner))
        var error = await #expect(throws: LootError.self) {
            try await runner.prepare(
                ActionRequest(.favorite, on: .items(ids), arguments: ["colour": "red"]))
        }
        #expect(error?.code == .malformed)
        error = await #expect(throws: LootError.self) {
            try await runner.prepare(ActionRequest(.favorite, on: .items([ItemID()])))
        }
        #expect(error?.code == .noSuchItem)
    }

    @Test func `of two opposite actions, the applicable one runs`() async throws {
        let runner = ActionRunner(Inventory(try MemoryStore(items), for: .owner))
        for (selection, expected) in [
            (Selection.items(ids), "favorite"), (.items([ids[1]]), "unfavorite"),
            (.matching(.all), "favorite"), (.matching(Query(favoritesOnly: true)), "unfavorite"),
        ] {
            #expect(try await runner.applicable(.favorite, or: .unfavorite, to: selection).id == expected)
        }
        #expect(try await runner.applicable(.split, or: .join, to: .items(ids)).id == "split")
    }
}
