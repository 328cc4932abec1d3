import ListKit
import TerminalText
import Testing

@testable import TerminalKit

@Suite struct TableTests {
    private func table(_ rows: Rows, width: Int = 24, height: Int = 6) -> (TableView, Window) {
        let table = TableView()
        table.list.dataSource = rows
        table.list.delegate = rows
        return (table, Window(table, width: width, height: height))
    }

    private let fruit = Rows([("A", ["Apple", "Apricot"]), ("B", ["Banana"]), ("C", ["Cherry", "Currant"])])

    @Test func `rows, headers and the cursor are drawn, and only visible ones`() {
        let (table, window) = table(fruit)
        #expect(
            window.lines == [
                "A ──────────────────── █", "› Apple                █", "  Apricot              █",
                "B ──────────────────── █", "  Banana               │", "C ──────────────────── │",
            ])
        #expect(table.list.cellsMade <= 6)
        window.press("j j j j")
        #expect(table.list.cursor == RowPath(section: 2, row: 1))
        #expect(window.lines.last?.hasPrefix("› Currant") == true)
        #expect(window.lines[0].hasPrefix("A ─"))
    }

    @Test func `familiar keys move the cursor`() {
        let (table, window) = table(fruit)
        window.press("G")
        #expect(table.list.cursor == RowPath(section: 2, row: 1))
        window.press("g")
        #expect(table.list.cursor == RowPath(section: 0, row: 0))
        window.press("] ]")
        #expect(table.list.cursor == RowPath(section: 2, row: 0))
        window.press("[ k")
        #expect(table.list.cursor == RowPath(section: 0, row: 1))
        window.press("pgdn pgdn")
        #expect(table.list.cursor == RowPath(section: 2, row: 1))
        table.keys = ["x": .first]
        window.press("j x")
        #expect(table.list.cursor == RowPath(section: 0, row: 0))
    }

    @Test func `Enter and a click select a row`() {
        let (_, window) = table(fruit)
        window.press("down enter")
        window.click(4, 4)
        #expect(fruit.tapped == [RowPath(row: 1), RowPath(section: 1, row: 0)])
    }

    @Test(arguments: [
        (CellStyle.default, "› Apple"), (.rightDetail, "› Apple          fruit"),
        (.leftDetail, "›  Apple fruit"),
        (.subtitle, "› Apple"),
    ])
    func `cell styles arrange text and detail text`(_ style: CellStyle, _ expected: String) {
        let rows = Rows(["Apple"])
        rows.style = style
        rows.details = ["Apple": "fruit"]
        let (_, window) = table(rows, height: 2)
        #expect(window.line == expected)
        #expect(window.lines[1] == (style == .subtitle ? "  fruit" : ""))
    }

    @Test func `editing controls shift the content, deletion asks, and the handle moves`() {
        let rows = Rows(["One", "Two", "Three"])
        rows.accessory = .disclosure
        let (table, window) = table(rows, height: 4)
        #expect(window.lines[1] == "  Two                ›")
        table.list.isEditing = true
        #expect(window.lines[1] == "  ⊖  Two          › ≡")
        window.press("del")
        #expect(rows.sections[0].rows == ["Two", "Three"])
        window.drag(from: (21, 0), to: (21, 1))
        #expect(rows.sections[0].rows == ["Three", "Two"])
        window.click(2, 0)
        #expect(rows.sections[0].rows == ["Two"])
        window.glyphs = .ascii
        #expect(window.line.contains("-  Two") && window.line.hasSuffix("="))
    }

    @Test func `keys move rows, also across sections`() {
        let (table, window) = table(fruit)
        window.press("J J")
        #expect(fruit.sections.map(\.rows) == [["Apricot"], ["Apple", "Banana"], ["Cherry", "Currant"]])
        #expect(table.list.cursor == RowPath(section: 1, row: 0))
        window.press("K")
        #expect(fruit.sections[0].rows == ["Apricot", "Apple"])
    }

    @Test func `row actions open by key or by dragging, and run by key or by click`() {
        let rows = Rows(["One", "Two", "Three"])
        let (table, window) = table(rows, width: 30, height: 4)
        window.press("left")
        #expect(window.line.contains("[ Delete ]"))
        window.press("esc right enter")
        #expect(rows.ran == ["star 0.0"])
        window.drag(from: (20, 1), to: (5, 1))
        #expect(table.list.swipe?.path == RowPath(row: 1))
        window.click(24, 1)
        #expect(rows.sections[0].rows == ["One", "Three"])
        window.drag(from: (5, 0), to: (20, 0))
        #expect(window.line.hasPrefix("[ Star ]"))
        window.press("down")
        #expect(table.list.swipe == nil)
    }

    @Test func `variable heights wrap the text`() {
        let rows = Rows(["A very long name that needs lines", "Two"])
        rows.heights = [RowPath(row: 0): 2]
        let (_, window) = table(rows, height: 3)
        #expect(window.lines == ["› A very long name", "  that needs lines", "  Two"])
    }

    @Test func `the index jumps with a key and with a click`() {
        let many = Rows(["A", "B", "C", "D", "E", "F"].map { ($0, (0..<9).map { "row \($0)" }) })
        many.hasIndex = true
        let (table, window) = table(many)
        #expect(window.lines.map(\.last) == ["A", "B", "C", "D", "E", "F"])
        window.press("' d")
        #expect(table.list.cursor == RowPath(section: 3, row: 0))
        #expect(window.line.hasPrefix("D ─"))
        window.click(23, 1)
        #expect(table.list.cursor == RowPath(section: 1, row: 0))
        window.press("' z")
        #expect(table.list.cursor == RowPath(section: 1, row: 0))
    }

    @Test func `an empty list shows its constant row, which can't be selected`() {
        let rows = Rows([String]())
        let (table, window) = table(rows)
        table.list.constantRow = ConstantRow("No items!")
        #expect(window.line.contains("No items!"))
        window.click(10, 0)
        window.press("enter del left")
        #expect(rows.tapped.isEmpty)
    }

    @Test func `a grouped table frames its sections`() {
        fruit.hasFooters = true
        let (table, window) = table(fruit, width: 20, height: 8)
        table.list.style = .grouped
        #expect(
            window.lines.map { String($0.prefix(19)) } == [
                "┌─ A ─────────────┐", "│ › Apple         │", "│   Apricot       │", "└─────────────────┘",
                "┌─ B ─────────────┐", "│   Banana        │", "└─────────────────┘", "┌─ C ─────────────┐",
            ])
    }

    @Test func `a header view above the rows doesn't scroll and can have the focus`() {
        let (table, window) = table(Rows((0..<20).map { "row \($0)" }), height: 4)
        let add = Button("Add", kind: .add)
        table.header = StackView(.horizontal, spacing: 1, [add, SegmentedControl(["Edit", "Done"])])
        #expect(table.isFocused)
        window.press("down down down down")
        #expect(window.line.hasPrefix("[+] Add"))
        window.press("g up")
        #expect(add.isFocused)
        window.press("G")
        #expect(table.list.cursor == RowPath(row: 0))
        window.press("down")
        #expect(table.isFocused)
    }

    @Test func `moving up from the first row shows a header that scrolled away`() {
        let (table, window) = table(fruit, height: 2)
        window.press("] g")
        table.list.scroll(by: 1)
        _ = window.lines
        window.press("up")
        #expect(window.line.hasPrefix("A ─"))
        #expect(!table.perform(.up))
    }

    @Test func `pulling the table down refreshes its rows`() {
        let (table, window) = table(Rows(["One"]))
        let counter = Counter()
        table.onRefresh = { counter.count += 1 }
        for _ in 0..<3 { window.wheel(-1) }
        #expect(counter.count == 1 && window.line.contains("Refreshing"))
        table.isRefreshing = false
        window.press("f5")
        #expect(counter.count == 2)
    }

    @Test func `a row's accessory can be activated separately`() {
        let rows = Rows(["One"])
        rows.accessory = .detail
        let (table, window) = table(rows)
        var chosen: [RowPath] = []
        table.onAccessory = { chosen.append($0) }
        window.press("i")
        window.click(21, 0)
        window.click(4, 0)
        #expect(chosen == [RowPath(row: 0), RowPath(row: 0)] && rows.tapped.count == 1)
    }

    @Test func `the control of an insert row is a green plus, and that of others a red minus`() {
        let source = GrowingRows()
        let table = TableView()
        (table.list.dataSource, table.list.delegate) = (source, source)
        let window = Window(table, width: 24, height: 3)
        table.list.isEditing = true
        let buffer = window.drawFrame().buffer
        let controls = (1...2).map { buffer[TableView.gutter, $0] }
        #expect(controls.map(\.character) == ["⊖", "⊕"])
        #expect(controls.map(\.style.foreground) == [.ansi(.red), .ansi(.green)])
    }

    @Test func `changed data is drawn without requesting a frame`() throws {
        let rows = Rows(["One", "Two"])
        let (table, window) = table(rows)
        _ = window.lines
        #expect(!window.needsFrame)
        rows.sections[0].rows.insert("New", at: 0)
        try table.list.apply(ListUpdates(insertedRows: [RowPath(row: 0)]))
        #expect(window.needsFrame)
        #expect(window.lines[0].hasPrefix("  New"))
    }

    @Test func `a million rows cost a screenful of cells at every position`() {
        let million = Million()
        let table = TableView()
        table.list.dataSource = million
        let window = Window(table, width: 80, height: 24)
        for key in ["down", "pgdn", "G", "pgup", "g", "G"] {
            window.press(key)
            _ = window.drawFrame()
        }
        #expect(table.list.cellsMade <= 2 * 24)
        #expect(window.lines.last?.hasPrefix("› Rusty Bear 999999") == true)
    }
}

/// Rows, the last of which has an insertion control.
private final class GrowingRows: ListDataSource, ListDelegate {
    private static let kind = CellKind("row") { Cell(style: .default) }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 3 }
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell { list.dequeue(Self.kind, for: path) }
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {}
    func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle {
        path.row == 2 ? .insert : .delete
    }
}
