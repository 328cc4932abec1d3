import LootCore
import LootFiles
import LootFilesTesting
import Synchronization
import Testing

/// Another program or a person changes the file, while a store is open or closed.
@Suite struct `External writes` {
    /// The processes that made earlier changes: one for each change, one for all changes, or one that is
    /// still running.
    enum Before: CaseIterable {
        case aProcessEach, oneProcess, oneProcessThatRuns
    }

    private static let theirs = [makeItem(50, "Theirs")]

    private func write(_ items: [Item], to files: ModelFileSystem) {
        let lines = items.map { "\($0.id) \($0.valueInDollars) \($0.name)\n" }
        files[storePath] = Array(("items\n" + lines.joined()).utf8)
    }

    @Test(arguments: Keeping.allCases, Before.allCases)
    func `an external write is one step of the history, and can be undone after any number of changes`(
        keeping: Keeping, before: Before
    ) async throws {
        for count in 1...Script.transactions.count {
            let files = ModelFileSystem()
            var store = try await openStore(files, keeping)
            for transaction in Script.transactions.prefix(count) {
                if before == .aProcessEach { store = try await openStore(files, keeping) }
                _ = try await store.apply(transaction)
                if before == .aProcessEach { try await store.close() }
            }
            if before == .oneProcess { try await store.close() }
            if before == .oneProcessThatRuns {
                // The file of a running process is updated a moment after its last change.
                _ = try await store.compact()
            }
            let state = Script.states[count]
            write(Array(state.dropFirst()) + Self.theirs, to: files)

            let other = try await openStore(files, keeping)
            #expect(try await other.items() == Array(state.dropFirst()) + Self.theirs)
            let last = try #require(try await other.history(limit: 1).undoable.last)
            #expect(last.title == "Changed by another program", "after \(count)")
            _ = try await other.apply(last.undo)
            #expect(try await other.items() == state, "after \(count)")
        }
    }

    @Test(arguments: Keeping.allCases, [1, 2, 3])
    func `an external write can be repeated after a reader accepted the first one, and all can be undone`(
        keeping: Keeping, seen: Int
    ) async throws {
        let files = ModelFileSystem()
        let store = try await openStore(files, keeping)
        let before = (0..<6).map { makeItem($0) }
        for item in before { try await store.add(item) }
        _ = try await store.compact()
        for count in 1...seen {
            write(Array(before.dropLast(count)), to: files)
            #expect(try await store.items() == before.dropLast(count))
        }
        write(Array(before.prefix(1)) + Self.theirs, to: files)
        try await store.add(makeItem(60))
        let after = Array(before.prefix(1)) + Self.theirs + [makeItem(60)]
        #expect(try await store.items() == after && store.problem == nil)
        #expect(try await openStore(files, keeping).items() == after)
        let steps = try await store.history(limit: 9).undoable
        #expect(steps.suffix(2).map(\.title) == ["Changed by another program", "Add “\(makeItem(60).name)”"])
        for step in steps.suffix(2).reversed() { _ = try await store.apply(step.undo) }
        #expect(try await store.items() == before)
    }

    @Test func `an external write can be repeated after another process recorded the first one`() async throws
    {
        let files = ModelFileSystem()
        let (store, other) = (try await openStore(files), try await openStore(files))
        let before = (0..<6).map { makeItem($0) }
        for item in before { try await store.add(item) }
        _ = try await store.compact()
        write(Array(before.dropLast(1)), to: files)
        #expect(try await store.items() == before.dropLast(1))
        #expect(try await other.history(limit: 1).undoable.last?.title == "Changed by another program")
        write(Array(before.prefix(2)), to: files)
        try await store.add(makeItem(60))
        #expect(try await store.items() == before.prefix(2) + [makeItem(60)] && store.problem == nil)
        let steps = try await store.history(limit: 3).undoable
        #expect(steps.map(\.title).prefix(2) == ["Changed by another program", "Changed by another program"])
        for (step, state) in zip(steps.reversed(), [Array(before.prefix(2)), before.dropLast(1), before]) {
            _ = try await store.apply(step.undo)
            #expect(try await store.items() == state)
        }
    }

