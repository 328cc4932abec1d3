public import LootCore
import LootFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that a query selects with what an insurance asks for: photo, serial number, purchase and value, in
/// sections with totals.
///
/// It is of the state in which the store was when it was made, is written once, and then lets go of that state.
///
/// ```swift
/// let report = try await InventoryReport(inventory, query)
/// try await report.writeDocument { bytes in try file.write(bytes); return true }
/// ```
public struct InventoryReport: Sendable {
    /// Where a report's photos are.
    public enum Photos: Sendable {
        /// It shows none.
        case none
        /// In the report itself.
        case embedded
        /// At addresses.
        case linked(@Sendable (PhotoID) -> String)
    }

    private let inventory: Inventory
    private let rows: ItemRows
    private let presentation: ItemPresentation
    private let day: Day

    /// The shape of the report: its sections with their totals.
    public var outline: Outline { rows.outline }

    /// The report on a query's answer as it is now.
    public init(
        _ inventory: Inventory, _ query: Query = .all, presentation: ItemPresentation = ItemPresentation(),
        on day: Day = Moment.now.day
    ) async throws(LootError) {
        self.inventory = inventory
        self.presentation = presentation
        self.day = day
        rows = try await inventory.store.rows(of: query)
    }

    /// The fields of the table that say something of the thing.
    private static let fields = Field.all.filter { !$0.traits.contains(.entry) }

    // MARK: CSV

    /// Writes a table for a spreadsheet: an item per row with its fields, the section's title before them and its
    /// total worth behind them. Amounts are plain numbers. Text that a spreadsheet would take for a formula has an apostrophe before it.
    ///
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
    public func writeCSV(to sink: ([UInt8]) async throws(LootError) -> Bool) async throws(LootError) {
        var bytes: [UInt8] = []
        CSVFile.append(["Section"] + InventoryReport.fields.map(\.title) + ["Total"], to: &bytes)
        let isWanted = try await forEachItem { (item, section) throws(LootError) in
            let cells = InventoryReport.fields.map { InventoryReport.cell($0.value(of: item)) }
            let title = InventoryReport.cell(.text(outline.sections[section].title))
            CSVFile.append([title] + cells + [String(item.totalValue)], to: &bytes)
            guard bytes.count > 1 << 16 else { return true }
            defer { bytes.removeAll(keepingCapacity: true) }
            return try await sink(bytes)
        }
        if isWanted { _ = try await sink(bytes) }
    }

    private static func cell(_ value: FieldValue?) -> String {
        guard let value else { return "" }
        let text = value.description
        let isFormula = text.utf8.first.map { "=+-@".utf8.contains($0) } ?? false
        return value.type == .text && isFormula ? "'\(text)" : text
    }

    // MARK: HTML

