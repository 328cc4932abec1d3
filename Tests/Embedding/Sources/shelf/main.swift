import LootCore
import LootLogger
import LootWiring

// A program of one's own: everything that comes with LootLogger, and plugins of one's own beside it.
await Loot.run(
    name: "shelf", version: "0.1",
    defaults: .init(store: "shelf", sections: "parity", frontEnd: "plain"),
    adding: try Registry(
        stores: [.shelf], decorators: [.full], sectionings: [.parity], frontEnds: [.plain]))
