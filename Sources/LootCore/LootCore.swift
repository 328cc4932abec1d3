// LootCore
