import LootAPI
import LootActions
import LootCore
import LootMerge

extension Site {
    /// Handles `GET /api/settings`.
    func settings(_ snapshot: String?) async throws -> Reply<ListSettings> {
        let reader: any ItemReader = try snapshot.map(snapshots.snapshot) ?? store
        return Reply(try await reader.settings())
    }

    /// Handles `PATCH /api/settings`.
    func changeSettings(_ changes: [Change]) async throws -> Reply<ListSettings> {
        try await inventory.changeSettings(for: host) { settings throws(LootError) in
            for case .set(let key, let value) in changes {
                if settings[key] == nil { _ = try KnownSetting.named(key) }
                guard case .object(let entries)? = value, case .object? = settings[key] else {
                    settings[key] = value
                    continue
                }
                // A merge patch changes only the entries that it names.
                for entry in entries {
                    settings[path: "\(key.rawValue).\(entry.key)"] = entry.value == .null ? nil : entry.value
                }
            }
        }
        return try await settings(nil)
    }
}
