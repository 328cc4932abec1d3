import LootCore
import Testing
import TextSearch

struct SectionTableTests {
    private struct ByNumber: Sectioning {
        var direction: SortDirection
        func key(for item: Item) -> SectionKey { .number(item.valueInDollars) }
        func title(for key: SectionKey) -> String { "\(key)" }
    }

    /// A minimal implementation of sections.
    private struct Model {
        let sectioning: ByNumber
        var counts: [SectionKey: (count: Int, total: MoneyTotal)] = [:]

        mutating func add(_ rows: Int, _ value: MoneyTotal, to key: SectionKey) {
            let old = counts[key] ?? (0, 0)
            counts[key] = old.count + rows == 0 ? nil : (old.count + rows, old.total + value)
        }

        var sections: [ItemSection] {
            var start = 0
            return counts.keys.sorted { sectioning.order($0, $1) == .ascending }.map { key in
                let (count, total) = counts[key] ?? (0, 0)
                defer { start += count }
                return ItemSection(key: key, in: sectioning, start: start, count: count, total: total)
            }
        }
    }

    @Test(arguments: [SortDirection.ascending, .descending], UInt64(1)...4)
    func `thousands of changing sections have correct counts, totals and starts`(
        direction: SortDirection, seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        let sectioning = ByNumber(direction: direction)
        var table = SectionTable(of: sectioning)
        var model = Model(sectioning: sectioning)
        for round in 0..<6_000 {
            let key: SectionKey =
                Int.random(in: 0..<50, using: &generator) == 0
                ? .missing : .number(Int.random(in: 0..<1_500, using: &generator))
            // Sections are first added and then removed.
            let isGoing = round > 3_500 || Int.random(in: 0..<4, using: &generator) == 0
            let known = model.counts[key]
            if isGoing, known == nil { continue }
            let (rows, value): (Int, MoneyTotal) =
                isGoing ? (-1, known?.count == 1 ? 0 - (known?.total ?? 0) : -1) : (1, 5)
            table.add(rows: rows, total: value, to: key)
            model.add(rows, value, to: key)
            if round % 500 == 0 || round == 5_999 {
                #expect(table.sections == model.sections, "seed \(seed)")
            }
            let place = table.place(of: key)
            #expect(place.exists == (model.counts[key] != nil))
        }
        for section in model.sections { #expect(table.place(of: section.key).rows == section.rows) }
        #expect(model.counts.count > 256, "more sections than one block holds")
    }
}
