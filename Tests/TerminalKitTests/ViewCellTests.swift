import ListKit
import Testing
import TerminalText

@testable import TerminalKit

private final class LetterCell: ViewCell {
    static let kind = CellKind("letter") { LetterCell() }
    let letter = Label("", lines: 0)
    let toggle = Switch()

    override func makeContent() {
        toggle.compressionResistance.horizontal = 1000
        contentView.addSubview(
            StackView(.horizontal, spacing: 1, alignment: .leading, [letter, Spacer(), toggle]))
    }
}

private final class Letters: ListDataSource {
    var letters = ["A", "B and more", "C"]
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { letters.count }
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = list.dequeue(LetterCell.kind, for: path)
        cell.letter.text = StyledText(letters[path.row])
        cell.toggle.isOn = false
        return cell
    }
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        letters.remove(at: path.row)
    }
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        letters.insert(letters.remove(at: source.row), at: target.row)
    }
}

@Suite struct ViewCellTests {
    private let source = Letters()
    private let table = TableView()
    private let window: Window

    init() {
        table.list.dataSource = source
        window = Window(table, width: 21, height: 4)
    }

    @Test func `a cell made of views is drawn, and is as high as its content`() {
        source.letters[1] = "B and a lot"
        table.list.reloadData()
        #expect(
            window.lines == [
                "› A       [●──] off", "  B and   [●──] off", "  a lot", "  C       [●──] off",
            ])
    }

    @Test func `the content view makes room for editing controls`() {
        _ = window.drawFrame()
        let content = (table.list.cell(at: RowPath(row: 0)) as? LetterCell)?.contentView
        let before = content?.frame
        table.list.isEditing = true
        _ = window.drawFrame()
        let after = content?.frame
        #expect(after?.minX == (before?.minX ?? 0) + 3 && after?.width == (before?.width ?? 0) - 6)
        #expect(window.line.contains("⊖") && window.line.contains("≡"))
    }

    @Test func `controls in a cell receive the mouse until the cell leaves the screen`() throws {
        _ = window.drawFrame()
        let cell = try #require(table.list.cell(at: RowPath(row: 0)) as? LetterCell)
        let place = cell.toggle.originInWindow
        window.click(place.x, place.y)
        #expect(cell.toggle.isOn && cell.toggle.isFocused)
        source.letters = []
        table.list.reloadData()
        _ = window.drawFrame()
        #expect(cell.contentView.window == nil)
        #expect(window.focusedView === table)
    }

    @Test func `pressing a control in a cell doesn't select the row, and pressing next to it does`() {
        final class Listener: ListDelegate {
            var chosen: [RowPath] = []
            func list(_ list: ListView, didSelectRowAt path: RowPath) { chosen.append(path) }
        }
        let listener = Listener()
        table.list.delegate = listener
        _ = window.drawFrame()
        window.click(3, 0)
        #expect(listener.chosen == [RowPath(row: 0)])
        window.click(15, 0)
        #expect(listener.chosen.count == 1)
    }

    @Test func `a standard cell shows the image of a file, and otherwise its symbol`() {
        let cell = Cell()
        cell.text = "Bear"
        cell.image = CellImage("★")
        let rows = StaticDataSource([.init(cells: [cell])])
        table.list.dataSource = rows
        #expect(window.line.contains("★ Bear"))
    }
}
