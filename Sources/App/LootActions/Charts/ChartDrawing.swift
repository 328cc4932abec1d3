package import LootCore
import LootFormats

/// Charts as markup, text and data.
extension Chart {
    /// Returns the label of a bar: `Attic`, or `2026, bought`.
    package func label(of bar: Bar) -> String {
        guard kind == .year else {
            return bar.label.isEmpty ? String(localized: "Not set") : bar.label
        }
        return bar.series == .bought
            ? String(localized: "\(bar.label), bought") : String(localized: "\(bar.label), disposed of")
    }

    /// Returns the title of a panel. It has the currency if there are several panels.
    package func title(of panel: Panel) -> String {
        guard panels.count > 1, let currency = panel.currency else { return kind.title.text }
        return "\(kind.title.text), \(currency.code)"
    }

    // MARK: Text

    /// Returns a bar of block characters, in eighths of a column, or of `#` without them.
    package static func text(of bar: Bar, columns: Int, isPlain: Bool) -> String {
        let eighths = Int((bar.length * Double(columns * 8)).rounded())
        if isPlain { return String(repeating: "#", count: (eighths + 4) / 8) }
        let rest = eighths % 8
        let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + (rest == 0 ? "" : String(blocks[rest - 1]))
    }

    // MARK: Markup

    private static let (rowHeight, barTop, barHeight) = (40, 20, 10)
    /// The maximum length of a label, so that it fits next to an amount in a narrow window.
    private static let greatestLabel = 24

    /// Returns the panels as figures. The bars scale with the width of the page, and the text doesn't.
    package func html(_ presentation: ItemPresentation) -> HTML {
        if panels.isEmpty {
            return "<p class=\"chart\">\(kind.title.text): \(localized: "No items with an amount.")</p>\n"
        }
        let figures = panels.map { panel -> HTML in
            let rows = panel.bars.enumerated().map { row(at: $0, $1, panel, presentation) }
            return """
                <figure class="chart"><figcaption>\(title(of: panel))</figcaption>
                <svg xmlns="http://www.w3.org/2000/svg" role="list" aria-label="\(title(of: panel))" width="100%" \
                height="\(panel.bars.count * Chart.rowHeight)">
                \(rows)</svg></figure>

                """
        }
        return figures.reduce(into: "") { $0 += $1 }
    }

    private func row(at index: Int, _ bar: Bar, _ panel: Panel, _ presentation: ItemPresentation) -> HTML {
        let top = index * Chart.rowHeight
        let label = label(of: bar)
        let short =
            label.count > Chart.greatestLabel ? "\(label.prefix(Chart.greatestLabel - 1))…" : label
        let width = Double(Int((bar.length * 1000).rounded())) / 10
        return """
            <g role="listitem"><text x="0" y="\(top + 14)">\(short)<title>\(label)</title></text>\
            <text class="amount" x="100%" y="\(top + 14)">\(presentation.money.text(bar.sum, panel.currency))</text>\
            <rect class="track" y="\(top + Chart.barTop)" width="100%" height="\(Chart.barHeight)"/>\
            <rect class="\(bar.series.rawValue)" y="\(top + Chart.barTop)" width="\(width.description)%" \
            height="\(Chart.barHeight)"/></g>

            """
    }

    /// The style sheet of charts, with colors of the surrounding page if defined.
    static let styleSheet = """
        .chart { margin: 1rem 0 1.5rem; break-inside: avoid; }
        .chart figcaption { font-weight: 600; padding-bottom: 0.5rem; }
        .chart svg { display: block; overflow: visible; font-size: 0.8125rem; }
        .chart text { fill: currentcolor; }
        .chart .amount { text-anchor: end; font-variant-numeric: tabular-nums; }
        .chart .track { fill: currentcolor; opacity: 0.12; }
        .chart .value, .chart .bought { fill: var(--accent, #2563eb); }
        .chart .disposed { fill: #c2700c; }
        @media print { .chart rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
        """

    // MARK: Data

    /// The chart as a JSON value.
    package var json: ForeignValue {
        let panels = panels.map { panel -> ForeignValue in
            let bars = panel.bars.map { bar -> ForeignValue in
                .object([
                    .init("label", .text(bar.label)), .init("series", .text(bar.series.rawValue)),
                    .init("amount", .number(bar.sum.description)),
                ])
            }
            let currency = panel.currency.map { ForeignField("currency", .text($0.code)) }
            return .object([currency].compactMap(\.self) + [.init("bars", .array(bars))])
        }
        return .object([.init("kind", .text(kind.rawValue)), .init("panels", .array(panels))])
    }
}
