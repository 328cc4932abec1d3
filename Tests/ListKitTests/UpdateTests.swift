import ListKit
import Testing

/// Insertions, deletions, moves, and state that stays with its row.
struct UpdateTests {
    @Test func `deletions use the old positions and insertions the new ones`() throws {
        let shelf = Shelf([["a", "b", "c", "d"]])
        let list = ListView(shelf, height: 4)
        list.layout()
        shelf.sections = [["X", "a", "d", "b"]]
        try list.apply(
            ListUpdates(
                deletedRows: [path(0, 2)], insertedRows: [path(0, 0)],
                movedRows: [.init(from: path(0, 3), to: path(0, 2))]))
        #expect(list.screen == ["X", "a", "d", "b"])
    }

    @Test func `cells of remaining rows are kept and not requested again`() throws {
        let shelf = Shelf([["a", "b", "c"]])
        let list = ListView(shelf, height: 4)
        list.layout()
        let kept = list.cell(at: path(0, 2))
        shelf.forgetQuestions()
        shelf.sections = [["new", "c", "b!"]]
        try list.apply(
            ListUpdates(
                deletedRows: [path(0, 0)], insertedRows: [path(0, 0)], reloadedRows: [path(0, 1)],
                movedRows: [.init(from: path(0, 2), to: path(0, 1))]))
        list.layout()
        #expect(list.cell(at: path(0, 1)) === kept)
        #expect(list.screen == ["new", "c", "b!", ""])
        #expect(shelf.asked == [path(0, 0), path(0, 2)])
    }

    @Test func `a row can be moved and reloaded at once`() throws {
        let shelf = Shelf([["a", "b"]])
        let list = ListView(shelf, height: 2)
        list.layout()
        shelf.sections = [["b", "A"]]
        try list.apply(
            ListUpdates(
                reloadedRows: [path(0, 0)], movedRows: [.init(from: path(0, 0), to: path(0, 1))]))
        #expect(list.screen == ["b", "A"])
    }

    @Test func `sections can be inserted, deleted, moved and reloaded`() throws {
        let shelf = Shelf([["a"], ["b1", "b2"], ["c"], ["d"]])
        let list = ListView(shelf, height: 7)
        list.layout()
        list.selectionMode = .multiple
        [path(0, 0), path(1, 1), path(2, 0), path(3, 0)].forEach(list.select)
        shelf.sections = [["c"], ["new"], ["b1", "b2"], ["D", "D2"]]
        try list.apply(
            ListUpdates(
                deletedSections: [0], insertedSections: [1], reloadedSections: [3],
                movedSections: [.init(from: 2, to: 0)]))
        #expect(list.screen == ["c", "new", "b1", "b2", "D", "D2", ""])
        #expect(list.selectedRows == [path(0, 0), path(2, 1)])
    }

    @Test func `the last row of a section can move while its section is deleted`() throws {
        let shelf = Shelf([["a"], ["b"]])
        let list = ListView(shelf, height: 3)
        list.select(path(0, 0))
        shelf.sections = [["b", "a"]]
        try list.apply(
            ListUpdates(
                movedRows: [.init(from: path(0, 0), to: path(0, 1))], deletedSections: [0]))
        #expect(list.screen == ["b", "a", ""])
        #expect(list.selectedRows == [path(0, 1)])
    }

    @Test func `the selection, the cursor and a swipe stay at their rows`() throws {
        let shelf = Shelf([["a", "b", "c"]])
        let list = ListView(shelf)
        list.select(path(0, 1))
        list.moveCursor(to: path(0, 1))
        #expect(list.swipe(path(0, 1), .trailing))
        shelf.sections[0].insert("new", at: 0)
        try list.apply(ListUpdates(insertedRows: [path(0, 0)]))
        #expect(list.selectedRows == [path(0, 2)])
        #expect(list.cursor == path(0, 2))
        #expect(list.swipe?.path == path(0, 2))
        list.layout()
        #expect(list.cell(at: path(0, 2))?.isSelected == true)
        #expect(list.cell(at: path(0, 1))?.isSelected == false)
    }

