import ListKit
import Testing

/// Visible rows, costs, and estimates.
struct ScrollingTests {
    @Test func `the list asks for visible rows only`() {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf)
        list.layout()
        #expect(shelf.asked == (0..<10).map { path(0, $0) })
        shelf.forgetQuestions()
        list.scroll(by: 2)
        list.layout()
        #expect(shelf.asked == [path(0, 10), path(0, 11)])
    }

    @Test func `the list asks for nothing while nothing happens`() {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf)
        list.layout()
        shelf.forgetQuestions()
        #expect(!list.needsLayout)
        list.layout()
        #expect(shelf.asked.isEmpty)
    }

    @Test func `a million rows cost as much as a screenful`() {
        let numbers = Numbers([1_000_000])
        let list = ListView(numbers, height: 24)
        list.layout()
        #expect(numbers.cellsAsked <= 24)
        #expect(numbers.countsAsked == 1)
        for step in 0..<500 {
            list.scroll(by: step % 3 == 0 ? 24 : 1)
            list.layout()
        }
        for row in stride(from: 0, to: 1_000_000, by: 12_345) {
            list.scroll(to: path(0, row), at: .middle)
            #expect(list.visibleRows.contains(path(0, row)))
        }
        for _ in 0..<100 {
            list.scroll(by: -24)
            list.layout()
        }
        #expect(list.cellsMade <= 27)
        #expect(numbers.cellsAsked < 25 * 700)
    }

    @Test func `a dequeued cell has the requested kind, and is reset`() {
        let (shelf, empty) = (Shelf(rows: 3), Shelf(rows: 0))
        let list = ListView(shelf)
        let plain = CellKind("row") { Cell(style: .subtitle) }
        list.layout()
        list.dataSource = empty
        let label: LabelCell = list.dequeue(Shelf.row, for: path(0, 0))
        #expect(label.text.isEmpty)
        #expect(list.cellsMade == 3)
        #expect(type(of: list.dequeue(plain, for: path(0, 0))) == Cell.self)
        #expect(list.cellsMade == 4)
    }

    @Test func `heights come from the content, and the total is corrected as rows become visible`() {
        let shelf = Shelf([(0..<20).map { "a\($0)\nb\nc" }])
        let list = ListView(shelf, height: 6)
        #expect(list.layout().elements.map(\.height) == [3, 3])
        #expect(list.layout().contentHeight == 3 + 3 + 18)
        for _ in 0..<60 {
            list.scroll(by: 1)
            list.layout()
        }
        #expect(list.layout().contentHeight == 60)
        #expect(list.layout().contentOffset == 54)
        #expect(list.screen == ["a18", "b", "c", "a19", "b", "c"])
    }

    @Test func `scrolling by lines is exact, whatever the estimates`() {
        let shelf = Shelf([(0..<50).map { "a\($0)\nb\nc" }])
        let list = ListView(shelf, height: 4)
        list.scroll(to: path(0, 40), at: .top)
        #expect(list.screen == ["a40", "b", "c", "a41"])
        list.scroll(by: -1)
        #expect(list.screen == ["c", "a40", "b", "c"])
        list.scroll(by: -4)
        #expect(list.screen == ["b", "c", "a39", "b"])
        list.scroll(by: 4)
        #expect(list.screen == ["c", "a40", "b", "c"])
        list.reloadHeights()
        #expect(list.screen == ["c", "a40", "b", "c"])
    }

    @Test func `the estimate is requested once per section`() {
        final class Estimates: ListDelegate {
            var asked: [Int] = []
            func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int {
                asked.append(section)
                return 4
            }
        }
        let (numbers, delegate) = (Numbers([1_000_000, 5]), Estimates())
        let list = ListView(width: 40, height: 0)
        list.delegate = delegate
        list.dataSource = numbers
        #expect(list.layout().contentHeight == 4_000_020)
        #expect(delegate.asked == [0, 1])
        #expect(numbers.cellsAsked == 0)
    }

    @Test func `the list doesn't scroll beyond its content`() {
        let shelf = Shelf(rows: 12)
        let list = ListView(shelf)
        list.scroll(by: 10)
        #expect(list.screen.first == "row 2")
        list.scroll(by: -500)
        #expect(list.screen.first == "row 0")
        list.scroll(by: .max)
        #expect(list.contentOffset == 2)
        list.scroll(by: .min)
        #expect(list.contentOffset == 0)
        list.contentOffset = 1
        #expect(list.screen == (1...10).map { "row \($0)" })
        list.contentOffset = -7
        #expect(list.contentOffset == 0)
    }

    @Test func `a page is exactly the height of the list`() {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf)
        list.scroll(by: 10)
        #expect(list.visibleRows.first == path(0, 10))
        list.scroll(by: 10)
        list.scroll(by: -10)
        #expect(list.visibleRows.first == path(0, 10))
    }

    @Test func `scrolling beyond an end requests no cells again`() {
        let shelf = Shelf(rows: 15)
        let list = ListView(shelf)
        list.contentOffset = 3
        list.layout()
        shelf.forgetQuestions()
        list.scroll(by: 10)
        #expect(list.screen == (5..<15).map { "row \($0)" })
        #expect(shelf.asked == [path(0, 13), path(0, 14)])
        shelf.forgetQuestions()
        list.scroll(by: 10)
        list.layout()
        #expect(shelf.asked.isEmpty)
        list.contentOffset = 3
        list.layout()
        shelf.forgetQuestions()
        list.scroll(by: -10)
        #expect(list.screen == (0..<10).map { "row \($0)" })
        #expect(Set(shelf.asked) == [path(0, 0), path(0, 1), path(0, 2)])
        list.scroll(by: -10)
        #expect(list.screen == (0..<10).map { "row \($0)" })
    }

    @Test(arguments: [
        (ScrollPosition.top, 50), (.middle, 46), (.bottom, 41), (.nearest, 41),
    ])
    func `a row is scrolled to the requested position`(position: ScrollPosition, first: Int) {
        let shelf = Shelf(rows: 100)
        let list = ListView(shelf)
        list.scroll(to: path(0, 50), at: position)
        #expect(list.visibleRows.first == path(0, first))
        list.scroll(to: path(0, 50), at: .nearest)
        #expect(list.visibleRows.first == path(0, first))
        list.scroll(to: path(3, 50))
        list.scroll(to: path(0, -1))
        #expect(list.visibleRows.first == path(0, first))
    }

    @Test func `a list without size or data source shows nothing`() {
        let list = ListView(width: -3, height: -4)
        #expect(list.layout().elements.isEmpty)
        #expect((list.width, list.height) == (0, 0))
        list.height = 10
        list.scroll(by: 3)
        list.scroll(to: path(0, 0))
        list.moveCursor(by: 1)
        list.tap(path(0, 0))
        #expect(list.layout().elements.isEmpty)
        #expect(list.jump(toIndexTitle: 0) == nil)
    }

    @Test func `huge counts don't trap`() {
        let numbers = Numbers([.max, -5, .max])
        let list = ListView(numbers)
        list.layout()
        #expect(list.numberOfRows(inSection: 1) == 0)
        list.scroll(by: .max)
        #expect(list.layout().elements.count > 3)
        list.scroll(to: path(2, 999_999))
        #expect(list.visibleRows.contains(path(2, 999_999)))
    }

    @Test func `the delegate is notified when a row appears and disappears`() {
        final class Watcher: ListDelegate {
            var events: [String] = []
            func list(_ list: ListView, willDisplay cell: Cell, forRowAt path: RowPath) {
                events.append("+\(path.row)")
            }
            func list(_ list: ListView, didEndDisplaying cell: Cell, forRowAt path: RowPath) {
                events.append("-\(path.row) \(cell.text)")
            }
        }
        let (shelf, watcher) = (Shelf(rows: 5), Watcher())
        let list = ListView(shelf, height: 2)
        list.delegate = watcher
        list.layout()
        list.scroll(by: 1)
        list.layout()
        #expect(watcher.events == ["+0", "+1", "-0 row 0", "+2"])
    }
}
