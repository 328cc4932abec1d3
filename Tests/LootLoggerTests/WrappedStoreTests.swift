import LootCore
import LootPlugins
import Testing

/// Configured wrappers and measurements.
@Suite struct WrappedStoreTests {
    @Test func `a mirror is configured, updated, and compared at every start`() async throws {
        let session = FileSession()
        session["config.json"] = Array(
            #"{"store": {"use": "json", "path": "items.json", "with": [{"use": "mirror", "to": "plist:copy.plist"}]}}"#
                .utf8)
        #expect(
            await session.run("--config", "config.json", "add", "Lamp", "--value", "40").status == .success)
        #expect(
            await session.run("--store", "plist:copy.plist", "list", "--fields", "name").output.contains(
                "Lamp"))
        await session.run("--store", "plist:copy.plist", "add", "Stranger")
        let refused = await session.run("--config", "config.json", "list")
        #expect(refused.status == .cannotCreate)
        #expect(
            refused.errors
                == """
                loot: Can't mirror the store to “plist:FOLDER/copy.plist”. The mirror differs from its store. \
                Missing items: 0. Additional: 1. Different: 0. In another position: 0. Compare the two stores. \
                Then use an empty mirror, or copy one store to the other: loot copy --to ADDRESS

                """)
    }

    @Test func `a cache doesn't change any output`() async throws {
        let session = FileSession()
        session["config.json"] = Array(
            #"{"store": {"use": "json", "path": "items.json", "with": [{"use": "cache", "items": 10}]}}"#.utf8
        )
        await session.run("--config", "config.json", "add", "Lamp")
        #expect(await session.run("--config", "config.json", "list").output.contains("Lamp"))
    }

    @Test func `a store can be measured without changing it`() async throws {
        let session = FileSession()
        let outcome = await session.run("bench-store", "json:bench.json", "--items", "20", "--rounds", "2")
        #expect(outcome.status == .success, "\(outcome.errors)")
        #expect(outcome.lines.count == 12)
        #expect(outcome.lines.first?.hasPrefix("Add 20 items at once") == true)
        #expect(outcome.lines.first?.hasSuffix("items/s") == true)
        let json = await session.run(
            "bench-store", "json:bench.json", "--items", "5", "--rounds", "1", "--format", "json")
        #expect(json.output.contains("\"add-many\""))
        await session.run("--store", "json:bench.json", "add", "Lamp")
        let refused = await session.run("bench-store", "json:bench.json")
        #expect(refused.status == .cannotCreate)
        #expect(refused.errors.contains("--yes"))
        #expect(
            await session.run("bench-store", "json:bench.json", "--items", "5", "--rounds", "1", "--yes")
                .status
                == .success)
        #expect(
            await session.run("--store", "json:bench.json", "list", "--fields", "name").output.contains(
                "Lamp"))
    }
}
