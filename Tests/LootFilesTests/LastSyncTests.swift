import LootCore
import LootFiles
import LootFilesTesting
import LootTesting
import Testing

@Suite struct `A change after a failed sync` {
    /// Adds an item with files while the nth sync fails. Returns `nil` if there are fewer syncs.
    private func add(
        failing number: Int, code: SystemError.Code, to model: ModelFileSystem
    ) async throws -> (store: FileStore<LinesCodec>, error: LootError?)? {
        let files = FaultyFileSystem(model)
        let store = try await openStore(files)
        files.set(.init(after: number, code: code, call: .sync))
        var failure: LootError?
        do throws(LootError) { try await store.add(makeItem(2)) } catch { failure = error }
        return files.hits == 0 ? nil : (store, failure)
    }

    @Test(arguments: [SystemError.Code.inputOutput, .noSpace])
    func `a change is made or not, and the result reports which`(code: SystemError.Code) async throws {
        var random = SeededGenerator(seed: 5)
        var (number, late) = (0, 0)
        while true {
            let model = ModelFileSystem()
            let first = try await openStore(model)
            try await first.add(makeItem(1))
            try await first.close()
            guard let (store, error) = try await add(failing: number, code: code, to: model) else { break }
            let items = try await store.items()
            if error == nil {
                // At worst, the new name of the file isn't durable. The journal contains the change.
                late += 1
                #expect(store.problem == nil, "sync \(number)")
                #expect(store.takeNotices().count == 1, "sync \(number)")
                #expect(items == [makeItem(1), makeItem(2)])
                for _ in 0..<20 {
                    let after = try await openStore(model.restarted(using: &random))
                    #expect(try await after.items() == items && after.problem == nil, "sync \(number)")
                }
                try await store.add(makeItem(3))
                #expect(try await openStore(model).items() == (1...3).map { makeItem($0) })
                #expect(try await openStore(model).check().problems.isEmpty)
            } else {
                #expect(items == [makeItem(1)], "sync \(number)")
            }
            number += 1
        }
        #expect(number > 2 && late == 1)
    }
}
