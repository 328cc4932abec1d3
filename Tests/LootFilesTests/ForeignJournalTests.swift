import LootCore
import LootFiles
import LootFilesTesting
import Testing

private let folder = ".items.lines.loot"
private let journal = "\(folder)/journal.1"

/// Returns a file system with a list. A separate process made each of its changes.
private func makeList(_ transactions: [ItemTransaction]) async throws -> ModelFileSystem {
    let files = ModelFileSystem()
    for transaction in transactions {
        let store = try await openStore(files)
        _ = try await store.apply(transaction)
        try await store.close()
    }
    return files
}

@Suite struct `A journal of another list` {
    private static let own = [1, 2].map { ItemTransaction([.insert(makeItem($0))], title: "Add \($0)") }
    private static let others = [7, 8, 9].map { ItemTransaction([.insert(makeItem($0))], title: "Add \($0)") }

    @Test(arguments: [1, 2, 3])
    func `a journal of another list is ignored, reported, and set aside with the next change`(
        count: Int
    ) async throws {
        let files = try await makeList(Self.own)
        let other = try await makeList(Array(Self.others.prefix(count)))
        files[journal] = other[journal]
        let store = try await openStore(files)
        #expect(try await store.items() == [makeItem(1), makeItem(2)])
        #expect(try await store.history(limit: 9) == History())
        #expect(try await store.check().problems.map(\.code) == [.damaged])
        try await store.add(makeItem(3))
        #expect(files["\(journal).damaged-1"] == other[journal])
        let again = try await openStore(files)
        #expect(try await again.items() == [makeItem(1), makeItem(2), makeItem(3)])
        #expect(try await again.history(limit: 9).undoable.count == 1)
        #expect(try await again.check().problems.isEmpty)
    }

    @Test func `a journal of another list is ignored if it follows the list's own`() async throws {
        let files = try await makeList(Self.own)
        let other = try await makeList(Self.others)
        files["\(folder)/journal.2"] = other[journal]
        let store = try await openStore(files)
        #expect(try await store.items() == [makeItem(1), makeItem(2)])
        #expect(try await store.check().problems.map(\.code) == [.damaged])
        try await store.add(makeItem(3))
        #expect(try await openStore(files).items() == [makeItem(1), makeItem(2), makeItem(3)])
    }

    @Test func `a journal of another list is ignored by a running process`() async throws {
        let files = try await makeList(Self.own)
        let other = try await makeList(Self.others)
        let store = try await openStore(files)
        files["\(folder)/journal.2"] = other[journal]
        #expect(try await store.items() == [makeItem(1), makeItem(2)])
        try await store.add(makeItem(3))
        #expect(try await openStore(files).items() == [makeItem(1), makeItem(2), makeItem(3)])
    }

    @Test func `a journal doesn't belong to a list whose hidden folder moved or lost its number`()
        async throws
    {
        let files = try await makeList(Self.own)
        files["\(folder)/list"] = nil
        let store = try await openStore(files)
        #expect(try await store.history(limit: 9).undoable.count == 2)
        #expect(try await store.check().problems.isEmpty)
        try await store.add(makeItem(3))
        let again = try await openStore(files)
        #expect(try await again.history(limit: 9).undoable.count == 3)
        #expect(try await again.check().problems.isEmpty)
    }
}

@Suite struct `A truncated journal` {
    private static let script: [ItemTransaction] = [
        ItemTransaction([.insert(makeItem(1))], title: "Add 1"),
        ItemTransaction([.insert(makeItem(2))], title: "Add 2"),
        ItemTransaction([.remove(makeItem(1).id)], title: "Remove 1"),
        ItemTransaction([.update(makeItem(2).id, ["valueInDollars": .integer(99)])], title: "Edit 2"),
    ]

    @Test func `a truncated journal changes no item of a complete file`() async throws {
        let whole = try await makeList(Self.script)
        let items = try await openStore(whole).items()
        let length = try #require(whole[journal]).lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        for end in stride(from: 0, to: length, by: 3) {
            let files = whole.withoutProcesses()
            files[journal] = Array(try #require(whole[journal]).prefix(end))
            let store = try await openStore(files)
            #expect(try await store.items() == items, "ends at \(end)")
            #expect(try await store.check().problems.isEmpty == false, "ends at \(end)")
            try await store.add(makeItem(5))
            let again = try await openStore(files)
            #expect(try await again.items() == items + [makeItem(5)], "ends at \(end)")
            #expect(try await again.history(limit: 9).undoable.count == 1, "ends at \(end)")
        }
    }
}
