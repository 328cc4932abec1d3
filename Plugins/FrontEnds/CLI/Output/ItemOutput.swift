import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootQueryText
import TerminalText

/// The output of items: as a table for people, or in a machine-readable format.
struct ItemOutput {
    /// The `--fields` option.
    static let fields = Option.value("fields", "A,B", "The fields to show", values: Known.fields.values)
    /// The options of commands that show items.
    static var options: [any AnyOption] { [fields] + OutputFormat.options }

    private let context: CommandContext
    private let format: OutputFormat
    /// The fields to show, or `nil` for the format's standard fields.
    private let fields: [FieldKey]?
    /// The writer for row-based formats, followed by the fields of its columns.
    private let rowWriter: RowWriter?
    private let columns: [(key: FieldKey, name: String)]

    /// Creates the output from the options. The fields come from `--fields`, or else from the view, or else
    /// from the configuration if `usesColumns` is set. A template contains its own fields.
    init(_ context: CommandContext, of view: SavedView? = nil, usesColumns: Bool = false) throws(LootError) {
        let format = context[OutputFormat.option]
        let holdsWholeItems = format == .propertyList || format == .binaryPropertyList
        let given = try context.namedFields()
        var names = given ?? []
        if given == nil, !holdsWholeItems { names = view?.fields ?? [] }
        if given == nil, names.isEmpty, usesColumns, format.isForPeople {
            names = context.configuration.columns
        }
        if case .template(let text) = format { names = try RowTemplate.names(in: text) }
        if holdsWholeItems, !names.isEmpty {
            throw LootError(
                .usage, "Can't list only some fields as a property list.",
                reason: "This format always exports complete items.",
                advice: "Leave out --fields, or use another format.")
        }
        try self.init(context, format, fields: names)
    }

    /// Creates an output of the given fields, or of all fields if `names` is empty.
    init(_ context: CommandContext, _ format: OutputFormat, fields names: [String]) throws(LootError) {
        self.context = context
        self.format = format
        var keys: [FieldKey] = []
        for name in names { keys.append(try Field.shown(named: name)) }
        fields = keys.isEmpty ? nil : keys
        columns = ItemOutput.columns(
            format, zip(keys, names).map { ($0, $1) }, hasBookValues: names.isEmpty && context.at != nil)
        let hasHeader = !(context.lists(OutputFormat.noHeader) && context[OutputFormat.noHeader])
        rowWriter = try RowWriter(format, columns: columns.map(\.name), id: 0, hasHeader: hasHeader)
    }

    /// Returns the columns of a row-based format, with their machine-readable names.
    private static func columns(
        _ format: OutputFormat, _ named: [(key: FieldKey, name: String)], hasBookValues: Bool
    ) -> [(key: FieldKey, name: String)] {
        let bookValue = hasBookValues ? [(Field.bookValueKey, Field.bookValueKey.rawValue)] : []
        return switch format {
        case .ids: [(Field.idKey, Field.idKey.rawValue)]
        case .template: named
        case .markdown where named.isEmpty:
            ["name", "location", "serialNumber", "valueInDollars"].map { ($0, $0.rawValue) } + bookValue
        case .csv where named.isEmpty, .tsv where named.isEmpty:
            CSVColumn.standard.map { ($0.field, $0.header) } + bookValue
        default: named.map { ($0.key, Field.name(of: $0.key)) }
        }
    }

    var isTable: Bool { format == .table }

    /// Writes a message about a completed change.
    func tell(_ text: String) { context.tell(text) }

    /// Writes consecutively added items, or only their number, since a table of many items would take longer than
    /// adding them.
    func write(added items: [Item], in inventory: Inventory) async throws(LootError) {
        guard format == .table, items.count > ItemOutput.mostAdded else {
            return try await write(items, in: inventory)
        }
        context.tell(String(localized: "Added \(ItemPresentation.count(items.count))."))
    }

    /// The maximum number of added items that are written individually.
    private static let mostAdded = 1000