    @Test(arguments: Keeping.allCases, [SystemError.Call.open, .write, .sync, .rename])
    func `an external write at any step of writing the file is noticed and not overwritten`(
        keeping: Keeping, call: SystemError.Call
    ) async throws {
        for isNew in [false, true] { try await checkSteps(of: call, keeping, isNew) }
    }

    private func checkSteps(of call: SystemError.Call, _ keeping: Keeping, _ isNew: Bool) async throws {
        for step in 1... {
            let files = ModelFileSystem()
            let watched = FaultyFileSystem(files)
            if !isNew { write([makeItem(0)], to: files) }
            let store = try await openStore(watched, keeping)
            for number in 1..<4 { try await store.add(makeItem(number)) }
            let interruption = Interruption(of: watched, before: call, number: step) {
                write(Self.theirs, to: files)
            }
            _ = try await store.compact()
            if !interruption.hasHappened { break }
            let found = try await store.items()
            #expect(found.contains(Self.theirs[0]), "\(call) \(step)")
            #expect(try await openStore(files, keeping).items() == found, "\(call) \(step)")
            try await store.add(makeItem(60))
            #expect(try await openStore(files, keeping).items() == found + [makeItem(60)], "\(call) \(step)")
            #expect(store.problem == nil)
        }
    }

    @Test func `an external write before a full journal is one step, too`() async throws {
        let files = ModelFileSystem()
        var options = FileStoreOptions()
        options.journalLimit = 600
        for number in 0..<12 {
            let store = try await FileStore.open(storePath, as: LinesCodec(), on: files, options: options)
            try await store.add(makeItem(number, "Spork with a long name \(number)"))
            try await store.close()
        }
        let parts = files.paths.count { $0.contains(".loot/journal.") }
        #expect(parts > 1)
        let state = try await openStore(files).items()
        write(Array(state.dropLast(3)), to: files)
        let other = try await FileStore.open(storePath, as: LinesCodec(), on: files, options: options)
        let last = try #require(try await other.history(limit: 1).undoable.last)
        _ = try await other.apply(last.undo)
        #expect(try await other.items() == state)
    }

    @Test(arguments: Keeping.allCases)
    func `any older content written externally is authoritative`(keeping: Keeping) async throws {
        for older in 0..<Script.transactions.count {
            let files = ModelFileSystem()
            var contents: [[UInt8]?] = [nil]
            for transaction in Script.transactions {
                let store = try await openStore(files, keeping)
                _ = try await store.apply(transaction)
                try await store.close()
                contents.append(files[storePath])
            }
            guard let content = contents[older] else { continue }
            files[storePath] = content
            let store = try await openStore(files, keeping)
            #expect(try await store.items() == Script.states[older])
            try await store.add(makeItem(60))
            try await store.close()
            #expect(try await openStore(files, keeping).items() == Script.states[older] + [makeItem(60)])
            #expect(store.problem == nil)
        }
    }

    @Test(arguments: Keeping.allCases)
    func `removing the file externally after a kill leaves nothing of its content`(keeping: Keeping)
        async throws
    {
        let files = ModelFileSystem()
        let first = try await openStore(files, keeping)
        try await first.add(makeItem(1))
        try await first.close()
        let note = try #require(files.paths.first { $0.hasSuffix("/seen") })
        let old = files[note]
        let second = try await openStore(files, keeping)
        try await second.add(makeItem(2))
        try await second.close()
        // A process that is killed right after it replaced the file doesn't update the record.
        files[note] = old

        let reader = try await openStore(files, keeping)
        #expect(try await reader.items() == [makeItem(1), makeItem(2)])
        try await reader.close()
        files[storePath] = nil
        let third = try await openStore(files, keeping)
        #expect(try await third.items() == [])
        try await third.add(makeItem(3))
        try await third.close()
        #expect(try await openStore(files, keeping).items() == [makeItem(3)])
    }

    @Test func `removing the file externally also removes pending changes, and one undo restores all of it`()
        async throws
    {
        let files = ModelFileSystem()
        let killed = try await openStore(files, .journal)
        for number in 1...2 { try await killed.add(makeItem(number)) }
        _ = try await killed.compact()
        try await killed.add(makeItem(3))
        files[storePath] = nil
        let other = try await openStore(files.withoutProcesses(), .journal)
        #expect(try await other.items() == [])
        let last = try #require(try await other.history(limit: 1).undoable.last)
        #expect(last.title == "Changed by another program")
        _ = try await other.apply(last.undo)
        #expect(try await other.items() == (1...3).map { makeItem($0) })
    }

