package import LootCore

extension Inventory {
    /// Returns the transaction with additions: the borrower, the due date and the loans of an item stay consistent, and
    /// a disposal ends all loans and reservations.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if an update lends a disposed item, or sets the day
    ///   of return of several loans.
    func withLoanRules(
        _ transaction: ItemTransaction, knowing items: [ItemID: Item]
    ) async throws(LootError) -> ItemTransaction {
        // Collect the updates separately. Changing the transaction inside the loop would copy its changes, up to a
        // million.
        var updates: [(index: Int, change: Change)] = []
        for (index, change) in transaction.changes.enumerated() {
            guard case .update(let id, var patch) = change,
                Inventory.loanFields.contains(where: { patch[$0] != nil }) || patch["disposal"] != nil,
                let before = try await item(id, knowing: items)
            else { continue }
            var after = before
            try patch.apply(to: &after)
            let settled = try Inventory.settled(after, before, patch)
            let edits = Patch(from: after, to: settled).edits
            if edits.isEmpty { continue }
            for edit in edits { patch[edit.field] = .some(edit.value) }
            updates.append((index, .update(id, patch)))
        }
        if updates.isEmpty { return transaction }
        var settled = transaction
        for update in updates { settled.changes[update.index] = update.change }
        return settled
    }

    private static let loanFields: [FieldKey] = ["lentTo", "lentUntil", "loans"]

    /// Returns the item after an update with consistent loans.
    private static func settled(_ after: Item, _ before: Item, _ patch: Patch) throws(LootError) -> Item {
        var item = after
        let ended = before.openLoans.map { $0.returned(on: .today) }
        let others = after.loans.filter { !$0.isOpen }
        if after.disposal != nil {
            if after.lentTo == nil, after.loans.allSatisfy(\.isPast) { return after }
            if patch["lentTo"] != nil || patch["loans"] != nil { throw refusal(lending: before) }
            item.lend([], others: others.filter { $0.state != .reserved } + ended)
        } else if patch["loans"] != nil {
            item.lend(after.loans.filter(\.isOpen), others: others)
        } else if patch["lentTo"] != nil, after.lentTo != before.lentTo {
            let open = after.lentTo.map { [LoanEntry(to: $0, from: .today, until: after.lentUntil)] }
            item.lend(open ?? [], others: others + ended)
            // A person may enter a day without a borrower.
            if after.lentTo == nil, patch["lentUntil"] != nil { item.lentUntil = after.lentUntil }
        } else if patch["lentUntil"] != nil, after.lentUntil != before.lentUntil {
            let open = after.loans.filter(\.isOpen)
            if before.openLoans.count > 1 {
                throw LootError(
                    .invalidValue, "Can't set “Lent until” for “\(after.shownName)”.",
                    reason: "Several people have borrowed some of these.",
                    advice: "Lend it to each of them again with the new date.", item: after.id,
                    field: "lentUntil")
            }
            guard open.count == 1, var loan = open.first, open == before.openLoans else { return after }
            loan.until = after.lentUntil
            item.lend([loan], others: others)
        }
        return item
    }

    static func refusal(lending item: Item) -> LootError {
        LootError(
            .invalidValue, "Can't lend “\(item.shownName)”.", reason: "It was disposed of.",
            advice: "Bring it back first.", item: item.id, field: "lentTo")
    }
}

extension Item {
    /// Whether the item is lent.
    package var isLent: Bool { hasDetails && (lentTo != nil || lentUntil != nil) }
}
