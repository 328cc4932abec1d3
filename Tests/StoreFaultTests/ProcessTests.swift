import Foundation
import LootCore
import LootFiles
import LootTesting
import Testing

@Suite(.serialized) struct `Processes that share a store` {
    @Test(arguments: Kept.all)
    func `processes that are killed at random times lose no acknowledged change`(kept: Kept) async throws {
        var random = SeededGenerator(seed: UInt64(Effort.seed))
        let folder = try TemporaryFolder()
        let words = ["--store", "\(kept.format.rawValue):\(kept.file)"] + kept.words
        let clock = ContinuousClock()
        var usual = Duration.zero
        for _ in 0..<3 {
            let start = clock.now
            #expect(try await Loot.run(words + ["add", "First"], in: folder.path).status == 0)
            usual = clock.now - start
        }
        var names = try await kept.open(folder(kept.file)).items().map(\.name)
        var (killed, late) = (0, 0)
        while killed < Effort.kills {
            let name = "Item \(names.count)"
            let process = try Loot.start(words + ["add", name], in: folder.path)
            try await clock.sleep(for: usual * Double.random(in: 0.3...1, using: &random))
            process.kill()
            let outcome = try await process.outcome()
            let store = try await kept.open(folder(kept.file))
            let found = try await store.items().map(\.name)
            let told = "seed \(Effort.seed), kill \(killed), \(outcome)"
            #expect(store.problem == nil, "\(told)")
            #expect(found == names + [name] || found == names && outcome.status == nil, "\(told)")
            if outcome.status == nil {
                killed += 1
                if found.count > names.count { late += 1 }
                usual = usual * 1.02
            } else {
                // The signal was sent too late. Send the next ones earlier, so that they arrive during the
                // write.
                #expect(outcome.status == 0, "\(told)")
                usual = usual * 0.93
            }
            names = found
            try await store.close()
        }
        let check = try await Loot.run(words + ["check"], in: folder.path)
        #expect(check.status == 0, "\(check)")
        print("\(kept.testDescription): \(killed) killed, \(late) of them had written, \(names.count) items")
    }

    @Test(arguments: Kept.all)
    func `processes that write at random lose no update`(kept: Kept) async throws {
        let folder = try TemporaryFolder()
        let words = ["--store", "\(kept.format.rawValue):\(kept.file)"] + kept.words
        let expected = try await withThrowingTaskGroup(of: [String: Int].self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(Effort.seed * 10 + worker))
                    var own: [String: Int] = [:]
                    for number in 0..<Effort.changes {
                        let known = own.keys.sorted().randomElement(using: &random)
                        let value = Int.random(in: 1...1000, using: &random)
                        let command: [String]
                        switch (Int.random(in: 0..<4, using: &random), known) {
                        case (0, let name?):
                            command = ["remove", "--where", "name = \"\(name)\"", "--yes"]
                            own[name] = nil
                        case (1, let name?):
                            command = [
                                "edit", "--where", "name = \"\(name)\"", "--value", "\(value)", "--yes",
                            ]
                            own[name] = value
                        default:
                            let name = "Item \(worker)-\(number)"
                            command = ["add", name, "--value", "\(value)"]
                            own[name] = value
                        }
                        let outcome = try await Loot.run(words + command, in: folder.path)
                        #expect(outcome.status == 0, "\(command) \(outcome)")
                    }
                    return own
                }
            }
            return try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        }
        let store = try await kept.open(folder(kept.file))
        let items = try await store.items()
        #expect(Dictionary(items.map { ($0.name, $0.valueInDollars) }) { $0 + $1 } == expected)
        let history = try await store.history(limit: 1000)
        #expect(history.undoable.count == 4 * Effort.changes)
        #expect(try await Loot.run(words + ["check"], in: folder.path).status == 0)
    }
}