    @Test(arguments: [SystemError.Call.open, .write, .sync, .rename])
    func `content that is removed externally remains removed after a kill at any step`(
        call: SystemError.Call
    ) async throws {
        let files = ModelFileSystem()
        let watched = FaultyFileSystem(files)
        let store = try await openStore(watched)
        for number in 1...3 { try await store.add(makeItem(number)) }
        let steps = Steps(of: files, at: call, on: watched)
        _ = try await store.compact()
        let seen = steps.stop()
        #expect(!seen.isEmpty)
        for (number, step) in seen.enumerated() {
            let held = Array(try LinesCodec().decode(step[storePath] ?? []).items)
            let removed = try #require(held.last)
            write(held.dropLast() + Self.theirs, to: step)
            let items = try await openStore(step).items()
            #expect(!items.contains(removed) && items.contains(Self.theirs[0]), "\(call) \(number)")
            // Changes that weren't in the file yet are kept.
            let all = (1...3).map { makeItem($0) }.filter { $0 != removed } + Self.theirs
            #expect(Set(items.map(\.id)) == Set(all.map(\.id)), "\(call) \(number)")
        }
    }

    @Test(arguments: [SystemError.Call.open, .write, .sync, .rename])
    func `older content that is restored externally is authoritative after a kill at any step`(
        call: SystemError.Call
    ) async throws {
        let files = ModelFileSystem()
        let watched = FaultyFileSystem(files)
        let store = try await openStore(watched)
        for number in 1...3 { try await store.add(makeItem(number)) }
        let older = files[storePath]
        let steps = Steps(of: files, at: call, on: watched)
        _ = try await store.compact()
        for (number, step) in steps.stop().enumerated() where step[storePath] != older {
            step[storePath] = older
            #expect(try await openStore(step).items() == [makeItem(1)], "\(call) \(number)")
        }
    }

    @Test func `an external write isn't overwritten if files can't be exchanged`() async throws {
        let files = ModelFileSystem(exchanges: false)
        let watched = FaultyFileSystem(files)
        let store = try await openStore(watched)
        for number in 1...3 { try await store.add(makeItem(number)) }
        // The journal is synced first, with the digest of the next content.
        watched.interrupt(.sync) { write(Self.theirs, to: files) }
        _ = try await store.compact()
        let found = try await store.items()
        #expect(found.contains(Self.theirs[0]))
        #expect(try await openStore(files).items() == found)
    }