    /// Writes a whole HTML document that needs nothing else: style and photos are in it.
    ///
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
    public func writeDocument(
        photos: Photos = .embedded, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) {
        let head = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Inventory report</title>
            <style>
            \(InventoryReport.styleSheet)
            </style>
            </head>
            <body>

            """
        guard try await sink(Array(head.utf8)), try await writeHTML(photos: photos, to: sink) else { return }
        _ = try await sink(Array("</body>\n</html>\n".utf8))
    }

    /// Writes the report as the content of a page that has ``styleSheet``.
    ///
    /// - Parameters:
    ///   - photos: where the photos are.
    ///   - navigation: what stands below its title.
    ///   - sink: takes the bytes, and says whether it wants more.
    /// - Returns: whether the sink wants more.
    /// - Throws: ``/LootCore/LootError``, also what the sink throws.
    @discardableResult
    public func writeHTML(
        photos: Photos, navigation: HTML = "", to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> Bool {
        guard try await sink(Array(head(navigation).markup.utf8)) else { return false }
        var current: Int?
        let isWanted = try await forEachItem { (item, section) async throws(LootError) in
            var html: HTML = ""
            if section != current {
                if current != nil { html += "</tbody>" }
                html += "<tbody>"
                if rows.query.sectioning != nil { html += header(of: outline.sections[section]) }
                current = section
            }
            html += row(item, try await source(of: item, photos))
            return try await sink(Array(html.markup.utf8))
        }
        guard isWanted else { return false }
        let tail: HTML = """
            \(current == nil ? nil : "</tbody>")<tfoot><tr><th scope="row" colspan="5">Total</th>\
            <td class="number">\(presentation.money.text(outline.totalValue))</td></tr></tfoot>
            </table>
            </main>

            """
        return try await sink(Array(tail.markup.utf8))
    }

    private func head(_ navigation: HTML) -> HTML {
        let isPartial = inventory.store.damage != nil
        let note: HTML? =
            isPartial ? "<p><strong>Partial: only what can still be read is here.</strong></p>\n" : nil
        return """
            <main class="report">
            <header><h1>Inventory</h1>
            <p>\(day.description) · \(ItemPresentation.count(outline.count)) · \
            \(presentation.money.text(outline.totalValue)) in total</p>
            \(note)\(navigation)</header>
            <table><thead><tr><th scope="col">Item</th><th scope="col">Serial number</th>\
            <th scope="col">Purchase</th><th scope="col" class="number">Quantity</th>\
            <th scope="col" class="number">Value</th><th scope="col" class="number">Total</th></tr></thead>

            """
    }

    private func header(of section: Section) -> HTML {
        """
        <tr class="section"><th scope="rowgroup" colspan="5"><bdi>\(section.title)</bdi></th>\
        <td class="number">\(presentation.footer(of: section))</td></tr>

        """
    }

    /// The fields that stand together in the purchase's column.
    private static let purchase = fields.filter { $0.traits.contains(.purchase) }
    /// The fields that have no column: they stand below the item's name.
    private static let more = fields.filter {
        $0.traits.isDisjoint(with: [.purchase, .photo])
            && !["name", "serialNumber", "quantity", "valueInDollars"].contains($0.key)
    }

    private func row(_ item: Item, _ photo: HTML?) -> HTML {
        func texts(_ fields: [Field]) -> [(title: String, text: String)] {
            fields.compactMap { field in
                let text = presentation.text(of: field.key, in: item)
                return text.isEmpty ? nil : (field.title, text)
            }
        }
        let purchase = texts(InventoryReport.purchase).map { field -> HTML in
            "<span>\(field.title) <bdi>\(field.text)</bdi></span> "
        }
        let more = texts(InventoryReport.more).map { field -> HTML in
            "<br><small>\(field.title) <bdi>\(field.text)</bdi></small>"
        }
        let image: HTML? = photo.map {
            "<img src=\"\($0)\" alt=\"Photo of \(item.shownName)\" loading=\"lazy\">"
        }
        let problem: HTML? = ItemPresentation.problemMark(of: item).map { " <small>\($0)</small>" }
        return """
            <tr><td>\(image)<bdi>\(item.shownName)</bdi>\(problem)\(more)</td><td><bdi>\(item.serialNumber ?? "")</bdi></td>\
            <td>\(purchase)</td><td class="number">\(item.quantity)</td>\
            <td class="number">\(presentation.value(of: item))</td>\
            <td class="number">\(presentation.money.text(item.totalValue))</td></tr>

            """
    }

    /// Where an item's photo is, as the value of an attribute. A photo that can't be read is left out, as it is
    /// wherever items are shown; a check of the store tells of it.
    private func source(of item: Item, _ photos: Photos) async throws(LootError) -> HTML? {
        guard let id = item.photo else { return nil }
        switch photos {
        case .none: return nil
        case .linked(let address): return "\(address(id))"
        case .embedded:
            guard let photo = try? await inventory.photo(of: item) else { return nil }
            return "data:\(photo.kind.mediaType);base64,\(Data(photo.bytes).base64EncodedString())"
        }
    }

    // MARK: Both

    /// Hands over every item with the index of its section, then lets go of the rows; false when `body` has had enough.
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
