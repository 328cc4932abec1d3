import LootCore
import LootFormats

/// The single row with the state of a list.
struct ListState: Equatable {
    var revision: Revision
    var count: Int
    var total: MoneyTotal

    /// The outline of all items, in one section.
    var outline: Outline {
        if count == 0 { return Outline(revision: revision, sections: []) }
        return Outline(
            revision: revision,
            sections: [ItemSection(key: nil, in: nil, start: 0, count: count, total: total)])
    }
}

extension SQLSession {
    /// Reads the state of the list. If `lock` is true, other writers wait until the transaction ends.
    func state(lock: Bool = false) throws(LootError) -> ListState {
        let lock = lock ? dialect.lock : ""
        let state = try first("SELECT revision, count, total FROM state \(lock)") { row throws(LootError) in
            ListState.read(row, from: 0)
        }
        guard let state else {
            throw LootError(
                .damaged, "Can't read the store.", reason: "Its table “state” is empty or unreadable.",
                advice: "Check the store.", remedy: .check)
        }
        return state
    }

    /// Reads the settings of the list, or only the one with the given key.
    func settings(_ key: SettingKey? = nil) throws(LootError) -> ListSettings {
        let condition: SQL = key.map { " WHERE name = \(.text($0.rawValue))" } ?? ""
        let fields = try all("SELECT name, value FROM list_settings\(condition)") { row throws(LootError) in
            guard let name = row.text(0), let text = row.text(1),
                let value = try? DocumentValue(json: Array(text.utf8).span, strict: true)
            else {
                throw LootError(
                    .damaged, "Can't read the settings.",
                    reason: "A row of the table “list_settings” isn't JSON.",
                    advice: "Check the store.", remedy: .check)
            }
            return ForeignField(name, ForeignValue(value))
        }
        return ListSettings(fields)
    }

    /// Applies the change ``/LootCore/Change/set(_:_:)``.
    func set(_ key: SettingKey, to value: ForeignValue?) throws(LootError) -> AppliedChange {
        var settings = try settings(key)
        let applied = try settings.set(key, to: value)
        try run("DELETE FROM list_settings WHERE name = \(.text(key.rawValue))")
        guard let value = settings[key] else { return applied }
        var json: [UInt8] = []
        value.appendJSON(to: &json)
        let text = SQLValue.text(String(decoding: json, as: UTF8.self))
        try run("INSERT INTO list_settings (name, value) VALUES (\(.text(key.rawValue)), \(text))")
        // Raise the version, because older programs would lose the settings.
        try run("UPDATE state SET version = \(number: ItemSchema.version)")
        return applied
    }

    /// Reads the revision of the list.
    func revision() throws(LootError) -> Revision { try state().revision }
}

extension ListState {
    static func read(_ row: SQLRow, from column: Int) -> ListState? {
        guard let revision = row.integer(column).flatMap({ UInt64(exactly: $0) }),
            let count = row.integer(column + 1).flatMap({ Int(exactly: $0) }),
            let total = row.text(column + 2).flatMap({ MoneyTotal($0) })
        else { return nil }
        return ListState(revision: Revision(rawValue: revision), count: count, total: total)
    }
}
