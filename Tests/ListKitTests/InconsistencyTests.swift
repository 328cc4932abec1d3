import ListKit
import Testing

/// Inconsistent updates are reported without a crash.
struct InconsistencyTests {
    /// Applies updates to a list with sections of 3 and 2 rows, after the data changed to `after`.
    private func reason(
        _ updates: ListUpdates, after: [Int] = [3, 2]
    ) -> InternalInconsistency.Reason? {
        let shelf = Shelf([["a", "b", "c"], ["d", "e"]])
        let list = ListView(shelf)
        list.moveCursor(to: path(1, 1))
        list.select(path(1, 1))
        list.layout()
        shelf.sections = after.map { (0..<$0).map { "new \($0)" } }
        defer {
            // In any case, the list shows the current data and refers only to existing rows.
            let there = after.enumerated().flatMap { section, rows in (0..<rows).map { path(section, $0) } }
            #expect(list.visibleRows == there)
            #expect(Set(list.selectedRows).isSubset(of: there))
            #expect(list.cursor.map { there.contains($0) } ?? there.isEmpty)
        }
        do {
            try list.apply(updates)
            return nil
        } catch {
            #expect(!error.description.isEmpty)
            return error.reason
        }
    }

    @Test func `a wrong row count names every number`() throws {
        let updates = ListUpdates(
            deletedRows: [path(0, 0)], insertedRows: [path(0, 0), path(0, 1)],
            movedRows: [.init(from: path(0, 2), to: path(1, 0))])
        let found = try #require(reason(updates, after: [4, 3]))
        guard case .rowCount(let count) = found else {
            Issue.record("not about a count of rows: \(found)")
            return
        }
        #expect((count.section, count.before, count.after) == (0, 3, 4))
        #expect((count.inserted, count.deleted) == (2, 1))
        #expect((count.movedIn, count.movedOut) == (0, 1))
        #expect(count.expected == 3)
    }

    @Test func `the error is a sentence with advice`() {
        let shelf = Shelf(rows: 3)
        let list = ListView(shelf)
        list.layout()
        let error = #expect(throws: InternalInconsistency.self) {
            try list.apply(ListUpdates(deletedRows: [path(0, 0)]))
        }
        #expect(
            error?.description == """
                section 0 has 3 rows after the update but should have 2: 3 before + 0 inserted - 1 deleted + 0 \
                moved in - 0 moved out; change the data first, then apply updates that say all that changed
                """)
    }

    @Test func `missing updates are noticed in any section`() {
        #expect(reason(ListUpdates(), after: [3, 1]) != nil)
        #expect(reason(ListUpdates(insertedRows: [path(0, 0)]), after: [4, 5]) != nil)
        #expect(reason(ListUpdates()) == nil)
    }

    @Test func `a wrong section count is reported`() {
        #expect(
            reason(ListUpdates(insertedSections: [0]), after: [3])
                == .sectionCount(before: 2, inserted: 1, deleted: 0, after: 1))
        #expect(
            reason(ListUpdates(), after: []) == .sectionCount(before: 2, inserted: 0, deleted: 0, after: 0))
    }

    @Test func `invalid rows are reported`() {
        let none = path(0, 3)
        #expect(reason(ListUpdates(deletedRows: [none])) == .noSuchRow(none, .before, count: 3))
        #expect(
            reason(ListUpdates(reloadedRows: [path(0, -1)])) == .noSuchRow(path(0, -1), .before, count: 3))
        #expect(reason(ListUpdates(insertedRows: [none])) == .noSuchRow(none, .after, count: 3))
        #expect(
            reason(ListUpdates(movedRows: [.init(from: path(1, .max), to: path(0, 0))]))
                == .noSuchRow(path(1, .max), .before, count: 2))
        #expect(
            reason(ListUpdates(movedRows: [.init(from: path(0, 0), to: path(1, .min))]))
                == .noSuchRow(path(1, .min), .after, count: 2))
    }

    @Test func `invalid sections are reported`() {
        #expect(reason(ListUpdates(deletedRows: [path(2, 0)])) == .noSuchSection(2, .before, count: 2))
        #expect(reason(ListUpdates(insertedRows: [path(-1, 0)])) == .noSuchSection(-1, .after, count: 2))
        #expect(reason(ListUpdates(reloadedSections: [9])) == .noSuchSection(9, .before, count: 2))
        #expect(
            reason(ListUpdates(deletedSections: [0], insertedSections: [2]))
                == .noSuchSection(2, .after, count: 2))
    }

    @Test func `duplicates are reported`() {
        let row = path(0, 1)
        #expect(reason(ListUpdates(deletedRows: [row, row]), after: [1, 2]) == .rowNamedTwice(row, .before))
        #expect(
            reason(ListUpdates(insertedRows: [row, row]), after: [5, 2]) == .rowNamedTwice(row, .after))
        #expect(
            reason(ListUpdates(deletedRows: [row], reloadedRows: [row]), after: [2, 2])
                == .rowNamedTwice(row, .before))
        #expect(
            reason(ListUpdates(deletedRows: [row], movedRows: [.init(from: row, to: path(1, 0))]))
                == .rowNamedTwice(row, .before))
        #expect(
            reason(ListUpdates(deletedSections: [1], reloadedSections: [1]), after: [3])
                == .sectionNamedTwice(1, .before))
    }

    @Test func `updates before the first layout are ignored`() throws {
        let shelf = Shelf(rows: 2)
        let list = ListView(shelf)
        try list.apply(ListUpdates(deletedRows: [path(4, 4)]))
        #expect(list.visibleRows.count == 2)
    }
}
