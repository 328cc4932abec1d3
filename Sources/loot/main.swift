import LootCore
import LootLogger
import Platform

ThisProcess.exit(await LootLogger.run().rawValue)
