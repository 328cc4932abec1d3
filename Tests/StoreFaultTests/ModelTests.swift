import LootCore
import LootFiles
import LootFilesTesting
import LootTesting
import Testing

@Suite struct `Atomic changes` {
    @Test(arguments: Kept.all)
    func `acknowledged changes survive a power failure at any step, and others are complete or missing`(
        kept: Kept
    ) async throws {
        var random = SeededGenerator(seed: UInt64(Effort.seed))
        let whole = ModelFileSystem()
        #expect(await Script.run(kept, on: whole) == Script.transactions.count)
        let steps = whole.steps
        for cut in stride(from: 0, through: steps, by: Effort.isSoak ? 1 : 2) {
            for _ in 0...Effort.cuts / steps {
                let files = ModelFileSystem(cutAfter: cut)
                let acknowledged = await Script.run(kept, on: files)
                let after = files.restarted(using: &random)
                let store = try await kept.open(on: after)
                let items = try await store.items()
                let told = "seed \(Effort.seed), cut \(cut), \(acknowledged) acknowledged"
                #expect(Script.states[acknowledged...].prefix(2).contains(items), "\(told)")
                #expect(store.problem == nil, "\(told)")
                try await store.add(Script.items[4])
                #expect(try await kept.open(on: after).items() == items + [Script.items[4]], "\(told)")
            }
        }
    }

    @Test(arguments: Kept.all, [false, true])
    func `each change is complete or missing if any call fails, once or permanently`(
        kept: Kept, isLasting: Bool
    ) async throws {
        for code in [SystemError.Code.inputOutput, .noSpace] {
            var step = 0
            while true {
                let model = ModelFileSystem()
                let files = FaultyFileSystem(model, .init(after: step, isLasting: isLasting, code: code))
                let acknowledged = await Script.run(kept, on: files)
                if files.hits == 0 { break }
                let store = try await kept.open(on: model.withoutProcesses())
                let items = try await store.items()
                let told = "\(code), step \(step), \(acknowledged) acknowledged"
                #expect(Script.states[acknowledged...].prefix(2).contains(items), "\(told)")
                #expect(store.problem == nil, "\(told)")
                step += Effort.isSoak || code == .inputOutput && !isLasting ? 1 : 4
            }
            #expect(step > 60)
        }
    }

    @Test(arguments: Kept.all)
    func `each change is complete or missing if the disk is full at any byte, and the next one works`(
        kept: Kept
    )
        async throws
    {
        var budget = 0
        while true {
            let files = ModelFileSystem()
            let first = try await kept.open(on: files)
            try await first.add(Script.items[0])
            try await first.close()
            let store = try await kept.open(on: files)
            let before = files[kept.file]
            files.limit(capacity: files.used + budget)
            do throws(LootError) {
                try await store.add(Script.huge)
                break
            } catch {
                #expect(error.code == .noSpace)
            }
            #expect(files[kept.file] == before, "budget \(budget)")
            #expect(try await store.items() == [Script.items[0]])
            #expect(try await kept.open(on: files.withoutProcesses()).items() == [Script.items[0]])
            files.limit()
            try await store.add(Script.huge)
            let items = try await kept.open(on: files.withoutProcesses()).items()
            #expect(items == [Script.items[0], Script.huge], "budget \(budget)")
            budget += 611
        }
        #expect(budget > 10_000)
    }
}
