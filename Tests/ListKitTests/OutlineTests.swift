import Testing

@testable import ListKit

/// Compares the list's tree with plain arrays.
struct OutlineTests {
    private struct Plain {
        var sections: [(header: Int, rows: [Int], footer: Int)] = []

        var slots: [(kind: ListElement.Kind, height: Int)] {
            sections.enumerated().flatMap { number, section in
                [(.header(section: number), section.header)]
                    + section.rows.enumerated().map { (.row(path(number, $0)), $1) }
                    + [(.footer(section: number), section.footer)]
            }
        }
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 11, 12, 13])
    func `the outline answers like plain arrays after any changes`(seed: UInt64) {
        var random = Seeded(state: seed)
        var (outline, plain) = (Outline(), Plain())
        for step in 0..<300 {
            change(&outline, &plain, &random)
            let note: Comment = "seed \(seed), step \(step)"
            #expect(outline.rowCounts == plain.sections.map(\.rows.count), note)
            var (top, rows, wrong) = (0, 0, 0)
            for slot in plain.slots {
                let place = outline.place(of: slot.kind)
                if place?.top != top || place?.height != slot.height || place?.rowsAbove != rows {
                    wrong += 1
                }
                for line in top..<(top + slot.height) where outline.place(atLine: line)?.kind != slot.kind {
                    wrong += 1
                }
                if case .row(let path) = slot.kind {
                    if outline.index(of: path) != rows || outline.path(at: rows) != path { wrong += 1 }
                    rows += 1
                }
                top += slot.height
            }
            #expect(wrong == 0, note)
            #expect((outline.height, outline.rowCount) == (top, rows), note)
            #expect(outline.place(atLine: top) == nil && outline.place(atLine: -1) == nil, note)
            #expect(outline.path(at: rows) == nil, note)
        }
    }

    private func change(_ outline: inout Outline, _ plain: inout Plain, _ random: inout Seeded) {
        let sections = plain.sections.count
        guard sections > 0, Int.random(in: 0..<8, using: &random) > 0 else {
            let section = Outline.Section(
                header: Int.random(in: 0...1, using: &random), rows: Int.random(in: 0...6, using: &random),
                rowHeight: Int.random(in: 1...2, using: &random),
                footer: Int.random(in: 0...1, using: &random))
            let at = Int.random(in: 0...sections, using: &random)
            outline.putSection(outline.makePiece(section), at: at)
            let rows = [Int](repeating: section.rowHeight, count: section.rows)
            plain.sections.insert((section.header, rows, section.footer), at: at)
            return
        }
        let section = Int.random(in: 0..<sections, using: &random)
        let rows = plain.sections[section].rows.count
        let height = Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where sections > 4:
            if let piece = outline.takeSection(section) { outline.discard(piece) }
            plain.sections.remove(at: section)
        case 1:
            let target = Int.random(in: 0..<sections, using: &random)
            if let piece = outline.takeSection(section) { outline.putSection(piece, at: target) }
            plain.sections.insert(plain.sections.remove(at: section), at: target)
        case 2...4 where rows > 0:
            let row = Int.random(in: 0..<rows, using: &random)
            outline.place(of: .row(path(section, row))).map { outline.setHeight(height, of: $0) }
            plain.sections[section].rows[row] = height
        case 5 where rows > 0:
            let row = Int.random(in: 0..<rows, using: &random)
            outline.removeRow(path(section, row))
            plain.sections[section].rows.remove(at: row)
        default:
            let row = Int.random(in: 0...rows, using: &random)
            outline.insertRow(path(section, row), height: height)
            plain.sections[section].rows.insert(height, at: row)
        }
    }

    @Test func `equal rows always form one run`() {
        var outline = Outline([Outline.Section(header: 1, rows: 1_000_000, rowHeight: 1, footer: 0)])
        let runs = outline.runCount
        for row in stride(from: 0, to: 900_000, by: 9_999) {
            outline.removeRow(path(0, row))
            outline.insertRow(path(0, row / 2), height: 1)
            for height in [3, 1] {
                outline.place(of: .row(path(0, row))).map { outline.setHeight(height, of: $0) }
            }
        }
        #expect(outline.runCount == runs)
        for row in 0..<1000 {
            outline.place(of: .row(path(0, row))).map { outline.setHeight(2, of: $0) }
        }
        #expect(outline.runCount == runs + 1)
        #expect(outline.height == 1_001_001)
    }
}
