import LootLogger

await LootLogger.run()