    @Test(arguments: [false, true])
    func `an external write is one step of the history, even if there was none before`(isSeen: Bool)
        async throws
    {
        let files = ModelFileSystem()
        let before = [makeItem(1), makeItem(2)]
        write(before, to: files)
        let store = try await openStore(files)
        #expect(try await store.items() == before)
        write([makeItem(1)] + Self.theirs, to: files)
        if isSeen { #expect(try await store.items() == [makeItem(1)] + Self.theirs) }
        let last = try #require(try await store.history(limit: 1).undoable.last)
        #expect(last.title == "Changed by another program")
        #expect(try await openStore(files).items() == [makeItem(1)] + Self.theirs)
        _ = try await openStore(files).apply(last.undo)
        #expect(try await store.items() == before)
    }

    @Test func `a record of another list isn't mistaken for an external write`() async throws {
        let lists = [ModelFileSystem(), ModelFileSystem()]
        // Give the files of both lists different inode numbers.
        lists[0]["something"] = [0]
        for (files, name) in zip(lists, ["Spork", "Knork"]) {
            let store = try await openStore(files)
            try await store.add(makeItem(1, name))
            try await store.close()
        }
        let note = try #require(lists[0].paths.first { $0.hasSuffix("/seen") })
        lists[1][note] = lists[0][note]
        let store = try await openStore(lists[1])
        try await store.add(makeItem(2))
        #expect(try await store.items() == [makeItem(1, "Knork"), makeItem(2)])
        #expect(try await store.history(limit: 9).undoable.count == 2)
    }

    @Test func `a journal that another process started isn't mistaken for an external write`() async throws {
        let files = ModelFileSystem()
        let (store, other) = (try await openStore(files, .journal), try await openStore(files, .journal))
        for number in 1...2 { try await store.add(makeItem(number)) }
        #expect(try await other.items().count == 2)
        for path in files.paths where path.contains(".loot/") { files[path] = nil }
        try await store.add(makeItem(3))
        #expect(try await other.items() == (1...3).map { makeItem($0) })
        try await other.add(makeItem(4))
        #expect(try await store.items() == (1...4).map { makeItem($0) })
        #expect(try await other.history(limit: 9).undoable.count == 4)
    }

    @Test(arguments: [SystemError.Call.open, .write, .sync, .rename, .remove])
    func `an external write is read at every step of a process that starts a new journal`(
        call: SystemError.Call
    )
        async throws
    {
        let files = ModelFileSystem()
        let watched = FaultyFileSystem(files)
        let store = try await FileStore.open(storePath, as: LinesCodec(), on: watched)
        // The first change is in the file, and the later ones are pending in the journal.
        for number in 1...3 { try await store.add(makeItem(number)) }
        for path in files.paths where path.contains(".loot/") { try files.remove(path) }
        write([makeItem(1)] + Self.theirs, to: files)

        let steps = Steps(of: files, at: call, on: watched)
        try await store.add(makeItem(4))
        let seen = steps.stop()
        #expect(!seen.isEmpty || call == .remove)
        for step in seen {
            let names = try await openStore(step).items().map(\.name)
            #expect(Set(names).isSuperset(of: Self.theirs.map(\.name)))
        }
        let kept = Set(([makeItem(1)] + Self.theirs + (2...4).map { makeItem($0) }).map(\.name))
        #expect(try await Set(store.items().map(\.name)) == kept)
        try await store.close()
        #expect(try await Set(openStore(files).items().map(\.name)) == kept)
    }

    @Test(arguments: Keeping.allCases)
    func `removing the hidden folder while another process starts a new one loses no change`(
        keeping: Keeping
    ) async throws {
        let files = ModelFileSystem()
        let server = try await openStore(files, keeping)
        try await server.add(makeItem(1))
        try await server.add(makeItem(2))
        try await server.compact()
        #expect(try await server.items().count == 2)
        // As in `git clean -fdx`.
        for path in files.paths where path.contains(".loot") { files[path] = nil }
        let other = try await openStore(files, .journal)
        try await other.add(makeItem(3))
        try await server.add(makeItem(4))
        let all = Set([1, 2, 3, 4].map { makeItem($0).id })
        #expect(Set(try await server.items().map(\.id)) == all)
        #expect(Set(try await openStore(files).items().map(\.id)) == all)
        try await server.compact()
        #expect(Set(try LinesCodec().decode(files[storePath] ?? []).items.map(\.id)) == all)
    }
}

/// Runs a function right before one of the calls of a given kind.
private final class Interruption: Sendable {
    private let files: FaultyFileSystem
    private let call: SystemError.Call
    private let action: @Sendable () -> Void
    private let rest: Mutex<Int>

    init(
        of files: FaultyFileSystem, before call: SystemError.Call, number: Int,
        by action: @escaping @Sendable () -> Void
    ) {
        (self.files, self.call, self.action) = (files, call, action)
        rest = Mutex(number)
        wait()
    }

    var hasHappened: Bool { rest.withLock { $0 == 0 } }

    private func wait() {
        files.interrupt(call) { [self] in
            rest.withLock { $0 -= 1 }
            if hasHappened { action() } else { wait() }
        }
    }
}

/// Copies the files right before each call of a given kind.
private final class Steps: Sendable {
    private let files: ModelFileSystem
    private let watched: FaultyFileSystem
    private let call: SystemError.Call
    private let seen = Mutex<[ModelFileSystem]?>([])

    init(of files: ModelFileSystem, at call: SystemError.Call, on watched: FaultyFileSystem) {
        (self.files, self.watched, self.call) = (files, watched, call)
        watchNext()
    }

    private func watchNext() {
        watched.interrupt(call) { [self] in
            let isOver = seen.withLock { seen in
                seen?.append(files.withoutProcesses())
                return seen == nil
            }
            if !isOver { watchNext() }
        }
    }

    func stop() -> [ModelFileSystem] {
        seen.withLock { seen in
            defer { seen = nil }
            return seen ?? []
        }
    }
}
