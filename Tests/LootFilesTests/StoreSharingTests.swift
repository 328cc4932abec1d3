import Dispatch
import LootCollection
import LootCore
import LootFiles
import LootFilesTesting
import Testing

struct `A shared file store` {
    @Test(arguments: Keeping.allCases)
    func `a reopened store returns its items and history`(keeping: Keeping)
        async throws
    {
        let files = ModelFileSystem()
        let store = try await openStore(files, keeping)
        for transaction in Script.transactions { _ = try await store.apply(transaction) }
        let again = try await openStore(files, keeping)
        #expect(try await again.items() == Script.states.last)
        #expect(try await again.summary().revision == store.summary().revision)
        let history = try await again.history(limit: 100)
        #expect(history.undoable.map(\.title) == Script.transactions.map(\.title))
        for (commit, state) in zip(history.undoable.reversed(), Script.states.dropLast().reversed()) {
            _ = try await again.apply(commit.undo)
            #expect(try await store.items() == state)
        }
        #expect(
            try await openStore(files, keeping).history(limit: 9).redoable.count == Script.transactions.count)
    }

    @Test(.timeLimit(.minutes(1)))
    func `waiting for the medium doesn't block other callers`() async throws {
        let watched = FaultyFileSystem(ModelFileSystem())
        let store = try await openStore(watched)
        for number in 1...2 { try await store.add(makeItem(number)) }
        let (waits, word) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        watched.interrupt(.sync) {
            word.finish()
            gate.wait()
        }
        let folding = Task { try await store.compact() }
        for await _ in waits {}
        // This thread continues as soon as the change is queued.
        let adding = Task.immediate { try await store.add(makeItem(3)) }
        gate.signal()
        _ = try await (folding.value, adding.value)
        #expect(try await store.items() == (1...3).map { makeItem($0) })
    }

    @Test func `the file is readable after each process's first change`() async throws {
        let files = ModelFileSystem()
        for (transaction, state) in zip(Script.transactions, Script.states.dropFirst()) {
            let store = try await openStore(files)
            _ = try await store.apply(transaction)
            let found = try LinesCodec().decode(try #require(files[storePath])).items
            #expect(Array(found) == state)
        }
    }

    @Test func `a long journal is compacted automatically or on request, and keeps the history`()
        async throws
    {
        let files = ModelFileSystem()
        var options = Keeping.journal.options
        options.journalLimit = 2000
        let store = try await FileStore.open(storePath, as: LinesCodec(), on: files, options: options)
        var isFolded = false
        for number in 1...200 {
            try await store.add(makeItem(number))
            let size = try LinesCodec().decode(files[storePath] ?? []).items.count
            if number > 100, size == number { isFolded = true }
            if isFolded { #expect(size > 50) }
        }
        #expect(isFolded)
        #expect(try await openStore(files, .journal).summary().count == 200)
        let (before, after) = try await store.compact()
        #expect(after <= before + 20_000)
        #expect(try LinesCodec().decode(files[storePath] ?? []).items.count == 200)
        let count = try await openStore(files, .journal).history(limit: 500).undoable.count
        #expect(count == 200)
    }

    @Test(arguments: Keeping.allCases)
    func `concurrent random writers lose no change`(keeping: Keeping) async throws {
        let files = ModelFileSystem()
        var stores: [FileStore<LinesCodec>] = []
        for _ in 0..<4 { stores.append(try await openStore(files, keeping)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    for number in 0..<25 { try await store.add(makeItem(index * 1000 + number)) }
                }
            }
            try await group.waitForAll()
        }
        let all = try await openStore(files, keeping).items()
        #expect(Set(all.map(\.valueInDollars)).count == 100)
        for store in stores { #expect(try await store.items() == all) }
        let count = try await stores[0].history(limit: 500).undoable.count
        #expect(count == 100)
    }

    @Test(arguments: Keeping.allCases)
    func `changes by another process are reported`(keeping: Keeping) async throws {
        let files = ModelFileSystem()
        let store = try await openStore(files, keeping)
        var events = store.events().makeAsyncIterator()
        let other = try await openStore(files, keeping)
        let commit = try await other.apply(Script.transactions[0])
        // The first change creates the file, which can be noticed before the journal.
        let first = await events.next()
        #expect(first == .committed(commit) || first == .reloaded(commit.revision))
        let second = try await other.apply(Script.transactions[1])
        // The observer can notice the journal before the journal records the file. In this case, the state is
        // reported again.
        let told = await events.next()
        if case .reloaded = told {} else { #expect(told == .committed(second)) }
        #expect(try await store.items() == Script.states[2])
        try await store.close()
        while let event = await events.next() { #expect(event == .committed(second)) }
    }

    @Test(arguments: Keeping.allCases)
    func `a change that was noticed and then reverted isn't a base for later changes`(keeping: Keeping)
        async throws
    {
        let model = ModelFileSystem()
        let files = FaultyFileSystem(model)
        try await openStore(files, keeping).add(makeItem(1))
        let reader = try await openStore(model, keeping)
        let writer = try await openStore(files, keeping)
        let call = keeping == .rewriting ? SystemError.Call.rename : .sync
        files.interrupt(call) { Task.immediate { _ = try await reader.items() } }
        files.set(.init(after: 0, code: .noSpace, call: call))
        await #expect(throws: LootError.self) { try await writer.add(makeItem(2)) }
        #expect(files.hits == 1)
        #expect(try await reader.items() == [makeItem(1)])
        let next = try await openStore(files, keeping)
        try await next.add(makeItem(3))
        #expect(try await reader.items() == [makeItem(1), makeItem(3)])
        try await reader.add(makeItem(4))
        #expect(try await next.items() == [makeItem(1), makeItem(3), makeItem(4)])
        #expect(try await openStore(model, keeping).items() == [makeItem(1), makeItem(3), makeItem(4)])
    }

    @Test func `an external edit is authoritative if nothing is pending`() async throws {
        let files = ModelFileSystem()
        let store = try await openStore(files)
        try await store.add(makeItem(1))
        let known = try await store.summary().revision
        files[storePath] = Array("my own words\n\(makeItem(5).id) 12 Edited\n".utf8)
        let edited = [makeItem(makeItem(5).id, "Edited", 12)]
        #expect(try await store.items() == edited)
        #expect(try await store.summary().revision > known)
        await #expect(throws: LootError.self) {
            try await store.apply(ItemTransaction([.remove(makeItem(5).id)], expecting: known))
        }
        try await store.add(makeItem(6))
        #expect(try await openStore(files).items() == edited + [makeItem(6)])
        #expect(files[storePath]?.starts(with: Array("my own words\n".utf8)) == true)
    }

    @Test func `an external replacement at the moment of replacing the file is kept`()
        async throws
    {
        let model = ModelFileSystem()
        let first = try await openStore(model)
        try await first.add(makeItem(1))
        try await first.close()
        let files = FaultyFileSystem(model)
        let store = try await openStore(files)
        files.interrupt(.rename) {
            model[storePath] = Array("items\n\(makeItem(1).id) 1 Spork 1\n\(makeItem(2).id) 2 Spork 2\n".utf8)
        }
        try await store.add(makeItem(3))
        #expect(try await store.items() == [makeItem(1), makeItem(2), makeItem(3)])
        try await store.close()
        let held = try LinesCodec().decode(try #require(model[storePath])).items
        #expect(Array(held) == [makeItem(1), makeItem(2), makeItem(3)])
        #expect(try await openStore(model).items() == Array(held))
    }

    @Test func `pending changes are applied to an externally written file`() async throws {
        let files = ModelFileSystem()
        let store = try await openStore(files, .journal)
        try await store.add(makeItem(5))
        try await store.add(makeItem(1))
        let six = makeItem(makeItem(6).id, "Six", 13)
        files[storePath] = Array("items\n\(six.id) 13 Six\n".utf8)
        let again = try await openStore(files, .journal)
        #expect(again.problem == nil)
        #expect(try await again.items() == [makeItem(5), makeItem(1), six])
        try await again.add(makeItem(2))
        try await again.close()
        let items = [makeItem(5), makeItem(1), six, makeItem(2)]
        #expect(Array(try LinesCodec().decode(files[storePath] ?? []).items) == items)
        #expect(try await store.items() == items)
        #expect(
            try await store.history(limit: 9).undoable.suffix(3).map(\.title).first
                == "Changed by another program")
    }

    @Test func `a damaged file opens read-only with a report, isn't changed, and can be recovered`()
        async throws
    {
        let files = ModelFileSystem()
        let damaged = Array("items\n\(makeItem(1).id) 1 Spork 1\nrubbish\n\(makeItem(3).id) 3 Spork 3\n".utf8)
        files[storePath] = damaged
        let store = try await openStore(files)
        #expect(store.problem?.description.contains("Line 3") == true)
        #expect(store.problem?.place == storePath)
        #expect(try await store.items() == [makeItem(1), makeItem(3)])
        await #expect(throws: LootError.self) { try await store.add(makeItem(2)) }
        #expect(try await store.check().problems.count == 1)
        let trial = try await store.recover(isTrial: true)
        #expect(trial.kept == 2 && trial.lost.count == 1 && trial.setAside.isEmpty)
        #expect(files[storePath] == damaged)
        let report = try await store.recover(isTrial: false)
        #expect(report.setAside == ["\(storePath).damaged-1"])
        #expect(files["\(storePath).damaged-1"] == damaged)
        #expect(store.problem == nil)
        try await store.add(makeItem(2))
        #expect(try await openStore(files).items() == [makeItem(1), makeItem(3), makeItem(2)])
        #expect(try await store.check().problems.isEmpty)
    }
}

struct `A file store on a real file system` {
    let folder = TemporaryFolder()

    @Test(arguments: Keeping.allCases)
    func `observers are notified immediately of changes by another process`(keeping: Keeping) async throws {
        let path = folder.path + "/items.lines"
        let files = SystemFileSystem()
        let other = try await openStore(files, keeping, at: path)
        try await other.add(makeItem(1))
        let store = try await openStore(files, keeping, at: path)
        var events = store.events().makeAsyncIterator()
        for number in 2..<12 {
            let commit = try await other.apply([.insert(makeItem(number))])
            #expect(await events.next() == .committed(commit))
        }
        try await store.close()
    }

    @Test func `missing folders are created with the first item`() async throws {
        let path = folder.path + "/a/b/items.lines"
        let store = try await openStore(SystemFileSystem(), at: path)
        #expect(try await store.items().isEmpty)
        #expect(folder.names.isEmpty)
        try await store.add(makeItem(1))
        #expect(try await openStore(SystemFileSystem(), at: path).items() == [makeItem(1)])
    }

    @Test func `a folder, a pipe and a device are rejected`() async throws {
        folder.run("mkfifo", folder.path + "/pipe")
        for path in [folder.path, folder.path + "/pipe", "/dev/zero"] {
            let error = await #expect(throws: LootError.self) {
                try await openStore(SystemFileSystem(), at: path)
            }
            #expect(error?.code == .inputOutput, "\(path)")
        }
    }

    @Test func `a file with two names is one store`() async throws {
        folder.run("ln", "-s", "items.lines", folder.path + "/link.lines")
        let first = try await openStore(SystemFileSystem(), .journal, at: folder.path + "/items.lines")
        let second = try await openStore(SystemFileSystem(), .journal, at: folder.path + "/link.lines")
        for number in 1..<5 { try await (number % 2 == 0 ? first : second).add(makeItem(number)) }
        #expect(try await first.items() == (1..<5).map { makeItem($0) })
        #expect(try await second.items() == (1..<5).map { makeItem($0) })
    }

    @Test func `a store that was opened read-only leaves nothing behind and rejects changes`() async throws {
        let path = folder.path + "/items.lines"
        try await openStore(SystemFileSystem(), at: path).add(makeItem(1))
        folder.run("sh", "-c", "rm -r \(folder.path)/.items*")
        var options = FileStoreOptions()
        options.isReadOnly = true
        let store = try await FileStore.open(path, as: LinesCodec(), options: options)
        #expect(try await store.items() == [makeItem(1)])
        let error = await #expect(throws: LootError.self) { try await store.add(makeItem(2)) }
        #expect(error?.code == .readOnly)
        #expect(folder.names == ["items.lines"])
    }

}
