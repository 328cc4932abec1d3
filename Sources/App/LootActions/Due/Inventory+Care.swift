package import LootCore

extension Inventory {
    /// The transaction, in which taking away who has an item takes away the day too on which it was to be back.
    func withoutDaysOfLoans(
        _ transaction: ItemTransaction, knowing items: [ItemID: Item]
    ) async throws(LootError) -> ItemTransaction {
        // Apart, as there may be a million changes, which to change one of them would copy.
        var updates: [(index: Int, change: Change)] = []
        for (index, change) in transaction.changes.enumerated() {
            guard case .update(let id, var patch) = change, let borrower = patch["lentTo"], borrower == nil,
                patch["lentUntil"] == nil, try await item(id, knowing: items)?.lentUntil != nil
            else { continue }
            patch["lentUntil"] = .some(nil)
            updates.append((index, .update(id, patch)))
        }
        if updates.isEmpty { return transaction }
        var settled = transaction
        for update in updates { settled.changes[update.index] = update.change }
        return settled
    }

    /// Puts an entry into the logs of care of items; an item that has just this one already keeps it. A cost without a
    /// currency is in that of the item.
    ///
    /// Of a regular service the next one is due when the items' period has passed from its day, and not at all where they
    /// have none; after anything else it is due as before.
    ///
    /// - Returns: nil when nothing had to be changed.
    /// - Throws: ``/LootCore/LootError``: `invalid-value` for an entry that no log may have, and of a regular service for an
    ///   item of which none is known.
    @discardableResult
    package func noteCare(
        of ids: [ItemID], _ entry: CareEntry, isService: Bool = false
    ) async throws(LootError) -> Commit? {
        try entry.check()
        return try await change(ids, isService ? "Service" : "Care for") { (item) throws(LootError) in
            let next =
                isService ? try Inventory.nextService(of: item, servicedOn: entry.day) : item.nextService
            return try Inventory.update(item) { item in
                item.nextService = next
                var entry = entry
                // It stays money of its currency, whichever the item has later.
                if entry.cost != nil, entry.currency == nil { entry.currency = item.currency }
                if !item.careLog.contains(entry) { item.careLog.append(entry) }
            }
        }
    }

    /// When the next service is due of an item that was serviced on a day; nil where it has no period.
    private static func nextService(of item: Item, servicedOn day: Day) throws(LootError) -> Day? {
        let next = item.serviceEvery.flatMap { day.adding($0) }
        if item.serviceEvery == nil ? item.nextService == nil : next == nil {
            let why =
                item.serviceEvery.map { "\($0) from \(day) ends behind the year 9999" }
                ?? "it says neither when nor how often it is serviced"
            throw LootError(
                .invalidValue, "can't set the next service of “\(TextRules.visible(item.shownName))”",
                because: why, next: "Set how long after each service the next one is due",
                remedy: .setServicePeriod, item: item.id, field: "serviceEvery")
        }
        return next
    }
}

extension Item {
    /// Whether it is lent.
    package var isLent: Bool { hasDetails && (lentTo != nil || lentUntil != nil) }
}
