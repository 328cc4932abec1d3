import ListKit

/// A data source for strings that counts requests.
final class Shelf: ListDataSource {
    static let row = CellKind("row") { LabelCell() }

    var sections: [[String]]
    var headers: [String?] = []
    var footers: [String?] = []
    var indexTitles: [String] = []
    var canEdit = true
    var canMove = true
    var committed: [(EditingStyle, RowPath)] = []
    var moved: [(RowPath, RowPath)] = []
    private(set) var asked: [RowPath] = []

    init(_ sections: [[String]]) { self.sections = sections }

    convenience init(rows: Int) { self.init([(0..<rows).map { "row \($0)" }]) }

    func forgetQuestions() { asked = [] }

    func numberOfSections(in list: ListView) -> Int { sections.count }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        asked.append(path)
        let cell = list.dequeue(Self.row, for: path)
        cell.text = sections[path.section][path.row]
        return cell
    }

    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        headers.indices.contains(section) ? headers[section] : nil
    }

    func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        footers.indices.contains(section) ? footers[section] : nil
    }

    func sectionIndexTitles(in list: ListView) -> [String] { indexTitles }

    func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { canEdit }

    func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { canMove }

    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {
        committed.append((style, path))
        guard style == .delete else { return }
        sections[path.section].remove(at: path.row)
        try? list.apply(ListUpdates(deletedRows: [path]))
    }

    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {
        moved.append((source, target))
        let text = sections[source.section].remove(at: source.row)
        sections[target.section].insert(text, at: target.row)
        try? list.apply(ListUpdates(movedRows: [.init(from: source, to: target)]))
    }
}

/// A cell with as many lines as its text.
final class LabelCell: Cell {
    override func height(forWidth width: Int) -> Int { text.split(separator: "\n").count }
}

/// A data source with only a number of rows, for a million rows.
final class Numbers: ListDataSource {
    var counts: [Int]
    private(set) var cellsAsked = 0
    private(set) var countsAsked = 0

    init(_ counts: [Int]) { self.counts = counts }

    func numberOfSections(in list: ListView) -> Int { counts.count }

    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        countsAsked += 1
        return counts[section]
    }

    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        cellsAsked += 1
        let cell = list.dequeue(Shelf.row, for: path)
        // Every seventh row has three lines, so that estimates are wrong.
        cell.text = path.row % 7 == 3 ? "\(path)\n.\n." : "\(path)"
        return cell
    }
}

/// A generator with a seed, so that a failure can be repeated.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var bits = state
        bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return bits ^ (bits >> 33)
    }
}

func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

extension ListView {
    /// Creates a list for a data source that the test retains.
    convenience init(_ source: any ListDataSource, height: Int = 10) {
        self.init(width: 40, height: height)
        dataSource = source
    }

    /// The visible lines; headers are in brackets.
    var screen: [String] {
        var lines = [String](repeating: "", count: height)
        for element in layout().elements {
            let text = element.cell?.text ?? "[\(element.title ?? "")]"
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (offset, line) in (element.top..<(element.top + element.height)).enumerated()
            where lines.indices.contains(line) {
                lines[line] = offset < parts.count ? String(parts[offset]) : ""
            }
        }
        return lines
    }
}
