import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// The pages with a row for each loan, each item to buy, or each entry of the maintenance log.
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
    private func shoppingPage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let rows = try await inventory.itemsToBuy().map { item in
            let buy: Message = "Buy \(item.piecesToBuy)"
            let stock: Message = "\(item.quantity) of \(item.minimum ?? 0)"
            let arguments = [("count", "\(item.piecesToBuy)")]
            return CardRow(
                item.id, item.shownName, quiet: CardRow.quiet(item.vendor ?? ""), back: "/shopping",
                count: "\(localized: stock)",
                value: link(to: .refill, buy, item.id, arguments, back: "/shopping") ?? "\(localized: buy)")
        }
        let notice = await self.notice(request)
        return layout(String(localized: "Shopping list"), request, needsScript: false).response(
            back: .list,
            """
            \(Fragment.notice(notice))
            \(CardRow.card(rows, empty: "Nothing is below its minimum."))
            """)
    }

    /// Handles `GET /care`: the maintenance of all items, latest first, and its cost.
    private func carePage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let list = try await inventory.care()
        let money = presentation.money
        let rows = list.lines.map { line in
            let cost = line.entry.cost.map { money.text($0, line.entry.currency) } ?? ""
            return CardRow(
                line.item, line.name, quiet: CardRow.quiet(line.entry.note), back: "/care",
                count: "\(line.entry.day.text(in: .current))", value: "\(cost)")
        }
        let total: HTML? =
            list.lines.contains { $0.entry.cost != nil }
            ? "<p>\(localized: "\(money.text(list.total)) in total")</p>" : nil
        return layout(String(localized: "Maintenance"), request, needsScript: false).response(
            back: .list, "\(CardRow.card(rows, empty: "No maintenance is recorded."))\n\(total)")
    }

    /// Handles `GET /loans`: who has what. With `slip=true`, returns a slip for the borrower to sign.
    private func loansPage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let (name, isPast) = (request.query["to"], request.query["past"] == "true")
        let list = try await inventory.loans(of: isPast ? .all : .kept, past: isPast, to: name, on: today())
        var layout = self.layout(String(localized: "Loans"), request, needsScript: false)
        if request.query["slip"] == "true" {
            layout.styleSheets.append("report.css")
            let slip = try LoanSlip(list, presentation: presentation)
            return layout.response(
                """
                <main class="detail-frame slip">
                <p class="screen-only"><a class="button" href="\(Self.loans(of: slip.borrower))"><span aria-hidden="true">‹</span> \(localized: "Loans")</a></p>
                \(slip.html)</main>
                """)
        }
        let notice = await self.notice(request)
        let hasSlip = name != nil && !list.rows.isEmpty && !isPast
        let links: [HTML?] = [
            Fragment.link(
                Self.loans(of: name, isPast ? nil : "past"), isPast ? "Current loans" : "Past loans"),
            hasSlip ? Fragment.link(Self.loans(of: name, "slip"), "Slip to sign") : nil,
        ]
        return layout.response(
            back: BackLink(
                address: name == nil && !isPast ? "/" : "/loans", title: String(localized: "Back")),
            heading: name.map { "\(layout.title): <bdi>\($0)</bdi>" },
            """
            \(Fragment.notice(notice))
            \(CardRow.card(list.rows.map { row($0, of: list) }, empty: isPast ? "No past loans." : "Nothing is lent or reserved."))
            <p class="actions">\(links.compactMap(\.self))</p>
            """)
    }

    private func row(_ row: LoanList.Row, of list: LoanList) -> CardRow {
        let (loan, id) = (row.loan, row.item.id)
        let pieces = loan.pieces(of: row.item)
        let days = [loan.from, LoanList.end(of: loan)].map { $0?.text(in: .current) ?? "" }
        return CardRow(
            id, row.item.shownName,
            quiet: """
                \(pieces == 1 ? nil : "× \(pieces) " as HTML)\
                <a class="quiet" href="\(Self.loans(of: loan.borrower))"><bdi>\(loan.borrower)</bdi></a>
                """,
            back: "/loans", count: "\(list.state(of: loan)), \(days.joined(separator: " – "))",
            value: loan.isOpen
                ? link(to: .takeBack, "Return", id, [("from", loan.borrower)], back: "/loans") : nil)
    }

    /// Returns the address of the loans of the given borrower, or of everyone, in the given variant of the page.
    private static func loans(of borrower: String?, _ variant: String? = nil) -> String {
        let items = [borrower.map { ("to", $0) }, variant.map { ($0, "true") }].compactMap(\.self)
        return "/loans" + PercentEncoding.query(items)
    }

    /// Returns a link to the form of the given action on the given item, or `nil` if the caller can't run the action.
    private func link(
        to action: Action, _ title: Message, _ item: ItemID, _ arguments: [(String, String)], back: String
    ) -> HTML? {
        guard canRun(action) else { return nil }
        let query = PercentEncoding.query([("item", item.description)] + arguments + [("back", back)])
        return Fragment.link("/do/\(action.id)\(query)", title)
    }
}
