import Localization
package import LootCore
import TextSearch

/// The loans of several items: who has what.
package struct LoanList: Sendable {
    /// A loan with its item.
    package struct Row: Hashable, Sendable {
        package let item: Item
        package let loan: LoanEntry
    }

    /// The rows: current loans, then reservations, or past loans; by day.
    package private(set) var rows: [Row] = []
    package let today: Day

    /// The last day of a loan: the day of return, or the day on which it is due.
    package static func end(of loan: LoanEntry) -> Day? {
        if case .returned(let day) = loan.state { day } else { loan.until }
    }

    package init(on today: Day) { self.today = today }

    /// Adds the loans of an item: the past ones, or the others. With a name, adds only those of this borrower.
    package mutating func add(_ item: Item, past: Bool = false, to name: String? = nil) {
        let loans = past ? item.pastLoans : item.openLoans + item.reservations
        rows += loans.filter { loan in name.map { Folding.same($0, loan.borrower) } ?? true }
            .map { Row(item: item, loan: $0) }
    }

    fileprivate mutating func sort() {
        func key(_ row: Row) -> (Int, Day) {
            switch row.loan.state {
            case .lent: (0, row.loan.until ?? .last)
            case .reserved: (1, row.loan.from ?? .first)
            case .returned(let day): (2, day)
            }
        }
        rows.sort { key($0) < key($1) }
    }

    /// Returns the state of a loan in a word.
    package func state(of loan: LoanEntry) -> String {
        switch loan.state {
        case .lent:
            loan.until.map { $0 < today } == true ? String(localized: "overdue") : String(localized: "lent")
        case .reserved: String(localized: "reserved")
        case .returned: String(localized: "returned")
        }
    }
}

extension ItemPresentation {
    /// Returns a loan or reservation in words, for example `Ann: lent, 2026-11-20 – 2026-12-04, 3 pieces`.
    static func text(of loan: LoanEntry) -> String {
        let days = [loan.from, LoanList.end(of: loan)].map { $0?.text(in: .current) ?? "" }
        let span = days.joined(separator: " – ").trimmed
        let pieces = loan.quantity.map { String(localized: "\($0, one: "piece", other: "pieces")") }
        let state = LoanList(on: .today).state(of: loan)
        let facts = [state, span == "–" ? nil : span, pieces].compactMap(\.self)
        return Language.current.titled(loan.borrower, Language.current.list(facts, .none))
    }
}

extension Inventory {
    /// Returns the current loans and the reservations of the items of a query, or the past loans.
    package func loans(
        of query: Query, past: Bool = false, to name: String? = nil, on today: Day = .today
    ) async throws(LootError) -> LoanList {
        var list = LoanList(on: today)
        var query = query
        let hasLoans = Filter.any([.isSet("lentTo"), .isSet("loans")])
        query.filter = query.filter.map { .all([$0, hasLoans]) } ?? hasLoans
        query.sectioning = nil
        try await forEachItem(of: query) { list.add($0, past: past, to: name) }
        list.sort()
        return list
    }
}
