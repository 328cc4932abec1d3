import Testing
@testable import LootCore
