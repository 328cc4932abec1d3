import LootCore
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Testing

/// Commands that read a long list while other writers commit between its pages.
@Suite struct `Long reads on the command line` {
    private func session(_ count: Int = 12_000) throws -> Session {
        let store = try MemoryStore((0..<count).map { Item(name: "Lamp \($0)", valueInDollars: $0 % 100) })
        return Session(
            store: SlowStore(store) { call in
                if call == .page { _ = try? await store.apply([.insert(Item(name: "In between"), at: 0)]) }
            })
    }

    @Test(arguments: [
        ["list", "--format", "csv"], ["list", "--format", "json", "--sections", "value:25,50"],
        ["list", "--fields", "name"], ["list", "--sections", "value:25,50"],
        ["list", "--format", "jsonl", "--limit", "11500"], ["export", "--format", "csv"],
        ["export", "--format", "tar"], ["report", "--format", "csv"], ["report", "--no-photos"],
        ["stats", "--sections", "value:50"],
        ["copy", "--to", "memory:"],
    ])
    func `long reads while another process writes return items of one state`(words: [String]) async throws {
        let outcome = await (try session()).run(words)
        #expect(outcome.status == .success, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        for name in ["Lamp 0", "Lamp 4999", "Lamp 5000", "Lamp 11000"]
        where !["stats", "copy"].contains(words[0]) {
            let found = outcome.output.split(separator: name).count - 1
            #expect(found >= 1, "\(name)")
        }
    }

    @Test func `long lists contain each row once`() async throws {
        let outcome = await (try session()).run("list", "--format", "csv", "--fields", "name")
        let names = outcome.output.split(whereSeparator: \.isNewline).dropFirst().filter {
            $0 != "In between"
        }
        #expect(names.count == 12_000)
        #expect(zip(names, 0...).allSatisfy { $0 == "Lamp \($1)" })
    }
}
