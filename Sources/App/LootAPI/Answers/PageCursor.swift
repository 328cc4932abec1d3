package import LootCore

/// Where a page goes on: between the last item that was shown and the next one. Each is found again when others come or
/// go before it, and one of them is enough, so that to delete what was read, or what comes next, skips nothing.
package struct PageCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The last item that was shown.
    package let last: ItemID
    /// The first that was not.
    package let next: ItemID
    /// The row of the next one when the page was read.
    package let row: Int

    /// A place between two items.
    package init(after last: ItemID, before next: ItemID, row: Int) {
        self.last = last
        self.next = next
        self.row = row
    }

    /// Reads what ``description`` has written.
    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let row = Int(parts[0]), (0..<Int.max / 2).contains(row),
            let last = ItemID(parts[1]), let next = ItemID(parts[2])
        else { return nil }
        self.init(after: last, before: next, row: row)
    }

    /// The cursor as a client carries it.
    package var description: String { "\(row)~\(last)~\(next)" }

    /// The row to go on with. Where both items are there and something came between them, or one of them was moved, it
    /// is the row that is nearer to what it was.
    ///
    /// - Throws: `LootError` with code `conflict` when both items are gone.
    package func start(in query: Query, of reader: any ItemReader) async throws(LootError) -> Int {
        let behind = try await reader.position(of: last, in: query).map { $0 + 1 }
        if behind == row { return row }
        guard let before = try await reader.position(of: next, in: query) else {
            if let behind { return behind }
            throw LootError(
                .conflict, "can't go on", because: "the items between which the page ended are gone",
                next: "Begin with the first page")
        }
        guard let behind else { return before }
        return abs(before - row) < abs(behind - row) ? before : behind
    }
}
