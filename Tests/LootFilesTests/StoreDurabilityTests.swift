import LootCore
import LootFiles
import LootFilesTesting
import Testing

struct `A file store` {
    @Test(arguments: Keeping.allCases, [true, false])
    func `acknowledged changes survive a power failure at any step, and others are complete or missing`(
        keeping: Keeping, exchanges: Bool
    ) async throws {
        var random = SeededGenerator(seed: 3)
        let whole = ModelFileSystem(exchanges: exchanges)
        #expect(await Script.run(on: whole, keeping) == Script.transactions.count)
        let steps = whole.steps
        let repeats = 400 / steps + 1
        for cut in 0...steps {
            for _ in 0..<repeats {
                let files = ModelFileSystem(cutAfter: cut, exchanges: exchanges)
                let acknowledged = await Script.run(on: files, keeping)
                let after = files.restarted(using: &random)
                let store = try await openStore(after, keeping)
                let items = try await store.items()
                let allowed = Script.states[acknowledged...].prefix(2)
                #expect(allowed.contains(items), "cut \(cut), \(acknowledged) acknowledged")
                #expect(store.problem == nil)
                try await store.add(makeItem(77))
                #expect(try await openStore(after, keeping).items() == items + [makeItem(77)])
            }
        }
    }

    @Test(arguments: Keeping.allCases)
    func `each change is complete or missing if any call fails, once or permanently`(keeping: Keeping)
        async throws
    {
        for code in [SystemError.Code.inputOutput, .noSpace] {
            for isLasting in [false, true] {
                var step = 0
                while true {
                    let model = ModelFileSystem()
                    let files = FaultyFileSystem(model, .init(after: step, isLasting: isLasting, code: code))
                    let acknowledged = await Script.run(on: files, keeping)
                    if files.hits == 0 { break }
                    let store = try await openStore(model.withoutProcesses(), keeping)
                    let items = try await store.items()
                    let allowed = Script.states[acknowledged...].prefix(2)
                    #expect(allowed.contains(items), "step \(step), \(acknowledged) acknowledged")
                    #expect(store.problem == nil)
                    step += isLasting || code == .noSpace ? 4 : 1
                }
                #expect(step > 60)
            }
        }
    }

    @Test(arguments: Keeping.allCases)
    func `on a full disk the old files are unchanged, and changes work once there is space`(
        keeping: Keeping
    ) async throws {
        // Larger than the preallocated space of a journal.
        let item = makeItem(9, String(repeating: "Mac ", count: 5000))
        var budget = 0
        while true {
            let files = ModelFileSystem()
            let first = try await openStore(files, keeping)
            try await first.add(makeItem(1))
            try await first.close()
            let store = try await openStore(files, keeping)
            let before = files[storePath]
            let items = try await store.items()
            files.limit(capacity: files.used + budget)
            do throws(LootError) {
                try await store.add(item)
                break
            } catch {
                #expect(error.code == .noSpace)
            }
            #expect(files[storePath] == before)
            #expect(try await store.items() == items)
            #expect(try await openStore(files.withoutProcesses(), keeping).items() == items)
            files.limit()
            try await store.add(item)
            #expect(try await openStore(files.withoutProcesses(), keeping).items() == items + [item])
            budget += 371
        }
        #expect(budget > 10_000)
    }

    @Test(arguments: Keeping.allCases)
    func `a failed sync prevents further changes until the store is reopened`(keeping: Keeping) async throws {
        let model = ModelFileSystem()
        let files = FaultyFileSystem(model)
        let store = try await openStore(files, keeping)
        try await store.add(makeItem(1))
        try await store.add(makeItem(2))
        files.set(.init(after: 0, call: .sync))
        await #expect(throws: LootError.self) { try await store.add(makeItem(3)) }
        #expect(files.hits == 1)
        let error = await #expect(throws: LootError.self) { try await store.add(makeItem(4)) }
        #expect(error?.code == .inputOutput)
        #expect(store.problem != nil && !store.capabilities.contains(.writable))
        let again = try await openStore(files, keeping)
        try await again.add(makeItem(5))
    }

