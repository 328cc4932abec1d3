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
            ("Total paid", money.text(statistics.totalPaid)),
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

    private func table(_ outline: Outline) -> String {
        let amount = Table.Column(alignment: .trailing, overflow: .never)
        return rendered(
            outline.sections.map { section in
                [
                    StyledText(section.title.isEmpty ? "All items" : section.title, Style(.bold)),
                    StyledText(ItemPresentation.count(section.count)),
                    StyledText(context.presentation.money.text(section.totalValue)),
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
