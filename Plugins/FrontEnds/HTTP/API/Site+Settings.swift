import LootAPI
import LootActions
import LootCore

extension Site {
    /// `GET /api/settings`
    func settings(_ snapshot: String?) async throws -> Reply<ListSettings> {
        let reader: any ItemReader = try snapshot.map(snapshots.snapshot) ?? store
        return Reply(try await reader.settings())
    }

    /// `PATCH /api/settings`
    func changeSettings(_ changes: [Change]) async throws -> Reply<ListSettings> {
        let edits = changes.compactMap { change -> (key: SettingKey, value: ForeignValue?)? in
            if case .set(let key, let value) = change { (key, value) } else { nil }
        }
        try await inventory.changeSettings(edits)
        return try await settings(nil)
    }
}
