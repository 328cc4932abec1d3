import ListKit
import Testing

/// Data sources and delegates that call the list during a callback.
struct CallbackTests {
    private final class Curious: ListDataSource, ListDelegate {
        var rows = [3, 3]
        var meddle: (ListView) -> Void = { _ in }

        func numberOfSections(in list: ListView) -> Int { rows.count }
        func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
            meddle(list)
            return rows.indices.contains(section) ? rows[section] : 0
        }
        func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
            meddle(list)
            return list.dequeue(Shelf.row, for: path)
        }
        func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
            meddle(list)
            return "\(list.numberOfRows(inSection: section))"
        }
        func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool {
            meddle(list)
            return true
        }
        func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int {
            meddle(list)
            return 1
        }
        func list(_ list: ListView, didEndDisplaying cell: Cell, forRowAt path: RowPath) { meddle(list) }
    }

    enum Deed: CaseIterable {
        case count, layOut, scroll, reloadData, reloadHeights, reloadRows, apply

        func perform(on list: ListView) {
            switch self {
            case .count: _ = (list.numberOfRows, list.contains(path(0, 0)))
            case .layOut: list.layout()
            case .scroll: list.scroll(by: 1)
            case .reloadData: list.reloadData()
            case .reloadHeights: list.reloadHeights()
            case .reloadRows: list.reload(rows: [path(0, 1)])
            case .apply: try? list.apply(ListUpdates(deletedRows: [path(0, 0)]))
            }
        }
    }

    @Test(arguments: Deed.allCases)
    func `a callback that changes the list leaves it consistent`(deed: Deed) {
        let source = Curious()
        let list = ListView(source, height: 5)
        list.delegate = source
        var depth = 0
        list.isEditing = true
        source.meddle = { list in
            guard depth < 2 else { return }
            depth += 1
            deed.perform(on: list)
            depth -= 1
        }
        for rows in [[3, 3], [2, 4], [2], [2, 5, 1], [0, 6]] {
            let old = source.rows
            source.rows = rows
            var updates = ListUpdates()
            updates.reloadedSections = Array(0..<min(old.count, rows.count))
            updates.deletedSections = rows.count < old.count ? Array(rows.count..<old.count) : []
            updates.insertedSections = rows.count > old.count ? Array(old.count..<rows.count) : []
            try? list.apply(updates)
            list.layout()
            list.scroll(by: 2)
            list.layout()
        }
        source.meddle = { _ in }
        list.reloadData()
        #expect(list.visibleRows.allSatisfy { list.contains($0) })
        #expect(list.numberOfRows == 6)
        list.contentOffset = 0
        #expect(list.layout().elements.map(\.height) == [1, 1, 1, 1, 1])
    }

    @Test func `the example on the landing page works`() throws {
        final class Fruit: ListDataSource {
            static let row = CellKind("fruit") { Cell() }
            var names = ["Apple", "Banana", "Cherry"]

            func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { names.count }

            func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
                let cell = list.dequeue(Self.row, for: path)
                cell.text = names[path.row]
                return cell
            }
        }
        let fruit = Fruit()
        let list = ListView(width: 40, height: 10)
        list.dataSource = fruit
        list.constantRow = ConstantRow("No items!")
        #expect(list.screen.prefix(4) == ["Apple", "Banana", "Cherry", ""])
        fruit.names.remove(at: 1)
        try list.apply(ListUpdates(deletedRows: [RowPath(row: 1)]))
        #expect(list.screen.prefix(3) == ["Apple", "Cherry", ""])
    }
}
