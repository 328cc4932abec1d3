import CommandLineKit
import LootActions
import LootCore
import LootFormats
import TerminalText

/// The output of charts: bars in a terminal, or their amounts as data.
struct ChartOutput {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The maximum length of a label.
    private static let greatestLabel = 30

    func write(_ chart: Chart) throws(LootError) {
        let format = context[OutputFormat.option]
        if format == .json || format == .jsonLines {
            var bytes: [UInt8] = []
            chart.json.appendJSON(to: &bytes)
            return context.write(bytes + [0x0A])
        }
        guard format == .table else { return try context.write(records(chart, chart.panels, barColumns: 0)) }
        if chart.panels.isEmpty { return context.line(String(localized: "No items with an amount.")) }
        for (index, panel) in chart.panels.enumerated() {
            if index > 0 { context.write("\n") }
            context.line(StyledText(chart.title(of: panel), Style(.bold)))
            let labels = panel.bars.map { min(chart.label(of: $0).columnWidth, ChartOutput.greatestLabel) }
            let amounts = panel.bars.map { text(of: $0, panel).columnWidth }
            let columns = (context.width ?? 80) - (labels.max() ?? 0) - (amounts.max() ?? 0) - 4
            try context.write(records(chart, [panel], barColumns: max(4, columns)))
        }
    }

    private func text(of bar: Chart.Bar, _ panel: Chart.Panel) -> String {
        context.presentation.money.text(MoneyTotal(bar.sum, panel.currency))
    }

    private func records(_ chart: Chart, _ panels: [Chart.Panel], barColumns: Int) -> Records {
        var records = Records(
            [
                .init("label", ""), .init("bar", barColumns > 0 ? "" : nil),
                .init("amount", "", isNumber: true),
                .init("series", nil), .init("currency", nil),
            ], sharing: ["label", "series", "currency", "amount"])
        for panel in panels {
            for bar in panel.bars {
                let label =
                    barColumns > 0 ? chart.label(of: bar).truncated(to: ChartOutput.greatestLabel) : bar.label
                let isPlain = context.glyphs == .ascii
                records.append([
                    .init(.text(bar.label), StyledText(label)),
                    .init(
                        nil,
                        StyledText(
                            Chart.text(of: bar, columns: barColumns, isPlain: isPlain),
                            Style(foreground: .ansi(bar.series == .disposed ? .yellow : .blue)))),
                    .init(.number(bar.sum.description), StyledText(text(of: bar, panel))),
                    .init(bar.series.rawValue), .init(panel.currency?.code),
                ])
            }
        }
        return records
    }
}
