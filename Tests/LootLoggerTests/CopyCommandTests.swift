import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing

@Suite struct CopyCommandTests {
    private let items = (1...1_234).map { Item(name: "Item \($0)") }

    /// Returns a session in which all `memory:` addresses are the same store.
    private func session(_ target: MemoryStore) throws -> Session {
        var session = try Session(items)
        session.target = target
        return session
    }

    @Test func `a copy reports what it verified`() async throws {
        let target = MemoryStore()
        let outcome = try await session(target).run("copy", "--to", "memory:")
        #expect(
            outcome.output == "Copied and verified 1,234 items. The order, IDs and all fields match.\n"
                && outcome.errors.isEmpty)
        #expect(try await target.items() == items)
    }

    @Test func `a target with items needs --replace or --merge`() async throws {
        let mine = Item(name: "Mine")
        let target = try MemoryStore([mine])
        let session = try session(target)
        let refused = await session.run("copy", "--to", "memory:")
        #expect(refused.status == .cannotCreate)
        #expect(
            refused.errors
                == "loot: Can't copy the items. The target contains 1 item. Replace the items in the target, or keep them: --replace or --merge\n"
        )
        let merged = await session.run("copy", "--to", "memory:", "--merge")
        #expect(
            merged.output
                == "Copied and verified 1,234 items: 1,234 added, 0 changed. The IDs and all fields match.\n")
        #expect(try await target.items() == [mine] + items)
        let replaced = await session.run("copy", "--to", "memory:", "--replace")
        #expect(
            replaced.output
                == "Copied and verified 1,234 items, replacing 1,235 items. The order, IDs and all fields match.\n"
        )
        #expect(try await target.items() == items)
    }

    @Test func `a wrong address or conflicting options are one error, and nothing is copied`() async throws {
        let session = try session(MemoryStore())
        #expect(await session.run("copy").status == .usage)
        #expect(await session.run("copy", "--to", "memory:", "--merge", "--replace").status == .usage)
        let unknown = await session.run("copy", "--to", "sqlit:x.db")
        #expect(unknown.status != .success && unknown.errors.hasPrefix("loot: "))
    }

    @Test func `a terminal shows the progress`() async throws {
        let outcome = try await session(MemoryStore()).run(
            "copy", "--to", "memory:", on: TestConsole(errorWidth: 80))
        #expect(
            outcome.errors
                == "\rReading  [####################] 100%\u{1B}[K\r\u{1B}[K"
                + "\rComparing  [####################] 100%\u{1B}[K\r\u{1B}[K")
    }
}
