/// An entry in an item's list of loans: a reservation, a current loan or a past one.
package struct LoanEntry: Hashable, Sendable {
    /// The state of a loan.
    package enum State: Hashable, Sendable {
        /// The pieces will be handed out on the first day.
        case reserved
        /// The borrower has the pieces.
        case lent
        /// The pieces were returned on a day.
        case returned(Day)
    }

    package var state: State
    /// The person who borrows the pieces.
    package var borrower: String
    /// The number of pieces, or `nil` for all pieces of the item.
    package var quantity: Int?
    /// The first day, or `nil` if it is unknown.
    package var from: Day?
    /// The day on which the borrower should return the pieces.
    package var until: Day?

    package init(
        _ state: State = .lent, to borrower: String, quantity: Int? = nil, from: Day? = nil,
        until: Day? = nil
    ) {
        self.state = state
        self.borrower = borrower
        self.quantity = quantity
        self.from = from
        self.until = until
    }

    /// Whether the borrower has the pieces.
    package var isOpen: Bool { state == .lent }

    /// Whether the pieces were returned.
    package var isPast: Bool { if case .returned = state { true } else { false } }

    /// Returns the loan after its pieces were returned on a day.
    package func returned(on day: Day) -> LoanEntry {
        var loan = self
        loan.state = .returned(day)
        return loan
    }

    /// Returns the number of pieces of an item that the borrower gets.
    package func pieces(of item: Item) -> Int { quantity ?? item.quantity }

    /// Returns whether the loan is in effect on a day. A loan without an end stays in effect, and so does a late one.
    package func covers(_ day: Day, today: Day) -> Bool {
        if isPast { return false }
        guard var last = until else { return day >= from ?? .first }
        if state == .lent { last = max(last, today) }
        return day >= from ?? .first && day <= last
    }
}

extension LoanEntry: CustomStringConvertible {
    /// The entry as text, as in the field `loans`: `lent 2026-11-20 until 2026-12-04 x3: Ann`.
    package var description: String {
        var words =
            switch state {
            case .reserved: ["reserved"]
            case .lent: ["lent"]
            case .returned: ["returned"]
            }
        if let from { words.append("\(from)") }
        if let until { words += ["until", "\(until)"] }
        if case .returned(let day) = state { words += ["on", "\(day)"] }
        if let quantity { words.append("x\(quantity)") }
        return words.joined(separator: " ") + ": \(borrower)"
    }

    /// Parses the format of ``description``. Returns `nil` for other text.
    package init?(_ text: String) {
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else { return nil }
        var words = text[..<colon].split(separator: " ", omittingEmptySubsequences: false)[...]
        guard let kind = words.popFirst() else { return nil }
        state = .lent
        borrower = text[text.unicodeScalars.index(after: colon)...].trimmed
        if let first = words.first, let day = Day(first) {
            from = day
            words.removeFirst()
        }
        if words.first == "until" { until = words.dropFirst().first.flatMap { Day($0) } }
        if until != nil { words.removeFirst(2) }
        if words.first == "on", let day = words.dropFirst().first.flatMap({ Day($0) }) {
            state = .returned(day)
            words.removeFirst(2)
        } else if kind == "reserved" {
            state = .reserved
        }
        if let count = words.first, count.hasPrefix("x") { quantity = Int(count.dropFirst()) }
        let isValid = !borrower.isEmpty && (quantity ?? 1) > 0 && (state != .reserved || from != nil)
        if !isValid || description != text { return nil }
    }
}

extension Item {
    /// The current loans.
    ///
    /// ``lentTo`` decides whether and to whom an item is lent. A borrower without an entry, as in files of other
    /// programs, has all pieces.
    package var openLoans: [LoanEntry] {
        guard hasDetails, let lentTo else { return [] }
        let open = loans.filter(\.isOpen)
        if Item.borrowers(open) == lentTo { return open }
        return [LoanEntry(to: lentTo, until: lentUntil)]
    }

    /// The number of pieces that borrowers have.
    package var lentPieces: Int { openLoans.reduce(0) { $0 + min($1.pieces(of: self), quantity) } }

    /// The reservations, earliest first.
    package var reservations: [LoanEntry] {
        loans.filter { $0.state == .reserved }.sorted { $0.from ?? .first < $1.from ?? .first }
    }

    /// The past loans, in the order in which they were returned.
    package var pastLoans: [LoanEntry] {
        func end(_ loan: LoanEntry) -> Day? { if case .returned(let day) = loan.state { day } else { nil } }
        return loans.filter { end($0) != nil }.sorted { end($0) ?? .first < end($1) ?? .first }
    }

    /// Sets the current loans. The borrowers and the earliest day of return become ``lentTo`` and ``lentUntil``.
    package mutating func lend(_ open: [LoanEntry], others: [LoanEntry]) {
        loans = others + open
        lentTo = Item.borrowers(open)
        lentUntil = open.compactMap(\.until).min()
    }

    private static func borrowers(_ loans: [LoanEntry]) -> String? {
        var names: [String] = []
        for loan in loans where !names.contains(loan.borrower) { names.append(loan.borrower) }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
