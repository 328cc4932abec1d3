import ListKit
import Testing

/// Sections, their titles and index, and the constant row.
struct SectionTests {
    private func prices() -> Shelf {
        let shelf = Shelf([(0..<6).map { "a\($0)" }, [], (0..<6).map { "c\($0)" }])
        shelf.headers = ["under 25", nil, "under 75"]
        shelf.footers = ["end of a"]
        return shelf
    }

    @Test func `sections show header, rows and footer in order`() {
        let shelf = prices()
        let list = ListView(shelf)
        #expect(
            list.screen == [
                "[under 25]", "a0", "a1", "a2", "a3", "a4", "a5", "[end of a]", "[under 75]", "c0",
            ])
        #expect(list.layout().contentHeight == 15)
        #expect((list.numberOfSections, list.numberOfRows) == (3, 12))
    }

    @Test func `a data source needs two methods`() throws {
        final class Small: ListDataSource {
            func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 2 }
            func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell { Cell() }
        }
        let small = Small()
        let list = ListView(small)
        #expect(list.visibleRows == [path(0, 0), path(0, 1)])
        #expect(list.editingStyle(at: path(0, 0)) == .none)
        #expect(!list.canMove(path(0, 0)))
        #expect(try !list.commitEditing(at: path(0, 0)))
    }

    @Test func `a plain list keeps a header at the edge until the next one pushes it away`() {
        let shelf = prices()
        let list = ListView(shelf, height: 4)
        list.scroll(by: 2)
        #expect(list.screen == ["[under 25]", "a2", "a3", "a4"])
        #expect(list.layout().elements.last?.isPinned == true)
        #expect(list.layout().element(atLine: 0)?.kind == .header(section: 0))
        #expect(list.layout().element(atLine: 3)?.path == path(0, 4))
        #expect(list.layout().element(atLine: 4) == nil && list.layout().element(atLine: .min) == nil)
        list.scroll(by: 5)
        #expect(list.screen == ["[under 25]", "[under 75]", "c0", "c1"])
        list.scroll(by: 1)
        #expect(list.screen == ["[under 75]", "c0", "c1", "c2"])
        #expect(list.layout().elements.last?.isPinned == false)
    }

    @Test func `headers of a grouped list scroll away`() {
        let shelf = prices()
        let list = ListView(shelf, height: 4)
        list.style = .grouped
        list.scroll(by: 2)
        #expect(list.screen == ["a1", "a2", "a3", "a4"])
    }

    @Test func `a row that is scrolled to the top is below the pinned header`() {
        let shelf = prices()
        let list = ListView(shelf, height: 4)
        list.scroll(to: path(0, 3), at: .top)
        #expect(list.screen == ["[under 25]", "a3", "a4", "a5"])
        list.scroll(to: path(0, 2))
        #expect(list.screen == ["[under 25]", "a2", "a3", "a4"])
    }

    @Test func `an index title scrolls to its section`() {
        let shelf = prices()
        shelf.indexTitles = ["A", "B", "C", "X"]
        let list = ListView(shelf, height: 4)
        #expect(list.indexTitles == ["A", "B", "C", "X"])
        #expect(list.jump(toIndexTitle: 2) == 2)
        #expect(list.screen == ["[under 75]", "c0", "c1", "c2"])
        #expect(list.jump(toIndexTitle: 0) == 0)
        #expect(list.screen.first == "[under 25]")
        #expect(list.jump(toIndexTitle: 3) == nil)
        #expect(list.jump(toIndexTitle: 9) == nil)
        #expect(list.screen.first == "[under 25]")
    }

    @Test func `a title appears and disappears with the rows of its section`() throws {
        let shelf = Shelf([["a"], []])
        shelf.headers = ["A", nil]
        let list = ListView(shelf, height: 4)
        #expect(list.screen == ["[A]", "a", "", ""])
        shelf.sections = [[], ["a"]]
        shelf.headers = [nil, "B"]
        try list.apply(ListUpdates(movedRows: [.init(from: path(0, 0), to: path(1, 0))]))
        #expect(list.screen == ["[B]", "a", "", ""])
    }

    @Test func `a hundred thousand sections behave like one`() throws {
        let numbers = Numbers([Int](repeating: 10, count: 100_000))
        let list = ListView(numbers, height: 24)
        list.scroll(toSection: 77_777)
        #expect(list.visibleRows.first == path(77_777, 0))
        #expect(numbers.cellsAsked <= 48)
        numbers.counts[500] = 11
        numbers.counts.remove(at: 600)
        try list.apply(ListUpdates(insertedRows: [path(500, 10)], deletedSections: [600]))
        #expect(list.visibleRows.first == path(77_776, 0))
        #expect(list.numberOfRows == 999_991)
    }

    @Test func `only an empty list shows its constant row`() throws {
        let shelf = Shelf(rows: 0)
        let list = ListView(shelf, height: 3)
        list.constantRow = ConstantRow("No items!")
        #expect(list.screen == ["No items!", "", ""])
        shelf.sections[0] = ["Fluffy Bear"]
        try list.apply(ListUpdates(insertedRows: [path(0, 0)]))
        #expect(list.screen == ["Fluffy Bear", "", ""])
        shelf.sections[0] = []
        try list.apply(ListUpdates(deletedRows: [path(0, 0)]))
        #expect(list.screen == ["No items!", "", ""])
    }

    @Test func `the constant row can't be deleted, moved or selected`() throws {
        let shelf = Shelf(rows: 2)
        let list = ListView(shelf, height: 4)
        list.constantRow = ConstantRow("No more items!", shown: .always)
        list.isEditing = true
        #expect(list.screen == ["row 0", "row 1", "No more items!", ""])
        let element = list.layout().elements.last
        #expect(element?.kind == .constant)
        #expect(element?.path == nil)
        #expect(element?.cell?.editingControl == EditingStyle.none)
        // Its only possible position would be the one after the last row.
        let place = path(0, 2)
        #expect(try !list.commitEditing(at: place))
        #expect(try list.moveRow(at: place, to: path(0, 0)) == nil)
        #expect(!list.swipe(place, .trailing))
        list.tap(place)
        list.moveCursor(to: place)
        #expect(list.selectedRows.isEmpty)
        #expect(list.cursor == nil)
        #expect(shelf.sections == [["row 0", "row 1"]])
        // A row can't be moved after the constant row either.
        #expect(try list.moveRow(at: path(0, 0), to: place) == path(0, 1))
        #expect(list.screen == ["row 1", "row 0", "No more items!", ""])
    }
}
