import ListKit
import TerminalText
import Testing

@testable import TerminalKit

/// Keys, counts typed before them, and the mouse in a long table.
@Suite struct TableKeyTests {
    private let rows = Rows([("", (1...100).map { "Row \($0)" })])

    private func table(height: Int = 10) -> (TableView, Window) {
        let table = TableView()
        table.list.dataSource = rows
        table.list.delegate = rows
        return (table, Window(table, width: 24, height: height))
    }

    private func row(_ table: TableView) -> Int? { table.list.cursor.map { $0.row + 1 } }

    @Test func `a number before a motion repeats it, and a number before g or G is the row`() {
        let (table, window) = table()
        var shown: [Int?] = []
        table.onCount = { shown.append($0) }
        window.press("1 2 j")
        #expect(row(table) == 13 && shown == [1, 12, nil])
        window.press("5 k")
        #expect(row(table) == 8)
        window.press("7 0 G")
        #expect(row(table) == 70)
        window.press("2 g 9 9 9 9 9 9 9 9 9 9 9 9 j")
        #expect(row(table) == 100)
        window.press("3 x k k")
        #expect(row(table) == 98)
    }

    @Test func `keys move by half a screen, by a line, and to positions on the screen`() {
        let (table, window) = table()
        _ = window.drawFrame()
        window.press("ctrl-d")
        #expect(row(table) == 6)
        window.press("ctrl-u")
        #expect(row(table) == 1)
        window.press("L")
        let last = row(table)
        window.press("H")
        #expect(row(table) == 1 && (last ?? 0) >= 9)
        window.press("M")
        #expect(row(table) == ((last ?? 0) + 1) / 2)
        window.press("H ctrl-e ctrl-e")
        #expect(table.list.contentOffset >= 2 && (row(table) ?? 0) >= 2)
        window.press("ctrl-y ctrl-y")
        #expect(table.list.contentOffset == 0)
        window.press("ctrl-n ctrl-n ctrl-p alt->")
        #expect(row(table) == 100)
        window.press("alt-<")
        #expect(row(table) == 1)
    }

    @Test func `the scroll bar can be dragged and clicked`() {
        let (table, window) = table()
        _ = window.drawFrame()
        window.drag(from: (23, 0), to: (23, 9))
        #expect(window.lines.last?.contains("Row 100") == true)
        window.click(23, 0)
        #expect(table.list.contentOffset < 10)
    }

    @Test func `the right button requests a menu, with the cursor on the row`() {
        let (table, window) = table()
        var asked: [RowPath] = []
        table.onContextMenu = { asked.append($0) }
        _ = window.drawFrame()
        window.mouse(.press(.right), 4, 5)
        window.mouse(.release, 4, 5)
        #expect(asked.count == 1 && asked.first == table.list.cursor && rows.tapped.isEmpty)
    }

    @Test func `if a double click opens a row, a single click moves the cursor`() {
        let (table, window) = table()
        table.clicksToOpen = 2
        _ = window.drawFrame()
        window.click(4, 4)
        let cursor = table.list.cursor
        #expect(rows.tapped.isEmpty && cursor?.row ?? 0 > 0)
        window.mouse(.press(.left), 4, 4)
        window.mouse(.release, 4, 4)
        window.mouse(.press(.left), 4, 4)
        window.mouse(.release, 4, 4)
        #expect(rows.tapped == [cursor])
    }

    @Test func `the cursor's row has one style from edge to edge`() {
        let (table, window) = table()
        window.theme = .dark
        table.list.reloadData()
        window.press("j")
        let buffer = window.drawFrame().buffer
        let y = (0..<10).first { buffer.text(ofRow: $0).hasPrefix("›") } ?? 0
        let looks = Set(
            (0..<22).map {
                Style(foreground: buffer[$0, y].style.foreground, background: buffer[$0, y].style.background)
            })
        #expect(looks == [Theme.dark.cursor])
    }

    @Test func `an alert accepts y, n and letters, and a click outside cancels`() {
        let window = Window(TableView(), width: 60, height: 12)
        var given: [String] = []
        func ask() {
            Alert(
                "Delete?",
                actions: [
                    AlertAction("Cancel", style: .cancel) { _ in given.append("cancel") },
                    AlertAction("Delete", style: .destructive) { _ in given.append("delete") },
                ]
            ).present(in: window)
        }
        for key in ["y", "d", "n", "c"] {
            ask()
            window.press(key)
        }
        #expect(given == ["delete", "delete", "cancel", "cancel"])
        ask()
        window.click(0, 0)
        #expect(given.count == 5 && window.presentations.isEmpty)
    }

    @Test func `buttons on a bar have its background`() {
        let pages = NavigationView(root: View(), title: "Items", accessories: [Button("Save")])
        let window = Window(pages, width: 40, height: 4)
        window.theme = .dark
        let buffer = window.drawFrame().buffer
        #expect(buffer.text(ofRow: 0).hasSuffix("[ Save ]"))
        #expect(Set((0..<40).map { buffer[$0, 0].style.background }) == [Theme.dark.bar.background])
    }
}
