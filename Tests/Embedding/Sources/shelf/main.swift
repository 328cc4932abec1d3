import LootCore
import LootLogger
import LootWiring

// The complete program with all built-in plugins, seven more, and an action.
await Loot.run(
    name: "shelf", version: "0.1",
    defaults: .init(store: "shelf", sections: "parity", frontEnd: "plain"),
    adding: try Registry(
        stores: [.shelf], decorators: [.full], sectionings: [.parity], importers: [.names],
        exporters: [.names],
        hooks: [.needsPlace], actions: [.archive], frontEnds: [.plain]))
