import ListKit
import Testing

/// Compares random updates with a simple model.
struct RandomUpdateTests {
    /// Sections and rows of the model. The same number identifies the same element before and after.
    private struct Model {
        var sections: [(id: Int, rows: [Int])]
        var next = 0

        var texts: [[String]] {
            sections.map { section in
                section.rows.map { "\($0)" + String(repeating: "\n.", count: $0 % 3) }
            }
        }

        mutating func fresh() -> Int {
            next += 1
            return next
        }
    }

    /// Changes the model at random, and returns the updates for the list.
    private func change(_ model: inout Model, with random: inout Seeded) -> ListUpdates {
        let old = model
        var carried: [Int] = []
        for section in model.sections.indices {
            model.sections[section].rows.removeAll { row in
                guard Int.random(in: 0..<6, using: &random) == 0 else { return false }
                if Bool.random(using: &random) { carried.append(row) }
                return true
            }
        }
        var movedSections: Set<Int> = []
        if Int.random(in: 0..<3, using: &random) == 0,
            let index = model.sections.indices.randomElement(using: &random)
        {
            let section = model.sections.remove(at: index)
            if Bool.random(using: &random) {
                movedSections.insert(section.id)
                model.sections.insert(section, at: Int.random(in: 0...model.sections.count, using: &random))
            }
        }
        if Int.random(in: 0..<3, using: &random) == 0 || model.sections.isEmpty {
            let rows = (0..<Int.random(in: 0..<5, using: &random)).map { _ in model.fresh() }
            let at = Int.random(in: 0...model.sections.count, using: &random)
            model.sections.insert((model.fresh(), rows), at: at)
        }
        carried += (0..<Int.random(in: 0..<6, using: &random)).map { _ in model.fresh() }
        for row in carried.shuffled(using: &random) {
            let section = Int.random(in: 0..<model.sections.count, using: &random)
            let at = Int.random(in: 0...model.sections[section].rows.count, using: &random)
            model.sections[section].rows.insert(row, at: at)
        }
        return updates(from: old, to: model, movedSections: movedSections, carried: Set(carried))
    }

    private func updates(
        from old: Model, to new: Model, movedSections: Set<Int>, carried: Set<Int>
    ) -> ListUpdates {
        func places(_ model: Model) -> [Int: RowPath] {
            var places: [Int: RowPath] = [:]
            for (section, content) in model.sections.enumerated() {
                for (row, id) in content.rows.enumerated() { places[id] = path(section, row) }
            }
            return places
        }
        let (before, after) = (places(old), places(new))
        var updates = ListUpdates()
        for (id, place) in before {
            if let target = after[id] {
                if carried.contains(id) { updates.movedRows.append(.init(from: place, to: target)) }
            } else if new.sections.contains(where: { $0.id == old.sections[place.section].id }) {
                updates.deletedRows.append(place)
            }
        }
        let oldIDs = old.sections.map(\.id)
        for (id, place) in after where before[id] == nil {
            if oldIDs.contains(new.sections[place.section].id) { updates.insertedRows.append(place) }
        }
        let newIDs = new.sections.map(\.id)
        for (index, id) in oldIDs.enumerated() {
            guard let target = newIDs.firstIndex(of: id) else {
                updates.deletedSections.append(index)
                continue
            }
            if movedSections.contains(id) { updates.movedSections.append(.init(from: index, to: target)) }
        }
        updates.insertedSections = newIDs.indices.filter { !oldIDs.contains(newIDs[$0]) }
        return updates
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2, 3, 4, 5, 6, 7])
    func `after any updates, the list shows the same as after reloading`(seed: UInt64) throws {
        var random = Seeded(state: seed)
        var model = Model(sections: [])
        for _ in 0..<4 {
            let rows = (0..<8).map { _ in model.fresh() }
            model.sections.append((model.fresh(), rows))
        }
        let shelf = Shelf(model.texts)
        let list = ListView(shelf, height: 9)
        list.selectionMode = .multiple
        list.layout()
        for step in 0..<60 {
            list.selectedRows.forEach(list.deselect)
            let all = model.sections.enumerated().flatMap { section, content in
                content.rows.enumerated().map { (path(section, $0), $1) }
            }
            let chosen = all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            chosen.forEach { list.select($0.0) }
            if let row = all.randomElement(using: &random)?.0 { list.moveCursor(to: row) }
            if Bool.random(using: &random) { list.layout() }

            let updates = change(&model, with: &random)
            shelf.sections = model.texts
            try list.apply(updates)

            let note: Comment = "seed \(seed), step \(step)"
            let rows = model.sections.flatMap(\.rows)
            #expect(list.numberOfRows == rows.count, note)
            #expect(list.cursor.map { list.contains($0) } ?? rows.isEmpty, note)
            let selected = list.selectedRows.map { model.sections[$0.section].rows[$0.row] }
            #expect(Set(selected) == Set(chosen.map(\.1)).intersection(rows), note)
            // Compare every line from top to bottom, including cached cells.
            list.contentOffset = 0
            var lines = list.screen
            while case let seen = list.layout(), seen.contentOffset + list.height < seen.contentHeight {
                list.scroll(by: 1)
                lines.append(list.screen.last ?? "")
            }
            let expected = shelf.sections.joined().flatMap {
                $0.split(separator: "\n").map(String.init)
            }
            #expect(lines.prefix(expected.count).elementsEqual(expected), note)
            #expect(lines.dropFirst(expected.count).allSatisfy { $0.isEmpty }, note)
            #expect(list.layout().contentHeight == expected.count, note)
            list.scroll(by: -Int.random(in: 0...20, using: &random))
        }
        #expect(list.cellsMade <= 2 * list.height)
    }
}
