import ListKit
import Testing

/// A data source that implements only the required methods.
private class Letters {
    var letters = ["A", "B", "C"]
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { letters.count }
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        let cell = Cell()
        cell.text = letters[path.row]
        return cell
    }
}

private final class FixedLetters: Letters, ListDataSource {}

private final class Deletable: Letters, ListDataSource {
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        if style == .delete { letters.remove(at: path.row) } else { letters.insert("new", at: path.row) }
    }
}

private final class Movable: Letters, ListDataSource {
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        letters.insert(letters.remove(at: source.row), at: target.row)
    }
}

/// A data source that changes its data later.
private final class Later: Letters, ListDataSource {
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) -> PendingUpdate {
        PendingUpdate()
    }
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) -> PendingUpdate {
        PendingUpdate()
    }
}

@Suite struct CapabilityTests {
    private func controls(_ source: any ListDataSource) -> (EditingStyle?, Bool?) {
        let list = ListView(source)
        list.isEditing = true
        let cell = list.cell(at: path(0, 1))
        return (cell?.editingControl, cell?.showsMoveControl)
    }

    @Test func `implementing commit or move is enough for the controls to appear`() {
        #expect(controls(FixedLetters()) == (EditingStyle.none, false))
        #expect(controls(Deletable()) == (.delete, false))
        #expect(controls(Movable()) == (EditingStyle.none, true))
        #expect(controls(Later()) == (.delete, true))
    }

    @Test func `a row that the data source deletes or inserts needs no further call`() throws {
        let source = Deletable()
        let list = ListView(source, height: 4)
        list.layout()
        #expect(try list.commitEditing(.delete, at: path(0, 1)))
        #expect(list.screen == ["A", "C", "", ""] && list.numberOfRows == 2)
        #expect(try list.commitEditing(.insert, at: path(0, 0)))
        #expect(list.screen == ["new", "A", "C", ""])
    }

    @Test func `a row that the list moves needs no further call`() throws {
        let source = Movable()
        let list = ListView(source, height: 4)
        list.moveCursor(to: path(0, 0))
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 2)) == path(0, 2))
        #expect(list.screen == ["B", "C", "A", ""])
        #expect(list.cursor == path(0, 2))
    }

    @Test func `a list doesn't change before a data source that changes later`() throws {
        let source = Later()
        let list = ListView(source, height: 4)
        list.layout()
        #expect(try list.commitEditing(at: path(0, 1)))
        #expect(try list.moveRow(at: path(0, 0), to: path(0, 2)) == path(0, 2))
        #expect(list.screen == ["A", "B", "C", ""] && list.cell(at: path(0, 0))?.text == "A")
    }

    @Test func `a commit that deletes several rows is an inconsistency, after which the list is correct`() {
        final class Greedy: Letters, ListDataSource {
            func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
                letters.removeAll()
            }
        }
        let source = Greedy()
        let list = ListView(source, height: 2)
        list.layout()
        #expect(throws: InternalInconsistency.self) { try list.commitEditing(at: path(0, 0)) }
        #expect(list.numberOfRows == 0 && list.screen == ["", ""])
    }

    @Test func `static cells are shown as they are, and never reused`() {
        let cells = ["Sound", "Light"].map { title in
            let cell = Cell()
            cell.text = title
            return cell
        }
        let source = StaticDataSource([.init("Settings", footer: "Two", cells: cells)])
        let list = ListView(source, height: 4)
        #expect(list.screen == ["[Settings]", "Sound", "Light", "[Two]"])
        list.reloadData()
        #expect(list.cell(at: path(0, 1)) === cells[1] && cells[1].text == "Light")
    }
}
