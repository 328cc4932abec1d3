import Basics
import Localization
package import LootCore
import LootFormats

/// A report on the items that match a query, with the information that insurers need: photo, serial number, purchase
/// and value, in sections with totals.
///
/// A report holds a snapshot of the store. It can be written once, which releases the snapshot.
///
/// ```swift
/// let report = try await InventoryReport(inventory, query)
/// try await report.writeDocument { bytes in try file.write(bytes); return true }
/// ```
package struct InventoryReport: Sendable {
    /// Returns the address of an item's file.
    package typealias FileLinks = @Sendable (FileEntry) -> String

    /// The source of the photos in a report.
    package enum Photos: Sendable {
        /// The report has no photos.
        case none
        /// The photos are embedded in the report.
        case embedded
        /// The photos are linked by their addresses.
        case linked(@Sendable (FileID) -> String)
    }

    private let inventory: Inventory
    private let rows: ItemRows
    private let presentation: ItemPresentation
    private let day: Day
    private let owner: String?
    private let hidden: Set<FieldKey>
    /// The proceeds in each section of a report on disposed items.
    private let sales: [SaleTotals]?

    /// Whether the report shows the book values of another day. They reveal the prices paid.
    private var hasBookValues: Bool { presentation.day != nil && !hidden.contains("purchasePrice") }

    /// The sections of the report with their totals.
    package var outline: Outline { rows.outline }

    /// Creates a report on a query's current result, with the owner's name in its header and without the hidden
    /// fields.
    package init(
        _ inventory: Inventory, _ query: Query = .all, presentation: ItemPresentation = ItemPresentation(),
        owner: String? = nil, hiding hidden: Set<FieldKey> = [], on day: Day = Moment.now.day
    ) async throws(LootError) {
        self.hidden = hidden
        self.inventory = inventory
        self.presentation = presentation
        self.day = presentation.day ?? day
        self.owner = owner
        rows = try await inventory.store.rows(of: query)
        sales = hidden.contains("proceeds") ? nil : try await rows.saleTotals()
    }

    /// The fields of the table that describe the item itself.
    private static let fields = Field.all.filter { !$0.traits.contains(.entry) }

    // MARK: CSV

    /// Writes a table for spreadsheets with a row per item. The columns are the section's title, the standard fields,
    /// the custom fields and the total value. Amounts are plain numbers. Text that a spreadsheet would interpret as a
    /// formula is prefixed with an apostrophe.
    ///
    /// - Throws: ``/LootCore/LootError``, including the errors of the sink.
    package func writeCSV(to sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) {
        var bytes: [UInt8] = []
        var names: Set<String> = []
        try await rows.forEach { item in if item.hasDetails { names.formUnion(item.custom.keys) } }
        let own = names.sorted()
        CSVFile.append(
            ["Section"] + InventoryReport.fields.map { $0.title.text(in: .english) }
                + own.map(FormulaText.guarded)
                + ["Total", "Maintenance total"] + (hasBookValues ? ["Book value"] : []), to: &bytes)
        let isWanted = try await forEachItem { (item, section) throws(LootError) in
            let cells = InventoryReport.fields.map { field in
                // Show the names of files.
                let value: FieldValue? =
                    field.traits.contains(.files)
                    ? .text(presentation.text(of: field.key, in: item)) : field.value(of: item)
                return InventoryReport.cell(value)
            }
            let title = InventoryReport.cell(.text(outline.sections[section].title))
            let more = own.map { InventoryReport.cell(item.hasDetails ? item.custom[$0] : nil) }
            let total = item.value == nil ? nil : item.total.sums.first?.sum.description
            let book = InventoryReport.cell(presentation.value(of: Field.bookValueKey, in: item))
            CSVFile.append(
                [title] + cells + more + [total ?? "", InventoryReport.care(of: item)]
                    + (hasBookValues ? [book] : []), to: &bytes)
            guard bytes.count > 1 << 16 else { return true }
            defer { bytes.removeAll(keepingCapacity: true) }
            return try await sink(bytes)
        }
        if isWanted { _ = try await sink(bytes) }
    }

    /// Returns the maintenance cost of an item: a plain number if it is in the item's currency, otherwise with the
    /// currency's code.
    private static func care(of item: Item) -> String {
        guard item.hasDetails, item.careLog.contains(where: { $0.cost != nil }) else { return "" }
        return item.careTotal.sums.map { currency, sum in
            currency == item.currency ? sum.description : "\(currency.map { "\($0) " } ?? "")\(sum)"
        }.joined(separator: ", ")
    }

    private static func cell(_ value: FieldValue?) -> String { value.map(CSVFile.cell) ?? "" }

    // MARK: HTML

    /// Writes a self-contained HTML document that includes the style sheet. The chart is below the title.
    ///
    /// - Throws: ``/LootCore/LootError``, including the errors of the sink.
    package func writeDocument(
        photos: Photos = .embedded, files: FileLinks? = nil, chart: Chart? = nil,
        to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) {
        let head: HTML = """
            <!doctype html>
            <html lang="\(Language.current.tag)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(presentation.title ?? String(localized: "Inventory"))</title>
            <style>
            \(HTML(stringLiteral: InventoryReport.styleSheet))
            </style>
            </head>
            <body>

            """
        guard try await sink(Array(head.markup.utf8)),
            try await writeHTML(
                photos: photos, files: files, navigation: chart?.html(presentation) ?? "", to: sink)
        else { return }
        _ = try await sink(Array("</body>\n</html>\n".utf8))
    }

    /// Writes the report as the content of a page that includes ``styleSheet``.
    ///
    /// - Parameters:
    ///   - photos: The source of the photos.
    ///   - files: Returns the addresses of other files. Without it, only their names are shown.
    ///   - navigation: The markup below the title, such as links and a chart.
    ///   - sink: Receives the bytes and returns whether to continue.
    /// - Returns: Whether the sink accepts more.
    /// - Throws: ``/LootCore/LootError``, including the errors of the sink.
    @discardableResult
    package func writeHTML(
        photos: Photos, files: FileLinks? = nil, navigation: HTML = "",
        to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> Bool {
        guard try await sink(Array(head(navigation).markup.utf8)) else { return false }
        var current: Int?
        var totals = Statistics()
        let isWanted = try await forEachItem { (item, section) async throws(LootError) in
            var html: HTML = ""
            if section != current {
                if current != nil { html += "</tbody>" }
                html += "<tbody>"
                if rows.query.sectioning != nil { html += header(of: section) }
                current = section
            }
            totals.count(item, on: day, presentation)
            html += row(item, try await source(of: item, photos), files)
            return try await sink(Array(html.markup.utf8))
        }
        guard isWanted else { return false }
        let sales: HTML? = sales.map { sales in
            let all = presentation.text(of: sales.reduce(into: SaleTotals()) { $0 += $1 })
            return
                "<tr><th scope=\"row\">\(localized: "Sales")</th><td colspan=\"\(labelColumns)\">\(all)</td></tr>"
        }
        let tail: HTML = """
            \(current == nil ? nil : "</tbody>")<tfoot>\(sales)\(rows(of: totals))<tr><th scope="row" colspan="\(labelColumns)">\(localized: "Total")</th>\
            <td class="number">\(presentation.money.text(outline.total))</td></tr></tfoot>
            </table>
            </main>

            """
        return try await sink(Array(tail.markup.utf8))
    }

    /// Returns the rows with the totals of replacement values and book values, if there are any.
    private func rows(of totals: Statistics) -> [HTML] {
        [
            (String(localized: "Total replacement value"), totals.totalReplacement),
            (String(localized: "Total book value"), hasBookValues ? totals.totalBookValue : nil),
        ].compactMap { title, total in
            total.map { total -> HTML in
                """
                <tr><th scope="row" colspan="\(labelColumns)">\(title)</th>\
                <td class="number">\(presentation.money.text(total))</td></tr>
                """
            }
        }
    }

    private func head(_ navigation: HTML) -> HTML {
        let isPartial = inventory.store.damage != nil
        let note: HTML? =
            isPartial
            ? "<p><strong>\(localized: "This report is incomplete. It contains only what can still be read.")</strong></p>\n"
            : nil
        return """
            <main class="report">
            <header><h1>\(presentation.title ?? String(localized: "Inventory"))</h1>
            \(owner.map { "<p>\(localized: "Owner:") <bdi>\($0)</bdi></p>\n" } as HTML?)<p>\(day.text(in: .current)) · \(ItemPresentation.count(outline.count)) · \
            \(localized: "\(presentation.money.text(outline.total)) in total")</p>
            \(note)\(navigation)</header>
            <table><thead><tr><th scope="col">\(localized: "Item")</th>\(hidden.contains("serialNumber") ? nil : InventoryReport.serialHeader)\
            <th scope="col">\(localized: "Purchase")</th><th scope="col" class="number">\(localized: "Quantity")</th>\
            <th scope="col" class="number">\(localized: "Value")</th><th scope="col" class="number">\(localized: "Total")</th></tr></thead>

            """
    }

    private static var serialHeader: HTML {
        "<th scope=\"col\">\(localized: "Serial number")</th>"
    }

    private func serialNumber(of item: Item) -> HTML? {
        hidden.contains("serialNumber") ? nil : "<td><bdi>\(item.serialNumber ?? "")</bdi></td>"
    }

    /// The number of columns before the total.
    private var labelColumns: String { hidden.contains("serialNumber") ? "4" : "5" }

    private func header(of index: Int) -> HTML {
        let section = outline.sections[index]
        let sales: HTML? = sales.map { "<br><small>\(presentation.text(of: $0[index]))</small>" }
        return """
            <tr class="section"><th scope="rowgroup" colspan="\(labelColumns)"><bdi>\(section.title)</bdi>\(sales)</th>\
            <td class="number">\(presentation.footer(of: section))</td></tr>

            """
    }

    /// The fields in the column of the purchase.
    private static let purchase = fields.filter { $0.traits.contains(.purchase) }
    /// The fields without a column, which are shown below the item's name.
    private static let more = fields.filter {
        $0.traits.isDisjoint(with: [.purchase, .photo])
            && !["name", "serialNumber", "quantity", "valueInDollars"].contains($0.key)
    }

    private func row(_ item: Item, _ photo: HTML?, _ files: FileLinks?) -> HTML {
        func texts(_ fields: [Field]) -> [(title: String, text: String)] {
            fields.filter { !hidden.contains($0.key) }.compactMap { field in
                let text = presentation.text(of: field.key, in: item)
                return text.isEmpty ? nil : (field.title.text, text)
            }
        }
        let purchase = texts(InventoryReport.purchase).map { field -> HTML in
            "<span>\(field.title) <bdi>\(field.text)</bdi></span> "
        }
        let isLinked = files != nil
        let own = (item.hasDetails ? item.custom.keys.sorted() : []).map { name in
            (title: name, text: presentation.text(of: .custom(name), in: item))
        }
        var known = texts(InventoryReport.more.filter { !isLinked || !$0.traits.contains(.files) })
        let book = hasBookValues ? presentation.text(of: Field.bookValueKey, in: item) : ""
        if !book.isEmpty { known.append((ItemPresentation.title(of: Field.bookValueKey), book)) }
        var more = (known + own).map { field -> HTML in
            "<br><small>\(field.title) <bdi>\(field.text)</bdi></small>"
        }
        if let files, item.hasDetails {
            more += item.files.map { "<br><small><a href=\"\(files($0))\"><bdi>\($0.name)</bdi></a></small>" }
        }
        let image: HTML? = photo.map {
            "<img src=\"\($0)\" alt=\"\(localized: "Photo of \(item.shownName)")\" loading=\"lazy\">"
        }
        let problem: HTML? = ItemPresentation.problemMark(of: item).map { " <small>\($0)</small>" }
        return """
            <tr><td>\(image)<bdi>\(item.shownName)</bdi>\(problem)\(more)</td>\(serialNumber(of: item))\
            <td>\(purchase)</td><td class="number">\(item.quantity)</td>\
            <td class="number">\(presentation.value(of: item))</td>\
            <td class="number">\(presentation.money.text(item.total))</td></tr>

            """
    }

    /// Returns the source of an item's photo as an attribute value. Unreadable photos are omitted as everywhere else;
    /// a check of the store reports them.
    private func source(of item: Item, _ photos: Photos) async throws(LootError) -> HTML? {
        guard let id = item.photo else { return nil }
        switch photos {
        case .none: return nil
        case .linked(let address): return "\(address(id))"
        case .embedded:
            guard let photo = try? await inventory.photo(of: item) else { return nil }
            return "data:\(photo.kind.mediaType);base64,\(Base64.encode(photo.bytes))"
        }
    }

    // MARK: Rows

    /// Calls `body` with each item and the index of its section until it returns `false`, then closes the rows.
    /// Returns `false` if `body` did.
    private func forEachItem(
        _ body: (Item, _ section: Int) async throws(LootError) -> Bool
    ) async throws(LootError) -> Bool {
        try await rows.closing { () throws(LootError) in
            var section = 0
            return try await rows.forEachPage { page throws(LootError) in
                for (offset, item) in page.items.enumerated() {
                    let row = page.start + offset
                    while section + 1 < outline.sections.count,
                        row >= outline.sections[section].rows.upperBound
                    {
                        section += 1
                    }
                    if try await !body(item, section) { return false }
                }
                return true
            }
        }
    }
}
