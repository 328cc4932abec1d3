package import LootCore

/// The start of a page, between the last item of the previous page and the next one.
///
/// It remains valid if items are added or removed before it. Either of the two items suffices to find it, so deleting
/// the last or the next item doesn't skip any.
package struct PageCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The last item of the previous page.
    package let last: ItemID
    /// The first item of the page.
    package let next: ItemID
    /// The row of `next` when the previous page was read.
    package let row: Int

    /// Creates a cursor between two items.
    package init(after last: ItemID, before next: ItemID, row: Int) {
        self.last = last
        self.next = next
        self.row = row
    }

    /// Parses the text of ``description``.
    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let row = Int(parts[0]), (0..<Int.max / 2).contains(row),
            let last = ItemID(parts[1]), let next = ItemID(parts[2])
        else { return nil }
        self.init(after: last, before: next, row: row)
    }

    /// The text that represents the cursor for clients.
    package var description: String { "\(row)~\(last)~\(next)" }

    /// Returns the row at which the page starts. If both items exist, but aren't adjacent anymore, the result is the
    /// position closer to the original row.
    ///
    /// - Throws: `LootError` with code `conflict` if both items were removed.
    package func start(in query: Query, of reader: any ItemReader) async throws(LootError) -> Int {
        let behind = try await reader.position(of: last, in: query).map { $0 + 1 }
        if behind == row { return row }
        guard let before = try await reader.position(of: next, in: query) else {
            if let behind { return behind }
            throw LootError(
                .conflict, "Can't find the page.", reason: "The items that it starts at were removed.",
                advice: "Start with the first page.")
        }
        guard let behind else { return before }
        return abs(before - row) < abs(behind - row) ? before : behind
    }
}
