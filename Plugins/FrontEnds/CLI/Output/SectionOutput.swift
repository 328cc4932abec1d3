import CommandLineKit
import LootActions
import LootCore
import TerminalText

/// How a command writes sections and totals: as a table for people, or as JSON for programs.
struct SectionOutput {
    /// Whether to write for a program.
    static let isJSON = Option.choice(
        "format", "FORMAT", "table, or json", [("table", false), ("json", true)], default: false)

    private let context: CommandContext
    private var isJSON: Bool { context[SectionOutput.isJSON] }

    init(_ context: CommandContext) { self.context = context }

    /// Writes the sections of an answer.
    func write(_ outline: Outline) {
        if isJSON { return context.write(ItemListing.json(of: outline.sections)) }
        if outline.sections.isEmpty {
            return context.damage == nil ? context.line(ItemPresentation.noItems) : ()
        }
        context.beginItems()
        context.write(table(outline))
    }

    /// Writes totals, and those of the sections if there are any.
    func write(_ statistics: Statistics, _ sections: Outline?) {
        if isJSON {
            return context.write(ItemListing.json(of: statistics, sections: sections?.sections))
        }
        let money = context.presentation.money
        var lines = [
            ("Items", String(statistics.items)), ("Pieces", String(statistics.pieces)),
            ("Total value", money.text(statistics.totalValue)),
            ("Total paid", statistics.priced == 0 ? Money.unknown : money.text(statistics.totalPaid)),
            ("Favorites", String(statistics.favorites)), ("Under warranty", String(statistics.underWarranty)),
        ]
        if let item = statistics.mostValuable {
            lines.append(("Most valuable", "\(item.shownName) (\(context.presentation.value(of: item)))"))
        }
        let columns: [Table.Column] = [.init(overflow: .never), .init(alignment: .trailing)]
        context.beginItems()
        context.write(
            rendered(lines.map { [StyledText($0.0, Style(.dim)), StyledText($0.1)] }, columns))
        if let sections { context.write("\n" + table(sections)) }
    }

    /// Writes places, each further to the right than the one that it lies in; with what is in none of them at the end.
    func write(_ tree: PlaceTree, _ rows: [Int], from base: Int, withRest: Bool) {
        func cells(_ name: StyledText, _ holding: PlaceTree.Holding) -> [StyledText] {
            [
                name, StyledText(ItemPresentation.count(holding.count)),
                StyledText(context.presentation.money.text(holding.total)),
            ]
        }
        var lines = rows.map { row in
            let place = tree.rows[row]
            let indent = String(repeating: "  ", count: min(place.depth - base, SectionOutput.deepest))
            let isItem: StyledText = place.item == nil ? "" : StyledText(" (item)", Style(.dim))
            return cells(
                StyledText(indent) + StyledText(place.name, Style(.bold)) + isItem, place.all)
        }
        if withRest, tree.unplaced.count > 0 {
            lines.append(cells(StyledText("No location", Style(.dim)), tree.unplaced))
        }
        let amount = Table.Column(alignment: .trailing, overflow: .never)
        context.write(rendered(lines, [.init(), amount, amount]))
    }

    /// Places further in are shown no further to the right.
    private static let deepest = 20

    private func table(_ outline: Outline) -> String {
        let amount = Table.Column(alignment: .trailing, overflow: .never)
        return rendered(
            outline.sections.map { section in
                [
                    StyledText(section.title.isEmpty ? "All items" : section.title, Style(.bold)),
                    StyledText(ItemPresentation.count(section.count)),
                    StyledText(context.presentation.money.text(section.total)),
                ]
            }, [.init(), amount, amount])
    }

    private func rendered(_ rows: [[StyledText]], _ columns: [Table.Column]) -> String {
        var table = Table(columns, glyphs: context.glyphs)
        for row in rows { table.measure(row) }
        let layout = table.layout(width: context.console.width, colors: context.colors)
        var text = ""
        for row in rows { layout.append(row, to: &text) }
        return text
    }
}
