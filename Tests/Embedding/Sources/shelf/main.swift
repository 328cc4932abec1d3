import LootCore
import LootLogger
import LootWiring

// The complete program with all built-in plugins, and four more.
await Loot.run(
    name: "shelf", version: "0.1",
    defaults: .init(store: "shelf", sections: "parity", frontEnd: "plain"),
    adding: try Registry(
        stores: [.shelf], decorators: [.full], sectionings: [.parity], frontEnds: [.plain]))
