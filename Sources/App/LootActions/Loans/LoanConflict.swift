import Localization
import LootCore

extension LoanEntry {
    /// Returns the other loans and reservations that are in effect on the first day on which the item doesn't
    /// have enough pieces for all of them. Returns none if the loan itself has more pieces than the item and there are no
    /// others on its days, and `nil` if there are enough pieces on all days.
    func conflict(with others: [LoanEntry], in item: Item, today: Day) -> [LoanEntry]? {
        let first = max(from ?? today, today)
        let starts = others.compactMap(\.from).filter { $0 > first && $0 <= until ?? .last }
        var isTooMuchAlone = false
        for day in [first] + starts.sorted() {
            let holders = others.filter { $0.covers(day, today: today) }
            let pieces = holders.reduce(pieces(of: item)) { $0 + $1.pieces(of: item) }
            if pieces > item.quantity {
                if !holders.isEmpty { return holders }
                isTooMuchAlone = true
            }
        }
        return isTooMuchAlone ? [] : nil
    }

    /// The loan as a reason why pieces of the item aren't available.
    func reason(in item: Item) -> Message {
        let count = pieces(of: item)
        switch (state == .reserved, from, until) {
        case (true, let from?, let until?): return "\(borrower) reserved \(count) from \(from) until \(until)"
        case (true, let from?, nil): return "\(borrower) reserved \(count) from \(from)"
        case (_, _, let until?): return "\(borrower) has \(count) until \(until)"
        default: return "\(borrower) has \(count) without a return date"
        }
    }
}

extension Item {
    /// Returns the loans and reservations for which fewer pieces aren't enough. If the borrowers have more pieces, these
    /// are all current loans.
    func loansExceeding(_ pieces: Int, today: Day) -> [LoanEntry] {
        lentPieces > pieces ? openLoans : reservationsExceeding(pieces, today: today)
    }

    /// Returns the reservations that can't be fulfilled with fewer pieces. Loans and earlier reservations take
    /// precedence. Reservations that are over don't count.
    func reservationsExceeding(_ pieces: Int, today: Day) -> [LoanEntry] {
        let current = reservations.filter { $0.until ?? .last >= today }
        if pieces == 0 { return current }
        var rest = self
        rest.quantity = pieces
        var kept = openLoans
        return current.filter { reservation in
            // Without a number, it is for all pieces that the item has now.
            var counted = reservation
            counted.quantity = reservation.pieces(of: self)
            if counted.conflict(with: kept, in: rest, today: today) != nil { return true }
            kept.append(counted)
            return false
        }
    }
}
