import ListKit
import Testing

/// Selection, cells, editing mode, row actions, moving and prefetching.
struct EditingTests {
    private final class Rules: ListDelegate {
        var events: [String] = []
        var style = EditingStyle.delete
        var trailing: [RowAction]?
        var leading: [RowAction] = []
        var target: RowPath?

        func list(_ list: ListView, canSelectRowAt path: RowPath) -> Bool { path.row != 3 }
        func list(_ list: ListView, didSelectRowAt path: RowPath) { events.append("+\(path.row)") }
        func list(_ list: ListView, didDeselectRowAt path: RowPath) { events.append("-\(path.row)") }
        func list(_ list: ListView, heightForRowAt path: RowPath) -> Int? { path.row == 0 ? 2 : nil }
        func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] { leading }
        func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? { trailing }
        func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle { style }
        func list(_ list: ListView, targetForMoveFrom source: RowPath, to proposed: RowPath) -> RowPath {
            target ?? proposed
        }
    }

    private func stage(rows: Int = 5) -> (Shelf, Rules, ListView) {
        let (shelf, rules) = (Shelf(rows: rows), Rules())
        let list = ListView(shelf)
        list.delegate = rules
        return (shelf, rules, list)
    }

    @Test func `the delegate is notified of selections, and can prevent them`() {
        let (shelf, rules, list) = stage()
        list.tap(path(0, 1))
        list.tap(path(0, 2))
        list.tap(path(0, 3))
        list.tap(path(0, 9))
        #expect(list.selectedRows == [path(0, 2)])
        #expect(rules.events == ["+1", "-1", "+2"])
        list.selectionMode = .multiple
        list.tap(path(0, 0))
        list.tap(path(0, 2))
        #expect(list.selectedRows == [path(0, 0)])
        #expect(rules.events == ["+1", "-1", "+2", "+0", "-2"])
        list.selectionMode = .none
        #expect(list.selectedRows.isEmpty)
        list.tap(path(0, 1))
        list.select(path(0, 1))
        #expect(list.selectedRows.isEmpty)
        #expect(shelf.sections[0].count == 5)
    }

    @Test func `a height from the delegate overrides the content's height`() {
        let (shelf, rules, list) = stage()
        #expect(list.layout().elements.map(\.height) == [2, 1, 1, 1, 1])
        #expect(shelf.asked.count == 5)
        #expect(rules.events.isEmpty)
    }

    @Test func `the cursor moves across sections and scrolls the list`() {
        let shelf = Shelf([["a", "b"], [], ["c", "d", "e", "f"]])
        let list = ListView(shelf, height: 3)
        list.moveCursor(by: 1)
        #expect(list.cursor == path(0, 0))
        list.moveCursor(by: 3)
        #expect(list.cursor == path(2, 1))
        #expect(list.screen == ["b", "c", "d"])
        #expect(list.cell(at: path(2, 1))?.hasCursor == true)
        #expect(list.cell(at: path(0, 1))?.hasCursor == false)
        list.moveCursor(by: .max)
        #expect(list.cursor == path(2, 3))
        list.moveCursor(by: .min)
        #expect(list.cursor == path(0, 0))
        #expect(list.screen == ["a", "b", "c"])
        list.moveCursor(to: nil)
        #expect(list.cursor == nil)
    }

    @Test func `a cell has a style, text, detail, image and accessory, and is reset for reuse`() {
        let cell = Cell(style: .subtitle)
        #expect(cell.height(forWidth: 10) == 1)
        (cell.text, cell.detailText) = ("Fluffy Bear", "A1B2")
        (cell.image, cell.accessory, cell.isPlaceholder) = (CellImage(), .disclosure, true)
        #expect(cell.height(forWidth: 10) == 2)
        cell.prepareForReuse()
        #expect(cell.text.isEmpty && cell.detailText == nil && cell.image == nil)
        #expect(cell.accessory == .none && !cell.isPlaceholder)
        #expect(cell.style == .subtitle)
        #expect(CellStyle.allCases == [.default, .rightDetail, .leftDetail, .subtitle])
    }

    @Test func `the content moves for editing controls, and wraps in the remaining width`() {
        final class Wrapping: Cell {
            override func height(forWidth width: Int) -> Int { (text.count + width - 1) / max(width, 1) }
        }
        final class Source: ListDataSource {
            static let kind = CellKind("wrapping") { Wrapping() }
            func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 1 }
            func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
                let cell = list.dequeue(Self.kind, for: path)
                cell.text = "0123456789"
                return cell
            }
            func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {}
        }
        let source = Source()
        let list = ListView(source)
        list.width = 10
        #expect(list.layout().elements.map(\.height) == [1])
        list.isEditing = true
        #expect(list.layout().elements.map(\.height) == [2])
        #expect(list.cell(at: path(0, 0))?.contentShift == ContentShift(leading: ContentShift.control))
        list.isEditing = false
        #expect(list.layout().elements.map(\.height) == [1])
    }

    @Test func `editing mode shows controls in rows that allow editing`() {
        let (shelf, rules, list) = stage()
        list.layout()
        list.isEditing = true
        let cell = list.cell(at: path(0, 1))
        #expect(cell?.editingControl == .delete)
        #expect(cell?.showsMoveControl == true)
        rules.style = .insert
        (shelf.canMove, list.isEditing) = (false, false)
        #expect(cell?.editingControl == EditingStyle.none)
        list.isEditing = true
        #expect(cell?.editingControl == .insert)
        #expect(cell?.showsMoveControl == false)
    }

    @Test func `the data source handles a confirmed deletion and applies an update`() throws {
        let (shelf, rules, list) = stage()
        #expect(try list.commitEditing(at: path(0, 1)))
        #expect(shelf.committed.map(\.1) == [path(0, 1)])
        #expect(list.numberOfRows == 4)
        rules.style = .none
        #expect(try !list.commitEditing(at: path(0, 1)))
        (rules.style, shelf.canEdit) = (.delete, false)
        #expect(try !list.commitEditing(at: path(0, 1)))
        #expect(shelf.committed.count == 1)
    }

    @Test func `a swipe offers deletion, unless the delegate returns other actions`() {
        let (shelf, rules, list) = stage()
        #expect(!list.swipe(path(0, 0), .leading))
        #expect(list.swipe(path(0, 1), .trailing))
        #expect(list.swipe?.actions.map(\.title) == ["Delete"])
        #expect(!list.performSwipeAction(1))
        #expect(list.performSwipeAction(0))
        #expect(shelf.sections[0] == ["row 0", "row 2", "row 3", "row 4"])
        #expect(list.swipe == nil)
        rules.trailing = []
        #expect(!list.swipe(path(0, 1), .trailing))
    }

    @Test func `editing mode ends a swipe`() {
        let (shelf, rules, list) = stage()
        #expect(list.swipe(path(0, 1), .trailing))
        list.isEditing = true
        #expect(list.swipe == nil)
        // The list doesn't retain them.
        withExtendedLifetime((shelf, rules)) {}
    }

    @Test func `row actions run on the swiped row, wherever it has moved`() throws {
        let (shelf, rules, list) = stage()
        var favorite: [RowPath] = []
        rules.leading = [RowAction("Favorite") { favorite.append($0) }]
        #expect(list.swipe(path(0, 2), .leading))
        shelf.sections[0].remove(at: 0)
        try list.apply(ListUpdates(deletedRows: [path(0, 0)]))
        #expect(list.performSwipeAction(0))
        #expect(favorite == [path(0, 1)])
        #expect(list.swipe(path(0, 1), .leading))
        list.scroll(by: 1)
        #expect(list.swipe == nil)
    }

    @Test func `the delegate decides where a moved row is inserted`() throws {
        let (shelf, rules, list) = stage(rows: 3)
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 2)) == path(0, 2))
        #expect(shelf.sections[0] == ["row 1", "row 2", "row 0"])
        rules.target = path(0, 1)
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 2)) == path(0, 1))
        rules.target = path(0, 0)
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 2)) == nil)
        rules.target = path(8, 0)
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 2)) == nil)
        shelf.canMove = false
        #expect(try list.moveRow(at: path(0, 1), to: path(0, 2)) == nil)
        #expect(shelf.moved.count == 2)
        #expect(list.screen.prefix(4) == ["row 2", "", "row 1", "row 0"])
    }

    @Test func `rows near the screen are prefetched once, and canceled when they are far away`() throws {
        final class Fetcher: ListPrefetching {
            var events: [String] = []
            func list(_ list: ListView, prefetchRowsAt paths: [RowPath]) {
                events.append("fetch " + paths.map { "\($0.row)" }.joined(separator: " "))
            }
            func list(_ list: ListView, cancelPrefetchingForRowsAt paths: [RowPath]) {
                events.append("cancel " + paths.map { "\($0.row)" }.joined(separator: " "))
            }
        }
        let (shelf, fetcher) = (Shelf(rows: 100), Fetcher())
        let list = ListView(shelf, height: 3)
        list.prefetcher = fetcher
        list.layout()
        list.scroll(by: 1)
        list.layout()
        list.scroll(to: path(0, 50), at: .top)
        list.layout()
        list.scroll(by: -1)
        list.layout()
        #expect(
            fetcher.events == [
                "fetch 3 4 5", "fetch 6", "cancel 4 5 6", "fetch 53 54 55", "cancel 53 54 55",
                "fetch 48 47 46",
            ])
        fetcher.events = []
        shelf.sections[0].remove(at: 0)
        try list.apply(ListUpdates(deletedRows: [path(0, 0)]))
        list.layout()
        #expect(fetcher.events == [])
    }
}
