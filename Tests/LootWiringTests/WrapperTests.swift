import LootCore
import LootPlugins
import LootWiring
import Testing

/// Wrappers that open another store by a configured address.
@Suite struct WrapperTests {
    /// Returns an application with a wrapper that opens another store.
    private func application(_ file: String, _ fixture: (inout Fixture) -> Void = { _ in }) throws -> (
        LootApplication, Journal
    ) {
        var house = Fixture(file)
        fixture(&house)
        let journal = house.journal
        let twin = DecoratorPlugin(
            "twin", summary: "Opens another store",
            options: [PluginOption("to", .address, isRequired: true, "Where it is")]
        ) { (store: any ItemStore, settings: PluginSettings, open: OpenStore) throws(LootError) in
            journal.note("twin \(settings.text("to") ?? "")")
            let other = try await open(settings.text("to") ?? "")
            if let fake = other as? FakeStore {
                journal.note("at \(fake.settings.text("path") ?? "nowhere")")
            }
            return store
        }
        let registry = try Registry(
            stores: house.stores, decorators: house.decorators + [twin], sectionings: house.sectionings,
            frontEnds: house.frontEnds)
        return (
            LootApplication(registry: registry, defaults: house.defaults, sources: house.sources), journal
        )
    }

    @Test func `a path in an address is relative to its file`() async throws {
        let (application, journal) = try application(
            #"{"store": {"use": "memory", "with": [{"use": "twin", "to": "json:backup/items.json"}]}}"#)
        _ = try await application.store()
        let path = "/home/ann/.config/loot/backup/items.json"
        #expect(journal.all == ["open memory", "twin json:\(path)", "open json", "at \(path)"])
        let entry = application.configuration().first { $0.path == "store.with[0].to" }
        #expect(entry?.value == "\"json:\(path)\"")
    }

    @Test(arguments: [
        ("json:~/items.json", "json:/home/ann/items.json"), ("memory:", "memory"),
        ("json:/x/y:z", "json:/x/y:z"),
        ("https://example.org/loot", "https://example.org/loot"),
    ])
    func `every form of an address is accepted`(address: String, meant: String) async throws {
        let (application, journal) = try application(
            #"{"store": {"use": "memory", "with": [{"use": "twin", "to": "\#(address)"}]}}"#)
        _ = try await application.store()
        #expect(journal.all.dropFirst().first == "twin \(meant)")
    }

    @Test func `an invalid address is rejected at its position without its password`() throws {
        let (application, _) = try application(
            #"{"store": {"use": "memory", "with": [{"use": "twin", "to": "jsn:items.json"}]}}"#)
        let problem = try #require(application.configurationProblems().first)
        #expect(problem.place == "store.with[0].to")
        #expect(problem.description.contains("config.json:1:"))
        #expect(problem.advice.text.contains("json"))
        let (other, _) = try self.application(
            #"{"store": {"use": "memory", "with": [{"use": "twin", "to": "https://ann:secret@example.org"}]}}"#
        )
        #expect(other.configuration().allSatisfy { !$0.value.contains("secret") })
    }

    @Test func `a wrapper can require an address`() throws {
        let (application, _) = try application(#"{"store": {"use": "memory", "with": ["twin"]}}"#)
        #expect(application.configurationProblems().first?.description.contains("store.with[0].to") == true)
    }

    @Test func `if a wrapper's store can't be opened, the other store is closed`() async throws {
        let (application, journal) = try application(
            #"{"store": {"use": "memory", "with": [{"use": "twin", "to": "remote:"}]}}"#)
        await #expect(throws: LootError.self) { try await application.store() }
        #expect(journal.all.last == "close memory")
    }
}
