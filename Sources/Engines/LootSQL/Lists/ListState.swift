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
        let statement = ListState.statement(lock: lock, for: dialect)
        guard let state = try first(statement, { row throws(LootError) in try ListState.read(row) }) else {
            throw ListState.damage
        }
        return state
    }

    /// Reads the settings of the list, or only the one with the given key.
    func settings(_ key: SettingKey? = nil) throws(LootError) -> ListSettings {
        ListSettings(
            try all(ListSettings.statement(key)) { row throws(LootError) in try ForeignField(in: row) })
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
    /// Returns the query for the state.
    static func statement(lock: Bool, for dialect: SQLDialect) -> SQL {
        "SELECT revision, count, total, version FROM state \(lock ? dialect.lock : "")"
    }

    /// Decodes the state. Another program may have raised the version since the store was opened.
    static func read(_ row: SQLRow) throws(LootError) -> ListState? {
        try ItemSchema.requireSupported(row.integer(3))
        guard let revision = row.integer(0).flatMap({ UInt64(exactly: $0) }),
            let count = row.integer(1).flatMap({ Int(exactly: $0) }),
            let total = row.text(2).flatMap({ MoneyTotal($0) })
        else { return nil }
        return ListState(revision: Revision(rawValue: revision), count: count, total: total)
    }

    static let damage = LootError(
        .damaged, "Can't read the store.", reason: "Its table “state” is empty or unreadable.",
        advice: "Check the store.", remedy: .check)
}

extension ListSettings {
    /// Returns the query for all settings, or for the one with the given key.
    static func statement(_ key: SettingKey? = nil) -> SQL {
        let condition: SQL = key.map { " WHERE name = \(.text($0.rawValue))" } ?? ""
        return "SELECT name, value FROM list_settings\(condition)"
    }
}

extension ForeignField {
    /// Decodes a setting.
    init(in row: SQLRow) throws(LootError) {
        guard let name = row.text(0), let text = row.text(1),
            let value = try? DocumentValue(json: Array(text.utf8).span, strict: true)
        else {
            throw LootError(
                .damaged, "Can't read the settings.",
                reason: "A row of the table “list_settings” isn't JSON.",
                advice: "Check the store.", remedy: .check)
        }
        self.init(name, ForeignValue(value))
    }
}
