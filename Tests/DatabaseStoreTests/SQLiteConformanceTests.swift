import Foundation
import LootActions
import LootCore
import LootPlugins
import LootSQL
import LootTesting
import SQLiteStorePlugin
import Testing

/// A temporary folder for this run, deleted when the process ends.
private let folder = FileManager.default.temporaryDirectory.appending(path: "loot-sqlite-\(UUID())")
    .path()

private let sqlite = StoreConformance(
    "sqlite", [.writable, .durable, .history, .shared, .files, .snapshots, .settings], patience: .seconds(120)
) {
    medium in
    try await SQLiteStore.open("\(folder)/\(medium).sqlite")
}

@Suite(.timeLimit(.minutes(20))) struct `Conformance of the SQLite store` {
    @Test(arguments: StoreConformance.cases)
    func `the SQLite store passes every law`(law: StoreConformance.Case) async { await sqlite.check(law) }

    /// The other laws for actions don't depend on the store. `ActionConformanceTests` checks them.
    @Test(arguments: Action.builtIn.onItems.map(\.id))
    func `an outdated plan of a built-in action is rejected or still correct in the SQLite store`(
        id: String
    ) async throws {
        let action = ActionConformance(try #require(Action.builtIn.named(id)), on: sqlite)
        let law = try #require(ActionConformance.cases.first { $0.name.contains("has overtaken") })
        await action.check(law)
    }

    @Test(arguments: [1, 2, 3, 12_334_024_217_209_691_126, UInt64.random(in: 5...UInt64.max)])
    func `the SQLite store matches the definition after random changes and queries`(seed: UInt64) async {
        await sqlite.checkRandomly(seed: seed)
    }
}
