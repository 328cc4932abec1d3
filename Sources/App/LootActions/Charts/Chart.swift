package import LootCore
package import Localization
import LootQueryText

/// Amounts of items as bars, in a panel for each currency.
///
/// ```swift
/// let chart = try await inventory.chart(.place, of: query, presentation)
/// let markup = chart.html(presentation)
/// ```
package struct Chart: Hashable, Sendable {
    /// The amounts of a chart.
    package enum Kind: String, CaseIterable, Sendable {
        /// The value in each outermost place.
        case place
        /// The value of each tag. An item with several tags counts for each of them.
        case tag
        /// The prices of what was bought in each month.
        case month
        /// The prices of what was bought and of what was disposed of in each year.
        case year

        /// Creates the kind with a name.
        ///
        /// - Throws: ``/LootCore/LootError`` with code `malformed` that lists the kinds.
        package init(named name: String) throws(LootError) {
            if let kind = Kind(rawValue: name) {
                self = kind
                return
            }
            throw LootError(
                .malformed, "There is no chart “\(TextRules.visible(name))”.",
                advice: Suggestions.choice(of: Kind.allCases.map { Message(verbatim: $0.rawValue) }))
        }

        /// The title of the chart.
        package var title: Message {
            switch self {
            case .place: "Value by place"
            case .tag: "Value by tag"
            case .month: "Bought per month"
            case .year: "Bought and disposed of per year"
            }
        }
    }

    /// The meaning of a bar.
    package enum Series: String, Hashable, Sendable {
        /// The value of items.
        case value
        /// The prices of items that were bought.
        case bought
        /// The prices of items that were disposed of.
        case disposed
    }

    /// An amount of a panel.
    package struct Bar: Hashable, Sendable {
        /// The place, the tag, the month or the year.
        package let label: String
        /// The meaning of the amount.
        package let series: Series
        /// The amount.
        package let sum: MoneyTotal.Sum
        /// The length relative to the longest bar of the panel, from 0 to 1.
        package var length = 0.0
    }

    /// The bars of a currency.
    package struct Panel: Hashable, Sendable {
        /// The currency, or `nil` for amounts without one.
        package let currency: Currency?
        /// The bars, in display order.
        package let bars: [Bar]

        fileprivate init(_ currency: Currency?, _ bars: [Bar]) {
            self.currency = currency
            let longest = bars.map(\.sum.size).max() ?? 0
            self.bars = bars.map { bar in
                var bar = bar
                bar.length = longest > 0 ? max(0, bar.sum.size) / longest : 0
                return bar
            }
        }
    }

    /// The amounts.
    package let kind: Kind
    /// The panels, sorted by currency. Panels and bars without an amount are omitted.
    package let panels: [Panel]

    /// Creates a chart of labeled totals, in the order of the bars. Amounts without a currency are in `currency`.
    init(_ kind: Kind, _ totals: [(label: String, series: Series, total: MoneyTotal)], in currency: Currency?)
    {
        self.kind = kind
        var bars: [Currency?: [Bar]] = [:]
        for (label, series, total) in totals {
            var sums: [Currency?: MoneyTotal.Sum] = [:]
            for (own, sum) in total.sums {
                sums[own == currency ? nil : own, default: MoneyTotal.Sum(0)] += sum
            }
            for (own, sum) in sums where !sum.isZero {
                bars[own, default: []].append(Bar(label: label, series: series, sum: sum))
            }
        }
        let order = bars.keys.sorted { ($0?.code ?? "") < ($1?.code ?? "") }
        panels = order.map { own in
            var bars = bars[own] ?? []
            if kind == .place || kind == .tag {
                bars.sort { $0.sum.size == $1.sum.size ? $0.label < $1.label : $0.sum.size > $1.sum.size }
            }
            return Panel(own ?? currency, bars)
        }
    }
}

extension MoneyTotal.Sum {
    /// The sum as a floating-point number, for lengths.
    fileprivate var size: Double { Double(parts.whole) + Double(parts.tenThousandths) / 10_000 }
}

extension Inventory {
    /// Returns a chart of the items that match a query. The charts of months and years include disposed items.
    package func chart(
        _ kind: Chart.Kind, of query: Query, _ presentation: ItemPresentation
    ) async throws(LootError) -> Chart {
        var query = query
        query.sort = []
        let currency = presentation.money.currency
        switch kind {
        case .place, .tag:
            query.sectioning = RuleSectioning(
                kind == .place ? .place("location", depth: 1) : .value("tags"))
            let sections = try await overview(of: query).sections
            return Chart(kind, sections.map { ($0.title, .value, $0.total) }, in: currency)
        case .month, .year:
            query.sectioning = nil
            query.hidesDisposed = false
            var bought: [Int: MoneyTotal] = [:]
            var disposed: [Int: MoneyTotal] = [:]
            func number(of day: Day) -> Int {
                let parts = day.components
                return kind == .year ? parts.year : parts.year * 12 + parts.month - 1
            }
            try await forEachItem(of: query) { item in
                guard let price = item.purchasePrice else { return }
                let total = MoneyTotal(price, times: item.quantity, item.currency)
                if let day = item.purchaseDate { bought[number(of: day), default: MoneyTotal()] += total }
                if let day = item.disposedOn, item.disposal != nil, kind == .year {
                    disposed[number(of: day), default: MoneyTotal()] += total
                }
            }
            let totals = Set(bought.keys).union(disposed.keys).sorted().flatMap { number in
                let label = kind == .year ? "\(number)" : Chart.label(ofMonth: number)
                return [(label, Chart.Series.bought, bought[number]), (label, .disposed, disposed[number])]
            }
            return Chart(
                kind, totals.compactMap { label, series, total in total.map { (label, series, $0) } },
                in: currency)
        }
    }
}

extension Chart {
    /// Returns a month as text: `2026-11`.
    fileprivate static func label(ofMonth number: Int) -> String {
        Day(year: number / 12, month: number % 12 + 1, day: 1).map { String($0.description.dropLast(3)) }
            ?? ""
    }
}
