import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// A page with a row for each item to buy, or for each entry of the maintenance log.
struct OverviewPage {
    let title: String
    let rows: [HTML]
    /// The hint if there are no rows.
    let empty: String
    /// A line below the rows.
    var total: String?

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="/"><span aria-hidden="true">‹</span> \(localized: "List")</a>
        <h1>\(title)</h1>
        </div></header>
        <main class="detail-frame">
        \(rows.isEmpty ? "<p class=\"hint\">\(empty)</p>" : "<ul class=\"card places\">\n\(rows)</ul>" as HTML)
        \(total.map { "<p>\($0)</p>" } as HTML?)
        </main>
        """
    }

    /// Returns a row: an item with a quiet text, and two texts on the right.
    static func row(
        _ id: ItemID, _ name: String, _ quiet: String, _ count: String, _ value: HTML, back: String
    ) -> HTML {
        """
        <li><div class="place-line"><span class="name"><a href="/items/\(id.description)?back=\(back)"><bdi>\(name)</bdi></a> \
        <span class="quiet"><bdi>\(quiet)</bdi></span></span>\
        <span class="sum"><span class="count">\(count)</span> <span class="value">\(value)</span></span></div></li>

        """
    }
}

extension Site {
    func addOverviews(to router: inout Router) {
        page(&router, .get, "/loans") { try await self.loansPage($0) }
        page(&router, .get, "/shopping") { try await self.shoppingPage($0) }
        page(&router, .get, "/care") { try await self.carePage($0) }
        page(&router, .get, "/stocktake") { try await self.stocktakePage($0) }
        page(&router, .get, "/report") { try await self.report($0) }
        page(&router, .get, "/report.zip") { try await self.reportPack($0) }
    }

    /// Handles `GET /shopping`: the items below their minimum, with the number to buy.
    func shoppingPage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let items = try await store.items(of: Query(filter: .isBelowMinimum, hidesDisposed: true))
        let rows = items.map { item in
            let count = (item.minimum ?? 0) - item.quantity
            let form = PercentEncoding.query([
                ("item", item.id.description), ("count", "\(count)"), ("back", "/shopping"),
            ])
            let buy: Message = "Buy \(count)"
            let link: HTML =
                canRun(.refill)
                ? "<a class=\"button\" href=\"/do/refill\(form)\">\(buy.text)</a>" : "\(buy.text)"
            let stock: Message = "\(item.quantity) of \(item.minimum ?? 0)"
            return OverviewPage.row(
                item.id, item.shownName, item.vendor ?? "", stock.text, link, back: "/shopping")
        }
        return overview(
            OverviewPage(
                title: String(localized: "Shopping list"), rows: rows,
                empty: String(localized: "Nothing is below its minimum.")), request)
    }

    /// Handles `GET /care`: the maintenance of all items, latest first, and its cost.
    func carePage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let list = try await inventory.care()
        let money = presentation.money
        let rows = list.lines.map { line in
            let cost = line.entry.cost.map { money.text($0, line.entry.currency) } ?? ""
            return OverviewPage.row(
                line.item, line.name, line.entry.note, line.entry.day.text(in: .current), "\(cost)",
                back: "/care")
        }
        let isTotaled = list.lines.contains { $0.entry.cost != nil }
        return overview(
            OverviewPage(
                title: String(localized: "Maintenance"), rows: rows,
                empty: String(localized: "No maintenance is recorded."),
                total: isTotaled ? String(localized: "\(money.text(list.total)) in total") : nil), request)
    }

    private func overview(_ page: OverviewPage, _ request: Request) -> Response {
        var layout = self.layout(page.title, kind: "detail-page", request)
        layout.needsScript = false
        return layout.response(page.html)
    }
}
