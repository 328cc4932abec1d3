package import LootCore

/// The record of what a reminder was sent about: a setting of the list, so that every program that uses the list knows it.
///
/// Before due dates are sent, a program claims them with a conditional change, which only one of several programs can
/// make. If it ends while it sends, its claim expires, and the next program sends them. Changes of the record are
/// bookkeeping, so they aren't in the history.
struct SentReminders: Equatable {
    /// A program's announcement that it is sending.
    struct Claim: Equatable {
        let id: String
        let end: Moment
    }

    /// The keys of the due dates that were sent.
    var dates: Set<String> = []
    var claim: Claim?

    private static let prefix = "sentReminders."
    private static let claimKey = "claim"
    /// The time after which another program can send what was claimed. Sending takes less time, including retries.
    static let claimSeconds: Int64 = 600
    private static let mostAttempts = 100

    /// Returns whether a setting is a record of sent reminders.
    static func owns(_ key: SettingKey) -> Bool { key.rawValue.hasPrefix(prefix) }

    /// Returns the keys of a due date. A stock has no date: it is sent again after it was refilled. A loan has a key for
    /// each borrower: it is sent again if another person borrows the item until the same day.
    static func keys(of date: DueDate) -> [String] {
        let key = "\(date.item.id) \(date.kind.rawValue)"
        switch date.kind {
        case .stock: return [key]
        case .service, .warranty: return ["\(key) \(date.day)"]
        case .loan:
            let borrowers = date.item.openLoans.filter { $0.until == date.day }.map(\.borrower)
            return (borrowers.isEmpty ? [""] : borrowers).map { "\(key) \(date.day) \($0)" }
        }
    }

    // MARK: Storing

    private init(_ value: ForeignValue?) {
        guard case .object(let fields)? = value else { return }
        for field in fields {
            guard field.key == SentReminders.claimKey else {
                dates.insert(field.key)
                continue
            }
            guard case .text(let text) = field.value else { continue }
            let parts = text.split(separator: " ").map(String.init)
            if parts.count == 2, let end = Moment(parts[1]) { claim = Claim(id: parts[0], end: end) }
        }
    }

    /// The value of the setting. A field for each date lets merges combine two records without a conflict.
    private var value: ForeignValue? {
        var fields = dates.sorted().map { ForeignField($0, .flag(true)) }
        if let claim {
            fields.append(ForeignField(SentReminders.claimKey, .text("\(claim.id) \(claim.end)")))
        }
        return fields.isEmpty ? nil : .object(fields)
    }

    /// Changes the record of a reminder in one commit, and removes the records of reminders that no longer exist. If
    /// another program changes the record at the same time, `change` is called again with the new state.
    static func update(
        _ name: String, in inventory: Inventory,
        _ change: (inout SentReminders) async throws(LootError) -> Void
    ) async throws(LootError) {
        let key = SettingKey(rawValue: prefix + name)
        for attempt in 1... {
            let settings = try await inventory.settings()
            let old = SentReminders(settings[key])
            var new = old
            try await change(&new)
            if new == old { return }
            let keys = settings.reminderNames.map { prefix + $0 } + [key.rawValue]
            let obsolete = settings.keys.filter { owns($0) && !keys.contains($0.rawValue) }
            do throws(LootError) {
                _ = try await inventory.commitAsIs(
                    ItemTransaction(
                        [.set(key, new.value)] + obsolete.map { .set($0, nil) },
                        title: "Record sent reminders",
                        conditions: [.setting(key, settings[key])], purpose: .bookkeeping))
                return
            } catch {
                if error.code != .conflict || attempt >= mostAttempts { throw error }
            }
        }
    }
}

extension SettingKey {
    /// Whether the setting stores the state of a feature, which front ends don't show as a setting.
    package var isInternal: Bool { Stocktake.owns(self) || SentReminders.owns(self) }
}
