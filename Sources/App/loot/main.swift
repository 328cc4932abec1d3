import LootLogger

await Loot.run()