    /// Writes individually named items. In JSON, a single item is an object rather than an array. Known positions
    /// aren't queried.
    func write(
        _ items: [Item], at known: [ItemID: Int] = [:], in inventory: Inventory
    ) async throws(LootError) {
        if let rowWriter {
            var bytes: [UInt8] = []
            begin(rowWriter, to: &bytes)
            for item in items { rowWriter.append(cells(of: item), to: &bytes) }
            return context.write(bytes)
        }
        if let format = format.itemFormat {
            return context.write(
                ItemListing.bytes(
                    ofNamed: items, as: format, fields: fields, presentation: context.presentation))
        }
        if context.isQuiet { return }
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

    // MARK: Row by row

    private func begin(_ writer: RowWriter, to bytes: inout [UInt8]) {
        writer.begin(
            columns.map(\.name), titles: columns.map { ItemPresentation.title(of: $0.key) },
            alignments: columns.map { ItemTable.isNumber($0.key) }, to: &bytes)
    }

    private func cells(of item: Item) -> [String] {
        columns.map { column in
            if format == .markdown { return context.presentation.text(of: column.key, in: item) }
            guard let value = context.presentation.value(of: column.key, in: item) else { return "" }
            return format.isForSpreadsheets ? CSVFile.cell(of: value) : value.description
        }
    }

    /// Writes rows to a sink in a machine-readable format, until the sink returns `false`.
    func write(
        _ rows: ItemRows, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) {
        guard let rowWriter else {
            try await ItemListing(rows, fields: fields, presentation: context.presentation)
                .write(as: format.itemFormat ?? .json, to: sink)
            return
        }
        var bytes: [UInt8] = []
        begin(rowWriter, to: &bytes)
        let isWanted = try await rows.forEachPage { page throws(LootError) in
            for item in page.items { rowWriter.append(cells(of: item), to: &bytes) }
            defer { bytes.removeAll(keepingCapacity: true) }
            return try await sink(bytes)
        }
        if isWanted, !bytes.isEmpty { _ = try await sink(bytes) }
    }

    /// Writes rows of a query's result, a page at a time. If a search finds nothing, writes the results of a similar
    /// search.
    func write(_ query: Query, rows range: Range<Int>, in inventory: Inventory) async throws(LootError) {
        let store = inventory.store
        let near = try await store.withRows(range, of: query) { rows throws(LootError) -> NearSearch? in
            if rows.outline.count == 0, context.damage == nil, let near = try await store.near(query) {
                return near
            }
            try await write(rows)
            return nil
        }
        if let disposed = try await inventory.disposedMatches(of: query) { context.say(disposed) }
        guard let near else { return }
        context.say(near.sentence)
        try await store.withRows(range, of: near.query) { rows throws(LootError) in try await write(rows) }
    }

    private func write(_ rows: ItemRows) async throws(LootError) {
        if format == .table { return try await writeTable(rows) }
        let console = context.console
        try await write(rows) { bytes in
            context.write(bytes)
            return !console.isBroken
        }
    }

    private func writeTable(_ rows: ItemRows) async throws(LootError) {
        guard rows.count > 0 else {
            let isEmpty = rows.query.selectsAll && rows.outline.count == 0
            // A damaged store that seems empty may contain items.
            if isEmpty, context.damage != nil { return }
            guard isEmpty, context.console.isOutputTerminal, !context.isQuiet else {
                return context.line(isEmpty ? ItemPresentation.noItems : ItemPresentation.noMatches)
            }
            return context.line(
                String(
                    localized: "\(ItemPresentation.noItems) Add one with: \(context.program.name) add NAME"))
        }
        // Column widths depend on all rows, so read all rows before writing the first. If there are several pages,
        // read them again instead of storing them.
        var table = ItemTable(
            context, fields: fields, hasTitles: !context[OutputFormat.noHeader],
            inPlaces: rows.query.isInPlaces)
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

    /// Appends rows with the headers and footers of their sections, and removes completed ones from `sections`.
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

    /// Returns items with their positions in the user's order.
    private func positioned(_ page: Page, _ rows: ItemRows) async throws(LootError) -> [ItemTable.Row] {
        if rows.query.selectsAll, rows.query.isInUserOrder {
            return zip(page.items, try await rows.positions(of: page)).map { (item: $0, position: $1) }
        }
        var result: [ItemTable.Row] = []
        for item in page.items { result.append((item, try await rows.position(of: item.id))) }
        return result
    }
}

extension Query {
    /// Whether the sections are complete places.
    fileprivate var isInPlaces: Bool {
        switch sectioning?.rule {
        case .place("location", nil), .value("location"): true
        default: false
        }
    }
}

extension CommandContext {
    /// Returns the field names of `--fields`, or `nil` if it wasn't given.
    func namedFields() throws(LootError) -> [String]? {
        guard lists(ItemOutput.fields), let text = self[ItemOutput.fields] else { return nil }
        let names = text.fieldNames
        guard names.isEmpty else { return names }
        throw LootError(
            .usage, "Can't read --fields \(TextRules.quoted(text)).", reason: "It doesn't name a field.",
            advice: "Separate names by commas, for example name,value.")
    }
}

extension String {
    /// The comma- or space-separated field names in the text.
    var fieldNames: [String] { split { $0 == "," || $0 == " " }.map(String.init) }
}