    @Test func `closing reports that the file lacks changes if the medium has failed`() async throws {
        let files = FaultyFileSystem(ModelFileSystem())
        let store = try await openStore(files)
        for number in 1...2 { try await store.add(makeItem(number)) }
        files.set(.init(after: 0, code: .readOnly, call: .sync))
        await #expect(throws: LootError.self) { try await store.add(makeItem(3)) }
        let error = await #expect(throws: LootError.self) { try await store.close() }
        #expect(error?.description.contains("The changes were made") == true)
        #expect(error?.remedy == .compact)
    }

    @Test func `concurrent changes share few syncs`() async throws {
        let model = ModelFileSystem()
        let files = FaultyFileSystem(model, .init(after: 1_000_000, call: .sync))
        let store = try await openStore(files, .journal)
        try await store.add(makeItem(1))
        let before = files.calls
        // Changes are queued while another program holds the lock.
        let lock = try model.open(".\(storePath).loot/lock", .write)
        #expect(try model.lock(lock))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 100..<400 {
                group.addImmediateTask { try await store.add(makeItem(number)) }
            }
            model.unlock(lock)
            try await group.waitForAll()
        }
        #expect(files.calls - before < 30)
        #expect(try await openStore(files, .journal).summary().count == 301)
    }

    @Test func `a file that can't be updated is retried only when twice as much is pending`()
        async throws
    {
        let files = FaultyFileSystem(ModelFileSystem())
        var options = Keeping.journal.options
        options.journalLimit = 2000
        let store = try await FileStore.open(storePath, as: LinesCodec(), on: files, options: options)
        try await store.add(makeItem(1))
        files.set(.init(after: 0, isLasting: true, code: .noSpace, call: .rename))
        for number in 2...200 { try await store.add(makeItem(number)) }
        #expect((2...8).contains(files.hits))
        #expect(try await openStore(files, .journal).summary().count == 200)
    }

    @Test func `a store on a read-only medium can be read, and reports why it can't be written`() async throws
    {
        let model = ModelFileSystem()
        try await openStore(model).add(makeItem(1))
        let files = FaultyFileSystem(model, .init(after: 0, isLasting: true, code: .readOnly, call: .lock))
        let store = try await openStore(files)
        #expect(try await store.items() == [makeItem(1)])
        let error = await #expect(throws: LootError.self) { try await store.add(makeItem(2)) }
        #expect(error?.code == .readOnly)
        #expect(error?.description.contains("read-only file system") == true)
    }

    @Test func `a file that is a mount point is rejected and not changed`()
        async throws
    {
        let model = ModelFileSystem()
        let files = FaultyFileSystem(model)
        try await openStore(files).add(makeItem(1))
        let before = model[storePath]
        let store = try await openStore(files)
        files.set(.init(after: 0, isLasting: true, code: .busy, call: .rename))
        let error = await #expect(throws: LootError.self) { try await store.add(makeItem(2)) }
        #expect(error?.code == .cannotCreate && error?.advice.text.contains("Mount its folder") == true)
        #expect(model[storePath] == before)
        #expect(try await store.items() == [makeItem(1)])
    }

    @Test func `recovery keeps the damaged file through a power failure at any step`() async throws {
        var random = SeededGenerator(seed: 5)
        let damaged = Array("items\n\(makeItem(1).id) 1 Spork 1\nrubbish\n\(makeItem(3).id) 3 Spork 3\n".utf8)
        for cut in 0..<40 {
            for _ in 0..<10 {
                let files = ModelFileSystem()
                files[storePath] = damaged
                let store = try await openStore(files)
                files.limit(cutAfter: cut)
                let isDone = (try? await store.recover(isTrial: false)) != nil
                let after = files.restarted(using: &random)
                #expect(after[storePath] == damaged || after["\(storePath).damaged-1"] == damaged)
                let again = try await openStore(after)
                #expect(try await again.items() == [makeItem(1), makeItem(3)])
                if isDone { #expect(again.problem == nil) }
            }
        }
    }
}
