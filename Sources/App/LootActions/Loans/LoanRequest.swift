import Localization
import LootCore
import TextSearch

/// A loan or reservation that a person asked for.
struct LoanRequest {
    let borrower: String
    /// The number of pieces, or `nil` for all that are left.
    let quantity: Int?
    let from: Day?
    let until: Day?
    let today: Day

    /// Whether the loan begins later.
    var isReservation: Bool { (from ?? today) > today }

    /// Returns the item with the loan.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the days or the number of pieces are invalid, if
    ///   the item is disposed of, or if there aren't enough pieces. The error names the other borrowers.
    func granted(by item: Item) throws(LootError) -> Item {
        if item.disposal != nil { throw Inventory.refusal(lending: item) }
        if let quantity, !(1...max(item.quantity, 1)).contains(quantity) {
            throw refusal(
                item, "It has \(item.quantity, one: "piece", other: "pieces").", "quantity")
        }
        return isReservation ? try reserved(item) : try lent(item)
    }

    private func reserved(_ item: Item) throws(LootError) -> Item {
        let entry = LoanEntry(.reserved, to: borrower, quantity: quantity, from: from, until: until)
        if item.loans.contains(entry) { return item }
        try check(entry, beside: item.openLoans + item.reservations, in: item)
        var reserved = item
        reserved.loans.append(entry)
        return reserved
    }

    private func lent(_ item: Item) throws(LootError) -> Item {
        var open = item.openLoans
        var others = item.loans.filter { !$0.isOpen }
        let own = open.indices.filter { Folding.same(open[$0].borrower, borrower) }
        if quantity == nil, from == nil, !own.isEmpty {
            guard let until else { return item }
            for index in own {
                open[index].until = until
                let rest = open.indices.filter { $0 != index }.map { open[$0] }
                try check(open[index], beside: rest + item.reservations, in: item)
            }
            return with(open, others, item)
        }
        let name = own.first.map { open[$0].borrower } ?? borrower
        var entry = LoanEntry(to: name, quantity: quantity, from: from ?? today, until: until)
        // The borrower picks up what was reserved. Before its first day, only all of it: a loan of fewer pieces is
        // another one, and the reservation remains.
        let reservation = item.reservations.first {
            Folding.same($0.borrower, borrower) && $0.from ?? .first <= until ?? .last
                && $0.until ?? .last >= today
                && ($0.from ?? .first <= today
                    || entry.quantity ?? $0.pieces(of: item) == $0.pieces(of: item))
        }
        if let reservation, let index = others.firstIndex(of: reservation) {
            others.remove(at: index)
            entry.quantity = entry.quantity ?? reservation.quantity
            entry.until = entry.until ?? reservation.until
        }
        if entry.quantity == nil, !open.isEmpty {
            let left = item.quantity - open.reduce(0) { $0 + $1.pieces(of: item) }
            if left > 0 { entry.quantity = left }
        }
        try check(entry, beside: open + others, in: item)
        if let index = own.first(where: { open[$0].from == entry.from && open[$0].until == entry.until }) {
            entry.quantity = open.remove(at: index).pieces(of: item) + entry.pieces(of: item)
        }
        return with(open + [entry], others, item)
    }

    private func with(_ open: [LoanEntry], _ others: [LoanEntry], _ item: Item) -> Item {
        var lent = item
        lent.lend(open, others: others)
        return lent
    }

    /// Throws if the loan ends before it begins, or if the item doesn't have enough pieces on one of its days.
    private func check(_ entry: LoanEntry, beside others: [LoanEntry], in item: Item) throws(LootError) {
        if let from = entry.from, let until = entry.until, until < from {
            throw refusal(item, "\(until) is before the first day.", "lentUntil")
        }
        if let holders = entry.conflict(with: others, in: item, today: today), !holders.isEmpty {
            throw refusal(item, heldBy: holders)
        }
    }

    private func refusal(_ item: Item, heldBy holders: [LoanEntry]) -> LootError {
        if holders.count == 1, holders[0].isOpen, !isReservation, holders[0].pieces(of: item) >= item.quantity
        {
            return LootError(
                .invalidValue, "Can't lend “\(item.shownName)” because \(holders[0].borrower) has it.",
                advice: "Return it first.", remedy: .giveBack, item: item.id, field: "lentTo")
        }
        let reasons = holders.map { $0.reason(in: item) }
        return refusal(item, "\(list: reasons).", "lentTo")
    }

    private func refusal(_ item: Item, _ reason: Message, _ field: FieldKey) -> LootError {
        LootError(
            .invalidValue,
            isReservation ? "Can't reserve “\(item.shownName)”." : "Can't lend “\(item.shownName)”.",
            reason: reason, advice: "Choose other days or fewer pieces.", item: item.id, field: field)
    }

    // MARK: Returning

    /// Returns the item with the current loans of a person, or of everyone, turned into past loans. If the
    /// person has no current loan, cancels their reservations instead.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the person has neither loans nor
    ///   reservations.
    static func returned(_ item: Item, by name: String?, on day: Day) throws(LootError) -> Item {
        func isMeant(_ loan: LoanEntry) -> Bool { name.map { Folding.same($0, loan.borrower) } ?? true }
        let open = item.openLoans
        let ended = open.filter(isMeant)
        var others = item.loans.filter { !$0.isOpen }
        if ended.isEmpty, let name {
            let count = others.count
            others.removeAll { $0.state == .reserved && isMeant($0) }
            if others.count == count {
                throw LootError(
                    .invalidValue, "Can't return “\(item.shownName)”.",
                    reason: "\(name) hasn't borrowed or reserved it.", advice: "See who has it.",
                    item: item.id, field: "from")
            }
        }
        var returned = item
        returned.lend(open.filter { !isMeant($0) }, others: others + ended.map { $0.returned(on: day) })
        return returned
    }
}
