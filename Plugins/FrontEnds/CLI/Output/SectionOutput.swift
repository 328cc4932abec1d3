import CommandLineKit
import LootActions
import LootCore
import LootFormats
import TerminalText

/// The output of sections, totals and places.
struct SectionOutput {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Returns the sections of a result as records.
    func records(_ outline: Outline) -> Records {
        var records = Records([
            .init("title", String(localized: "Section"), wraps: true),
            .init("count", String(localized: "Items"), isNumber: true),
            .init("totalValue", String(localized: "Value"), isNumber: true),
            .init("totalValueByCurrency", nil),
            .init("totalValueUnknown", nil),
        ])
        for section in outline.sections {
            records.append(
                [
                    .init(
                        .text(section.title),
                        StyledText(
                            section.title.isEmpty ? String(localized: "All items") : section.title,
                            Style(.bold))),
                    count(section.count),
                ] + total(section.total), json: ItemListing.json(of: section))
        }
        return records
    }

    /// Writes totals and, if given, the totals of sections.
    func write(_ statistics: Statistics, _ sections: Outline?) throws(LootError) {
        let format = context[OutputFormat.option]
        if format == .json || format == .jsonLines {
            return context.write(ItemListing.json(of: statistics, sections: sections?.sections))
        }
        let money = context.presentation.money
        var records = Records([
            .init("name", String(localized: "Total")), .init("value", "", isNumber: true, wraps: true),
        ])
        func add(_ title: String, _ value: ForeignValue?, _ text: String) {
            records.append([
                .init(.text(title), StyledText(title, Style(.dim))), .init(value, StyledText(text)),
            ])
        }
        func add(_ title: String, _ number: Int) { add(title, .number(String(number)), String(number)) }
        add(String(localized: "Items"), statistics.items)
        add(String(localized: "Pieces"), statistics.pieces)
        /// Adds rows for the sums in other currencies in machine-readable formats. Tables show them with the first
        /// sum.
        func addRest(_ title: String, of total: MoneyTotal) {
            if format.isForPeople { return }
            for other in SectionOutput.others(total) { add("\(title) \(other.key)", other.value, "") }
        }
        add(
            String(localized: "Total value"), .number(statistics.totalValue.plain.description),
            money.text(statistics.totalValue)
        )
        addRest(String(localized: "Total value"), of: statistics.totalValue)
        let unknown = statistics.totalValue.unknown
        if !format.isForPeople, unknown > 0 { add(String(localized: "Unknown value"), unknown) }
        let paid = statistics.priced == 0 ? nil : statistics.totalPaid
        add(
            String(localized: "Total price"), paid.map { .number($0.plain.description) },
            paid.map { money.text($0) } ?? Money.unknown)
        if let paid { addRest(String(localized: "Total price"), of: paid) }
        for (title, total) in [
            (String(localized: "Total replacement value"), statistics.totalReplacement),
            (String(localized: "Total book value"), statistics.totalBookValue),
        ] {
            guard let total else { continue }
            add(title, .number(total.plain.description), money.text(total))
            addRest(title, of: total)
        }
        add(String(localized: "Favorites"), statistics.favorites)
        add(String(localized: "Under warranty"), statistics.underWarranty)
        for item in statistics.mostValuable {
            let currency = statistics.mostValuable.count > 1 ? item.currency ?? money.currency : nil
            add(
                currency.map { String(localized: "Most valuable, \($0.code)") }
                    ?? String(localized: "Most valuable"), .text(item.shownName),
                "\(item.shownName) (\(context.presentation.value(of: item)))")
        }
        try context.write(records)
        guard let sections else { return }
        if format.isForPeople { context.write("\n") }
        try context.write(self.records(sections))
    }

    /// Returns places as records, indented by their depth. If `withRest` is set, the items without a place are added
    /// at the end.
    func records(_ tree: PlaceTree, _ rows: [Int], from base: Int, withRest: Bool) -> Records {
        var records = Records([
            .init("place", String(localized: "Place"), wraps: true),
            .init("count", String(localized: "Items"), isNumber: true),
            .init("totalValue", String(localized: "Value"), isNumber: true),
            .init("totalValueByCurrency", nil),
            .init("totalValueUnknown", nil), .init("ownCount", nil), .init("ownValue", nil),
            .init("ownValueByCurrency", nil), .init("ownValueUnknown", nil), .init("item", nil),
        ])
        let isTable = context[OutputFormat.option] == .table
        func add(
            _ path: String, _ name: StyledText, _ all: PlaceTree.Holding, _ own: PlaceTree.Holding,
            item: ItemID?,
            json: [UInt8]
        ) {
            records.append(
                [.init(.text(path), name), count(all.count)] + total(all.total) + [.init(own.count)]
                    + total(own.total) + [.init(item?.description)], json: json)
        }
        for row in rows {
            let place = tree.rows[row]
            let path = tree.place(row).description
            let indent = String(repeating: "  ", count: min(place.depth - base, SectionOutput.deepest))
            let isItem: StyledText =
                place.item == nil ? "" : StyledText(" " + String(localized: "(item)"), Style(.dim))
            // Markdown ignores spaces at the beginning of a cell.
            let name: StyledText =
                isTable ? StyledText(indent) + StyledText(place.name, Style(.bold)) : StyledText(path)
            add(
                path, name + isItem, place.all, place.own,
                item: place.item, json: ItemListing.json(of: tree, row: row))
        }
        if withRest, tree.unplaced.count > 0, context[OutputFormat.option].isForPeople {
            add(
                "", StyledText(String(localized: "No location"), Style(.dim)), tree.unplaced, tree.unplaced,
                item: nil, json: [])
        }
        return records
    }

    /// The maximum depth by which places are indented.
    private static let deepest = 20

    private func count(_ items: Int) -> Records.Cell {
        .init(.number(String(items)), StyledText(ItemPresentation.count(items)))
    }

    /// Returns the cells of a total. In a table, the first cell contains the sums in all currencies.
    private func total(_ total: MoneyTotal) -> [Records.Cell] {
        let others = SectionOutput.others(total)
        return [
            .init(.number(total.plain.description), StyledText(context.presentation.money.text(total))),
            .init(others.isEmpty ? nil : .object(others), ""),
            .init(total.unknown == 0 ? nil : .number(String(total.unknown)), ""),
        ]
    }

    /// Returns the sums in other currencies, by currency code.
    private static func others(_ total: MoneyTotal) -> [ForeignField] {
        total.sums.compactMap { sum in
            sum.currency.map { ForeignField($0.code, .number(sum.sum.description)) }
        }
    }
}
