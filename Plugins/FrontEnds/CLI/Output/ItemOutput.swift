import CommandLineKit
import LootActions
import LootCore
import LootFormats
import TerminalText

/// How a command writes items: as a table for people, or in a format for programs.
struct ItemOutput {
    /// The format for programs; nil for the table.
    static let format = Option.choice(
        "format", "FORMAT", "Write it for a program, and not as a table",
        [("table", nil)] + ItemFormat.all.map { ($0.name, $0) }, default: ItemFormat?.none)

    private let context: CommandContext
    /// The format for programs; nil for the table.
    private let format: ItemFormat?
    private let fields: [FieldKey]?

    /// Reads `--format`, and the names of the fields to show; those of a view where none are said.
    init(_ context: CommandContext, fields: String?, of view: SavedView? = nil) throws(LootError) {
        self.context = context
        format = context[ItemOutput.format]
        let holdsWholeItems = format == .propertyList || format == .binaryPropertyList
        var names = fields?.split { $0 == "," || $0 == " " }.map(String.init) ?? []
        if fields == nil, !holdsWholeItems { names = view?.fields ?? [] }
        var keys: [FieldKey] = []
        for name in names { keys.append(try Field.named(name)) }
        self.fields = keys.isEmpty ? nil : keys
        guard !keys.isEmpty, holdsWholeItems else { return }
        throw LootError(
            .usage, "can't list some fields as a property list", because: "it holds whole items",
            next: "Leave --fields out, or choose another format")
    }

    var isTable: Bool { format == nil }

    /// Writes a line of text that may hold anything.
    func line(_ text: String) { context.line(text) }

    /// Writes items that were added one behind the other. A table of very many would take longer than adding them.
    func write(added items: [Item], in inventory: Inventory) async throws(LootError) {
        guard format == nil, items.count > ItemOutput.mostAdded else {
            return try await write(items, in: inventory)
        }
        context.line("Added \(ItemPresentation.count(items.count)).")
    }

    /// So many new items are written one by one.
    private static let mostAdded = 1000

    /// Writes a few items that were named one by one; one item alone is a JSON object and not a list of one. Rows that are
    /// known are not asked for.
    func write(
        _ items: [Item], at known: [ItemID: Int] = [:], in inventory: Inventory
    ) async throws(LootError) {
        if let format {
            context.write(ItemListing.bytes(ofNamed: items, as: format))
            return
        }
        var rows: [ItemTable.Row] = []
        for item in items {
            var row = known[item.id]
            if row == nil { row = try await inventory.store.position(of: item.id, in: .all) }
            rows.append((item, row))
        }
        var table = ItemTable(context, fields: fields, hasTitles: false)
        table.measure(rows)
        var text = ""
        let layout = table.layout()
        table.append(rows, layout, to: &text)
        context.write(text)
    }

    /// Writes rows of a query's answer, a page at a time. Where a search finds nothing, what is near is shown.
    func write(_ query: Query, rows range: Range<Int>, in inventory: Inventory) async throws(LootError) {
        let store = inventory.store
        let near = try await store.withRows(range, of: query) { rows throws(LootError) -> NearSearch? in
            if rows.outline.count == 0, context.damage == nil, let near = try await store.near(query) {
                return near
            }
            try await write(rows)
            return nil
        }
        guard let near else { return }
        context.say(near.sentence)
        try await store.withRows(range, of: near.query) { rows throws(LootError) in try await write(rows) }
    }

    private func write(_ rows: ItemRows) async throws(LootError) {
        guard let format else { return try await writeTable(rows) }
        let console = context.console
        try await ItemListing(rows, fields: fields).write(as: format) { bytes in
            context.write(bytes)
            return !console.isBroken
        }
    }

    private func writeTable(_ rows: ItemRows) async throws(LootError) {
        guard rows.count > 0 else {
            let isEmpty = rows.query.selectsAll && rows.outline.count == 0
            // Of a store that is not in order nothing tells whether it is empty.
            if isEmpty, context.damage != nil { return }
            context.line(isEmpty ? ItemPresentation.noItems : ItemPresentation.noMatches)
            return
        }
        // A column is as wide as its widest cell, so all rows are read before the first is written; of a list that
        // takes several pages, each is read again rather than kept.
        var table = ItemTable(context, fields: fields, inPlaces: rows.query.isInPlaces)
        var latest: [ItemTable.Row] = []
        try await rows.forEachPage { page throws(LootError) in
            latest = try await positioned(page, rows)
            table.measure(latest)
            return true
        }
        let layout = table.layout()
        context.beginItems()
        var text = ""
        layout.appendHeader(to: &text)
        var sections = rows.outline.sections[...]
        try await rows.forEachPage { page throws(LootError) in
            let isWhole = page.items.count == rows.count
            let read = isWhole ? latest : try await positioned(page, rows)
            if rows.query.sectioning == nil {
                table.append(read, layout, to: &text)
            } else {
                let range = page.start..<page.start + page.items.count
                append(read, range, from: rows.range.lowerBound, &sections, table, layout, &text)
            }
            context.write(text)
            text = ""
            return !context.console.isBroken
        }
    }

    /// Rows with the headers and footers that stand among them. `sections` loses those that are done.
    private func append(
        _ read: [ItemTable.Row], _ page: Range<Int>, from first: Int,
        _ sections: inout ArraySlice<ItemSection>,
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
    private func positioned(_ page: Page, _ rows: ItemRows) async throws(LootError) -> [ItemTable.Row] {
        if rows.query.selectsAll, rows.query.isInUserOrder {
            return page.items.enumerated().map { ($1, page.start + $0) }
        }
        var result: [ItemTable.Row] = []
        for item in page.items { result.append((item, try await rows.position(of: item.id))) }
        return result
    }
}

extension Query {
    /// Whether its sections say where things are, to the innermost part.
    fileprivate var isInPlaces: Bool {
        switch sectioning?.rule {
        case .place("location", nil), .value("location"): true
        default: false
        }
    }
}