    @Test func `the cursor of a deleted row moves to the next row, or at the end to the previous one`() throws
    {
        let shelf = Shelf([["a", "b", "c", "d"], ["e"]])
        let list = ListView(shelf)
        list.moveCursor(to: path(0, 1))
        shelf.sections[0] = ["a", "d"]
        try list.apply(ListUpdates(deletedRows: [path(0, 1), path(0, 2)]))
        #expect(list.cursor == path(0, 1))
        shelf.sections[0] = ["a"]
        try list.apply(ListUpdates(deletedRows: [path(0, 1)]))
        #expect(list.cursor == path(0, 0))
        shelf.sections[0] = []
        try list.apply(ListUpdates(deletedRows: [path(0, 0)]))
        #expect(list.cursor == path(1, 0))
        shelf.sections = []
        try list.apply(ListUpdates(deletedSections: [0, 1]))
        #expect(list.cursor == nil)
    }

    @Test func `changes above the screen don't move it`() throws {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf, height: 3)
        list.scroll(to: path(0, 50), at: .top)
        #expect(list.screen == ["row 50", "row 51", "row 52"])
        shelf.sections[0].removeSubrange(10..<20)
        shelf.sections[0].insert("x\ny\nz", at: 0)
        try list.apply(ListUpdates(deletedRows: (10..<20).map { path(0, $0) }, insertedRows: [path(0, 0)]))
        #expect(list.screen == ["row 50", "row 51", "row 52"])
        #expect(list.contentOffset == 41)
        shelf.sections[0].remove(at: 41)
        try list.apply(ListUpdates(deletedRows: [path(0, 41)]))
        #expect(list.screen == ["row 51", "row 52", "row 53"])
    }

    @Test func `the screen doesn't follow a row that moves away`() throws {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf, height: 3)
        list.scroll(to: path(0, 50), at: .top)
        list.layout()
        #expect(try list.moveRow(at: path(0, 50), to: path(0, 51)) == path(0, 51))
        #expect(list.screen == ["row 51", "row 50", "row 52"])
        #expect(try list.moveRow(at: path(0, 50), to: path(0, 90)) == path(0, 90))
        #expect(list.screen == ["row 50", "row 52", "row 53"])
    }

    @Test func `a moved row keeps its measured height`() throws {
        let shelf = Shelf([["a\nb\nc"] + (1..<100).map { "row \($0)" }])
        let list = ListView(shelf, height: 3)
        list.layout()
        #expect(list.layout().contentHeight == 102)
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 99)) == path(0, 99))
        #expect(list.layout().contentHeight == 102)
    }

    @Test func `a list at its top remains at its top`() throws {
        let shelf = Shelf(rows: 5)
        let list = ListView(shelf, height: 3)
        list.layout()
        shelf.sections[0].insert("new", at: 0)
        try list.apply(ListUpdates(insertedRows: [path(0, 0)]))
        #expect(list.screen == ["new", "row 0", "row 1"])
        list.scroll(by: 3)
        list.layout()
        list.scroll(to: path(0, 0), at: .top)
        shelf.sections[0].insert("newer", at: 0)
        try list.apply(ListUpdates(insertedRows: [path(0, 0)]))
        #expect(list.screen == ["newer", "new", "row 0"])
    }

    @Test func `a placeholder is replaced when its row has loaded`() {
        final class Slow: ListDataSource {
            var arrived: Set<Int> = []
            func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 3 }
            func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
                let cell = list.dequeue(Shelf.row, for: path)
                cell.isPlaceholder = !arrived.contains(path.row)
                cell.text = cell.isPlaceholder ? "…" : "here\nnow"
                return cell
            }
        }
        let slow = Slow()
        let list = ListView(slow, height: 4)
        #expect(list.screen == ["…", "…", "…", ""])
        slow.arrived = [1]
        list.reload(rows: [path(0, 1), path(0, 99), path(7, 0)])
        #expect(list.screen == ["…", "here", "now", "…"])
        #expect(list.layout().elements.map { $0.cell?.isPlaceholder } == [true, false, true])
        #expect(list.cellsMade == 3)
    }

    @Test func `reloading keeps the position and clears the selection`() {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf, height: 3)
        list.scroll(to: path(0, 50), at: .top)
        list.select(path(0, 51))
        list.moveCursor(to: path(0, 51))
        list.reloadData()
        #expect(list.screen == ["row 50", "row 51", "row 52"])
        #expect(list.selectedRows.isEmpty)
        #expect(list.cursor == path(0, 51))
        shelf.sections[0].removeLast(80)
        list.reloadData()
        #expect(list.screen == ["row 17", "row 18", "row 19"])
        #expect(list.cursor == path(0, 19))
    }
}
