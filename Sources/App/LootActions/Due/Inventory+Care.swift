package import LootCore

extension Inventory {
    /// Returns the transaction with additions: an update that removes an item's borrower also removes the due date,
    /// and one that disposes of an item ends its loan.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if an update lends a disposed item.
    func withLoanRules(
        _ transaction: ItemTransaction, knowing items: [ItemID: Item]
    ) async throws(LootError) -> ItemTransaction {
        // Collect the updates separately. Changing the transaction inside the loop would copy its changes, up to a
        // million.
        var updates: [(index: Int, change: Change)] = []
        for (index, change) in transaction.changes.enumerated() {
            guard case .update(let id, var patch) = change,
                patch["lentTo"] != nil || patch["disposal"] != nil,
                let before = try await item(id, knowing: items)
            else { continue }
            var after = before
            try patch.apply(to: &after)
            let endsLoan = after.disposal != nil && after.lentTo != nil
            if endsLoan {
                if patch["lentTo"] != nil { throw Inventory.refusal(lending: before) }
                patch["lentTo"] = .some(nil)
                after.lentTo = nil
            }
            let hasOnlyDay = after.lentTo == nil && after.isLent && patch["lentUntil"] == nil
            if hasOnlyDay { patch["lentUntil"] = .some(nil) }
            if endsLoan || hasOnlyDay { updates.append((index, .update(id, patch))) }
        }
        if updates.isEmpty { return transaction }
        var settled = transaction
        for update in updates { settled.changes[update.index] = update.change }
        return settled
    }

    private static func refusal(lending item: Item) -> LootError {
        LootError(
            .invalidValue, "Can't lend “\(item.shownName)”.", reason: "It was disposed of.",
            advice: "Bring it back first.", item: item.id, field: "lentTo")
    }

    /// Adds an entry to the maintenance logs of items, unless a log already contains an equal entry. A cost without a
    /// currency is in the currency of the item.
    ///
    /// After a regular service, the next one is due one service period after the entry's day, or never if the item
    /// has no period. Other entries don't change when it is due.
    ///
    /// - Returns: `nil` if nothing had to be changed.
    /// - Throws: ``/LootCore/LootError``. The code is `invalid-value` if the entry is invalid, or if `isService` is
    ///   `true` and an item has neither a service period nor a next service.
    @discardableResult
    package func noteCare(
        of ids: [ItemID], _ entry: CareEntry, isService: Bool = false
    ) async throws(LootError) -> Commit? {
        try entry.check()
        let title: (Message) -> Message = { isService ? "Service \($0)" : "Care for \($0)" }
        return try await change(ids, title) { (item) throws(LootError) in
            let next =
                isService ? try Inventory.nextService(of: item, servicedOn: entry.day) : item.nextService
            return try Inventory.update(item) { item in
                item.nextService = next
                var entry = entry
                // Store the currency, so that a later change of the item's currency doesn't affect the cost.
                if entry.cost != nil, entry.currency == nil { entry.currency = item.currency }
                if !item.careLog.contains(entry) { item.careLog.append(entry) }
            }
        }
    }

    /// Returns the day of the next service after one on `day`, or `nil` if the item has no service period.
    private static func nextService(of item: Item, servicedOn day: Day) throws(LootError) -> Day? {
        let next = item.serviceEvery.flatMap { day.adding($0) }
        if item.serviceEvery == nil ? item.nextService == nil : next == nil {
            let reason: Message =
                if let period = item.serviceEvery {
                    "The day \(period) after \(day) is later than the year 9999."
                } else {
                    "It has neither a service period nor a next service."
                }
            throw LootError(
                .invalidValue, "Can't set the next service of “\(TextRules.visible(item.shownName))”.",
                reason: reason, advice: "Set the time between two services.",
                remedy: .setServicePeriod, item: item.id, field: "serviceEvery")
        }
        return next
    }
}

extension Item {
    /// Whether the item is lent.
    package var isLent: Bool { hasDetails && (lentTo != nil || lentUntil != nil) }
}
