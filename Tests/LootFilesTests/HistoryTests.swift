import LootCore
import LootFiles
import LootFilesTesting
import LootFormats
import Testing

@Suite struct `A damaged history` {
    /// Returns a store with three changes, all in the file, whose journal has one changed byte.
    private func damaged(from offset: Int = 300) async throws -> ModelFileSystem {
        let files = ModelFileSystem()
        for number in 1...3 {
            let store = try await openStore(files)
            try await store.add(makeItem(number))
            try await store.close()
        }
        var journal = try #require(files[Self.journal])
        journal[offset] ^= 0x10
        files[Self.journal] = journal
        return files
    }

    private static let folder = ".items.lines.loot"
    private static let journal = "\(folder)/journal.1"
    private static let three = [makeItem(1), makeItem(2), makeItem(3)]

    @Test(arguments: [0, 40, 100, 300])
    func `a damaged history affects no item, is set aside with the next change, and is reported`(
        offset: Int
    ) async throws {
        let files = try await damaged(from: offset)
        let broken = files[Self.journal]
        let store = try await openStore(files)
        #expect(store.problem == nil && store.capabilities.contains(.writable))
        #expect(try await store.items() == Self.three)
        #expect(try await store.history(limit: 9).undoable.isEmpty)
        #expect(try await store.check().problems.count == 1)
        try await store.add(makeItem(4))
        let notices = store.takeNotices()
        #expect(notices.count == 1 && notices[0].text.contains("\(Self.journal).damaged-1"))
        #expect(store.takeNotices().isEmpty)
        #expect(files["\(Self.journal).damaged-1"] == broken)
        #expect(files["\(storePath).damaged-1"] == nil)

        let again = try await openStore(files)
        #expect(try await again.items() == Self.three + [makeItem(4)])
        #expect(try await again.check().problems.isEmpty)
        let undoable = try await again.history(limit: 9).undoable
        #expect(undoable.count == 1)
        _ = try await again.apply(try #require(undoable.last).undo)
        #expect(try await again.items() == Self.three)
    }

    @Test func `recovering sets a damaged history aside and leaves the list in place`() async throws {
        let files = try await damaged()
        let list = files[storePath]
        let store = try await openStore(files)
        let trial = try await store.recover(isTrial: true)
        #expect(trial.kept == 3 && trial.lost.isEmpty && trial.lostHistory && trial.setAside.isEmpty)
        let report = try await store.recover(isTrial: false)
        #expect(report.setAside == ["\(Self.journal).damaged-1"] && report.lostHistory)
        #expect(files[storePath] == list && files["\(storePath).damaged-1"] == nil)
        #expect(try await store.check().problems.isEmpty)
        #expect(try await store.recover(isTrial: true).lostHistory == false)
    }

    @Test func `changes that a running process hasn't written to the file are kept`() async throws {
        let files = try await damaged()
        let server = try await openStore(files, .journal)
        try await server.add(makeItem(4))
        try await server.add(makeItem(5))
        let part = try #require(files.paths.filter { $0.hasPrefix("\(Self.folder)/journal.2") }.first)
        var journal = try #require(files[part])
        // The byte changes in place, because the process has the same file open.
        journal[40] ^= 0x10
        let file = try files.open(part, .write)
        try files.write(journal.span.bytes, to: file, at: 0)
        files.close(file)
        let other = try await openStore(files)
        try await other.add(makeItem(6))
        try await server.add(makeItem(7))
        try await server.compact()
        let found = Set(try await openStore(files).items().map(\.id))
        #expect(found == Set([1, 2, 3, 4, 5, 6, 7].map { makeItem($0).id }))
    }

    @Test func `a damaged history doesn't revert an edit of the file`() async throws {
        let files = try await damaged(from: 0)
        files[storePath] = Array("items\n\(makeItem(9).id) 9 Edited\n".utf8)
        let store = try await openStore(files)
        let edited = makeItem(makeItem(9).id, "Edited", 9)
        #expect(try await store.items() == [edited] && store.problem == nil)
        try await store.add(makeItem(4))
        #expect(try await openStore(files).items() == [edited, makeItem(4)])
    }
}

@Suite struct `A history with large changes` {
    @Test func `a history with large changes is the same each time it is read`() async throws {
        let files = ModelFileSystem()
        let store = try await openStore(files)
        let large = (1...40).map { makeItem($0, String(repeating: "Lamp ", count: 200)) }
        let first = try await store.apply(ItemTransaction(large.map { .insert($0) }, title: "Import"))
        for _ in 0..<3 { #expect(try await store.history(limit: 9).undoable == [first]) }
        let second = try await store.apply(first.undo)
        for _ in 0..<2 {
            let history = try await store.history(limit: 9)
            #expect(history.undoable.isEmpty && history.redoable == [first])
        }
        let third = try await store.apply(first.redo)
        #expect(second.revision < third.revision)
        let reopened = try await openStore(files)
        for _ in 0..<2 { #expect(try await reopened.history(limit: 9) == store.history(limit: 9)) }
    }
}

@Suite struct `A truncated history` {
    @Test func `a history without its beginning is read with the changes of each step`() async throws {
        let files = ModelFileSystem()
        let options = Keeping.rewriting.options
        let store = try await FileStore.open(storePath, as: FormatCodec(.json), on: files, options: options)
        try await store.apply([.set("historyLimit", .number("3"))])
        for number in 1...40 {
            try await store.add(makeItem(number))
            if number % 5 == 0 {
                let last = try #require(try await store.history(limit: 1).undoable.last)
                _ = try await store.apply(last.undo)
            }
            let history = try await store.history(limit: 9)
            let reopened = try await FileStore.open(
                storePath, as: FormatCodec(.json), on: files, options: options)
            #expect(try await reopened.history(limit: 9) == history)
            #expect(history.undoable.count <= 3)
            #expect((history.undoable + history.redoable).allSatisfy { !$0.changes.isEmpty })
        }
    }
}

@Suite struct `Undoing a very large change` {
    @Test func `another process can redo a very large change`() async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/items.lines"
        // All limits are a sixteenth of the usual ones.
        var options = FileStoreOptions()
        (options.rewriteLimit, options.journalLimit) = (1 << 20, 1 << 16)
        func open() async throws -> FileStore<LinesCodec> {
            try await FileStore.open(path, as: LinesCodec(), on: SystemFileSystem(), options: options)
        }
        let first = try await open()
        try await first.add(makeItem(1, "Lamp"))
        try await first.close()
        // Larger than the complete history that is kept for a small list.
        let name = String(repeating: "x", count: 6_500)
        let many = (10..<210).map { makeItem($0, "\(name)\($0)") }
        let importer = try await open()
        _ = try await importer.apply(ItemTransaction(many.map { .insert($0) }, title: "Import"))
        try await importer.close()
        for _ in 0..<2 {
            let undoing = try await open()
            let last = try #require(try await undoing.history(limit: 1).undoable.last)
            #expect(last.title == "Import")
            _ = try await undoing.apply(last.undo)
            try await undoing.close()
            let redoing = try await open()
            #expect(try await redoing.items() == [makeItem(1, "Lamp")])
            let next = try #require(try await redoing.history(limit: 1).redoable.last)
            _ = try await redoing.apply(next.redo)
            #expect(try await redoing.summary().count == 201)
            try await redoing.close()
        }
    }
}
