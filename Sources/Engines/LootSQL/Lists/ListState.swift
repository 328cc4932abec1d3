import LootCore

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
                .damaged, "can't read the store", because: "its table “state” holds nothing that can be read",
                next: "Check it", remedy: .check)
        }
        return state
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
