import CommandLineKit
import LootControllers
import LootCore
import LootFormats
import TerminalText

/// How a command writes items: as a table for people, or in a format for programs.
struct ItemOutput {
    static let formatOption: Option = .value(
        "format", "FORMAT", "Write it for a program, and not as a table",
        values: .oneOf(["table"] + ItemFormat.all.map(\.name)))

    private let context: CommandContext
    /// The format for programs; nil for the table.
    private let format: ItemFormat?
    private let fields: [FieldKey]?

    /// Reads `--format`, and the names of the fields to show.
    init(_ context: CommandContext, fields: String?) throws(LootError) {
        self.context = context
        let name = context.parsed.value(of: "format") ?? "table"
        format = name == "table" ? nil : try ItemFormat.named(name)
        var keys: [FieldKey] = []
        for name in fields?.split(whereSeparator: { $0 == "," || $0 == " " }) ?? [] {
            keys.append(try Field.named(String(name)))
        }
        self.fields = keys.isEmpty ? nil : keys
        guard !keys.isEmpty, format == .propertyList else { return }
        throw LootError(
            .usage, "can't list some fields as a property list", because: "it holds whole items",
            next: "Leave --fields out, or choose another format")
    }

    var isTable: Bool { format == nil }

    /// Writes a few items that were named one by one; one item alone is a JSON object and not a list of one.
    func write(_ items: [Item], in inventory: Inventory) async throws(LootError) {
        if let format {
            context.console.write(ItemListing.bytes(ofNamed: items, as: format))
            return
        }
        var rows: [ItemTable.Row] = []
        for item in items { rows.append((item, try await inventory.store.position(of: item.id, in: .all))) }
        var table = ItemTable(context, fields: fields, hasTitles: false)
        table.measure(rows)
        var text = ""
        table.append(rows, table.layout(), to: &text)
        context.console.write(text)
    }

    /// Writes rows of a query's answer, a page at a time.
    func write(_ query: Query, rows: Range<Int>, in inventory: Inventory) async throws(LootError) {
        if let format {
            let console = context.console
            let listing = ItemListing(inventory.store, query, rows: rows, fields: fields)
            try await listing.write(
                as: format,
                to: { bytes in
                    console.write(bytes)
                    return !console.isBroken
                })
            return
        }
        try await writeTable(query, rows, inventory)
    }

    private func writeTable(_ query: Query, _ rows: Range<Int>, _ inventory: Inventory)
        async throws(LootError)
    {
        let size = 5_000
        let answer = try await inventory.store.answer(
            to: query, rows: rows.lowerBound..<rows.lowerBound + min(size, rows.count))
        let outline = answer.outline
        let rows = rows.clamped(to: 0..<outline.count)
        guard !rows.isEmpty else {
            let isEmpty = query.selectsAll && outline.count == 0
            context.line(isEmpty ? ItemPresentation.noItems : ItemPresentation.noMatches)
            return
        }
        // A column is as wide as its widest cell, so all rows are read before the first is written; of a list that
        // takes several pages, each is read again rather than kept.
        let pages = stride(from: rows.lowerBound, to: rows.upperBound, by: size).map { start in
            start..<min(start + size, rows.upperBound)
        }
        var table = ItemTable(context, fields: fields)
        var latest: [ItemTable.Row] = []
        for page in pages {
            let isFirst = page.lowerBound == rows.lowerBound
            let read = isFirst ? answer.page : try await inventory.store.page(of: query, rows: page)
            latest = try await positioned(read, query, inventory)
            table.measure(latest)
        }
        let layout = table.layout()
        var text = ""
        layout.appendHeader(to: &text)
        var sections = outline.sections[...]
        for page in pages {
            var read = latest
            if pages.count > 1 {
                read = try await positioned(
                    try await inventory.store.page(of: query, rows: page), query, inventory)
            }
            if query.sectioning == nil {
                table.append(read, layout, to: &text)
            } else {
                append(read, page, from: rows.lowerBound, &sections, table, layout, &text)
            }
            context.console.write(text)
            text = ""
            if context.console.isBroken { return }
        }
    }

    /// Rows with the headers and footers that stand among them. `sections` loses those that are done.
    private func append(
        _ read: [ItemTable.Row], _ page: Range<Int>, from first: Int, _ sections: inout ArraySlice<Section>,
        _ table: ItemTable, _ layout: TableLayout, _ text: inout String
    ) {
        while let section = sections.first, section.start < page.upperBound {
            let part = section.rows.clamped(to: page)
            let slice = read.dropFirst(part.lowerBound - page.lowerBound).prefix(part.count)
            if !slice.isEmpty {
                if part.lowerBound == max(section.start, first) {
                    text += "\n" + styled(section.title, Style(.bold)) + "\n"
                }
                table.append(slice, layout, to: &text)
            }
            guard section.rows.upperBound <= page.upperBound else { return }
            if !slice.isEmpty { text += styled(context.presentation.footer(of: section), Style(.dim)) + "\n" }
            sections.removeFirst()
        }
    }

    private func styled(_ text: String, _ style: Style) -> String {
        StyledText(text, style).restricted(to: context.glyphs).rendered(colors: context.colors)
    }

    /// Items with their positions in the user's order.
    private func positioned(
        _ page: Page, _ query: Query, _ inventory: Inventory
    ) async throws(LootError) -> [ItemTable.Row] {
        if query.selectsAll, query.isInUserOrder {
            return page.items.enumerated().map { ($1, page.start + $0) }
        }
        var result: [ItemTable.Row] = []
        for item in page.items {
            result.append((item, try await inventory.store.position(of: item.id, in: .all)))
        }
        return result
    }
}
