import ListKit
import Testing

/// Snapshots, their differences, and lists that show them.
struct SnapshotTests {
    private typealias Snapshot = ListSnapshot<String, Int>

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        for (id, rows) in sections { snapshot.append(rows, to: id) }
        return snapshot
    }

    @Test func `a snapshot contains each row once, at its inserted position`() {
        var snapshot = snapshot([("a", [1, 2, 3]), ("b", [4, 2])])
        #expect(snapshot.rowCount == 4 && snapshot.sections.map(\.rows) == [[1, 2, 3], [4]])
        snapshot.insert(4, before: 2)
        snapshot.insert(9, before: 77)
        #expect(snapshot.sections.map(\.rows) == [[1, 4, 2, 3], []])
        snapshot.remove(1)
        snapshot.remove(section: "b")
        #expect(snapshot.sections.map(\.rows) == [[4, 2, 3]] && snapshot.rowCount == 3)
        #expect(snapshot.row(at: RowPath(row: 1)) == 2 && snapshot.row(at: RowPath(row: 3)) == nil)
    }

    @Test func `a difference has the fewest changes`() {
        let old = snapshot([("a", [1, 2, 3, 4, 5])])
        #expect(old.updates(to: old).isEmpty)
        let moved = old.updates(to: snapshot([("a", [5, 1, 2, 3, 4])]))
        #expect(moved == ListUpdates(movedRows: [.init(from: RowPath(row: 4), to: RowPath(row: 0))]))
        var reloaded = old
        reloaded.reload([3, 8])
        #expect(old.updates(to: reloaded).reloadedRows == [RowPath(row: 2)])
        let sections = snapshot([("a", [1]), ("b", [2])]).updates(to: snapshot([("b", [2]), ("c", [1])]))
        #expect(sections.deletedSections == [0] && sections.insertedSections == [1])
        #expect(sections.movedRows == [.init(from: RowPath(row: 0), to: RowPath(section: 1, row: 0))])
    }

    @Test func `a list applies snapshots and keeps the cursor on its row`() {
        let list = ListView(width: 20, height: 5)
        let source = SnapshotDataSource<String, Int>(list) { list, path, row in
            let cell = list.dequeue(Shelf.row, for: path)
            cell.text = "\(row)"
            return cell
        }
        source.header = { $0 }
        source.apply(snapshot([("a", [1, 2, 3])]))
        list.moveCursor(to: RowPath(row: 2))
        source.apply(snapshot([("z", [9]), ("a", [3, 1])]))
        #expect(list.cursor == RowPath(section: 1, row: 0))
        #expect(list.layout().elements.count == 5)
        source.apply(Snapshot())
        #expect(list.numberOfRows == 0 && list.cursor == nil)
    }

    @Test func `any snapshot can follow any other without reloading the list`() {
        let seed = UInt64.random(in: .min ... .max)
        var random = Seeded(state: seed)
        for _ in 0..<300 {
            let list = ListView(width: 20, height: 8)
            let source = SnapshotDataSource<String, Int>(list) { list, path, row in
                let cell = list.dequeue(Shelf.row, for: path)
                cell.text = "\(row)"
                return cell
            }
            for _ in 0..<6 {
                let rows = (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random))
                let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(
                    Int.random(in: 1...4, using: &random))
                var new = Snapshot()
                for name in names { new.append(section: name) }
                for row in rows { new.append([row], to: names.randomElement(using: &random) ?? "a") }
                let updates = source.snapshot.updates(to: new)
                _ = list.layout()
                // The difference must be consistent, or the list would throw.
                let copy = Copy(source.snapshot)
                let other = ListView(width: 20, height: 8)
                other.dataSource = copy
                _ = other.layout()
                copy.snapshot = new
                #expect(throws: Never.self, "seed \(seed)") { try other.apply(updates) }
                source.apply(new)
                let shown = list.layout().elements.compactMap(\.cell?.text)
                #expect(shown == new.sections.flatMap(\.rows).prefix(8).map(String.init), "seed \(seed)")
            }
        }
    }

    @Test func `two lists with the same data update each other and keep separate cursors`() throws {
        let shelf = Shelf([["a", "b", "c"]])
        let lists = [ListView(width: 20, height: 5), ListView(width: 9, height: 2)]
        for list in lists {
            list.dataSource = shelf
            _ = list.layout()
        }
        let group = ListGroup(lists)
        lists[0].moveCursor(to: RowPath(row: 2))
        lists[1].moveCursor(to: RowPath(row: 1))
        shelf.sections[0].remove(at: 0)
        try group.apply(ListUpdates(deletedRows: [RowPath(row: 0)]))
        #expect(lists.map(\.cursor) == [RowPath(row: 1), RowPath(row: 0)])
        #expect(lists.map(\.numberOfRows) == [2, 2])
        #expect(throws: InternalInconsistency.self) {
            try group.apply(ListUpdates(deletedRows: [RowPath(row: 0)]))
        }
        group.remove(lists[1])
        #expect(group.lists.count == 1)
    }

    /// A data source for a snapshot that isn't notified of its changes.
    private final class Copy: ListDataSource {
        var snapshot: Snapshot
        init(_ snapshot: Snapshot) { self.snapshot = snapshot }
        func numberOfSections(in list: ListView) -> Int { snapshot.sections.count }
        func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
            snapshot.sections[section].rows.count
        }
        func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell { Cell() }
    }
}
