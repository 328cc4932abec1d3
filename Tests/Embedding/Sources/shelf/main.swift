import LootCore
import LootLogger
import LootWiring

// The complete program with all built-in plugins, four more, and an action.
await Loot.run(
    name: "shelf", version: "0.1",
    defaults: .init(store: "shelf", sections: "parity", frontEnd: "plain"),
    adding: try Registry(
        stores: [.shelf], decorators: [.full], sectionings: [.parity], actions: [.archive],
        frontEnds: [.plain]))
