import LootCore
import LootWiring

// An application of one's own, put together from plugins of one's own by a configuration.
let configuration = """
    {
      "store":    { "use": "shelf", "thing": "Vase" },
      "sections": "parity",
      "frontEnd": { "use": "plain", "bullet": "*" }
    }
    """
let application = Application(
    registry: try Registry(stores: [.shelf], sectionings: [.parity], frontEnds: [.plain]),
    sources: ConfigurationSources(
        configurationFile: "/shelf.json", readFile: { $0 == "/shelf.json" ? Array(configuration.utf8) : nil })
)
let status = try await application.run()
try await application.close()
guard status == .success else { throw LootError(.unavailable, "can't list", because: "the front end failed") }
