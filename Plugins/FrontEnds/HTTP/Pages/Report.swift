import LootControllers
import LootCore
import WebServer

extension Site {
    /// `GET /report`: every item with what an insurance asks for, in sections with totals, made to be printed.
    func report(_ request: Request) async throws -> Response {
        let list = ListQuery(request)
        let query = try list.query(host)
        let outline = try await store.outline(of: query)
        var layout = PageLayout("Inventory report", kind: "report-page", request)
        layout.needsScript = false
        let report = Report(
            outline: outline, presentation: presentation, isInSections: query.sectioning != nil)
        // Everything around the rows is one page, cut in two where they stand.
        let marker = "<!-- rows -->"
        let parts = layout.page(report.frame).markup.split(separator: marker, maxSplits: 1)
        let (head, tail) = (String(parts.first ?? ""), String(parts.last ?? ""))
        return Response(
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .stream { writer in
                try await writer.write(head)
                var section = 0
                for start in stride(from: 0, to: outline.count, by: 500) {
                    let page = try await self.store.page(of: query, rows: start..<start + 500)
                    guard page.revision == outline.revision else {
                        throw LootError.stale(outline.revision, current: page.revision)
                    }
                    try await writer.write(report.rows(page, from: &section).markup)
                }
                try await writer.write(tail)
            })
    }
}

/// The pieces of a report.
struct Report: Sendable {
    let outline: Outline
    let presentation: ItemPresentation
    let isInSections: Bool

    /// The report without its rows.
    var frame: HTML {
        """
        <main class="report">
        <header><h1>Inventory</h1>
        <p>\(Moment.now.day.description) · \(ItemPresentation.count(outline.count)) · \
        \(presentation.money.text(outline.totalValue)) in total</p>
        <p class="screen-only"><a class="button" href="/">To the list</a></p></header>
        <table><thead><tr><th scope="col">Item</th><th scope="col">Serial number</th>\
        <th scope="col">Purchase</th><th scope="col" class="number">Quantity</th>\
        <th scope="col" class="number">Value</th><th scope="col" class="number">Total</th></tr></thead>
        <!-- rows -->
        <tfoot><tr><th scope="row" colspan="5">Total</th>\
        <td class="number">\(presentation.money.text(outline.totalValue))</td></tr></tfoot>
        </table>
        </main>
        """
    }

    /// The rows of a page. `section` is the one that comes next.
    func rows(_ page: Page, from section: inout Int) -> HTML {
        var html: HTML = "<tbody>"
        for (offset, item) in page.items.enumerated() {
            let row = page.start + offset
            if isInSections, section < outline.sections.count, outline.sections[section].start == row {
                let title = outline.sections[section]
                html += """
                    </tbody><tbody><tr class="section"><th scope="rowgroup" colspan="5"><bdi>\(title.title)</bdi></th>\
                    <td class="number">\(presentation.footer(of: title))</td></tr>
                    """
                section += 1
            }
            html += self.row(item)
        }
        html += "</tbody>"
        return html
    }

    private func row(_ item: Item) -> HTML {
        let purchase = ["purchaseDate", "purchasePrice", "vendor", "warrantyUntil"].compactMap {
            (key: FieldKey) -> HTML? in
            let text = presentation.text(of: key, in: item)
            guard !text.isEmpty else { return nil }
            let label: HTML? = key == "warrantyUntil" ? "Warranty until " : nil
            return "<span>\(label)<bdi>\(text)</bdi></span> "
        }
        let more = [item.location, item.notes].compactMap { text -> HTML? in
            text.map { "<br><small><bdi>\($0)</bdi></small>" }
        }
        return """
            <tr><td><bdi>\(item.name)</bdi>\(more)</td><td><bdi>\(item.serialNumber ?? "")</bdi></td>\
            <td>\(purchase)</td><td class="number">\(item.quantity)</td>\
            <td class="number">\(presentation.value(of: item))</td>\
            <td class="number">\(presentation.money.text(item.totalValue))</td></tr>
            """
    }
}
