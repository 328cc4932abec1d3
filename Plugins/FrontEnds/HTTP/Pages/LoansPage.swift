import LootActions
import LootCore
import LootFormats
import LootPlugins
import Localization
import WebServer

/// The page with current loans and reservations, or with past loans.
struct LoansPage {
    let list: LoanList
    /// The borrower whose loans are shown, or `nil` for all.
    let borrower: String?
    let isPast: Bool
    /// Whether the person can return items.
    let canReturn: Bool

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="\(borrower == nil && !isPast ? "/" : "/loans")"><span aria-hidden="true">‹</span> \(localized: "Back")</a>
        <h1>\(localized: "Loans")\(borrower.map { ": <bdi>\($0)</bdi>" } as HTML?)</h1>
        </div></header>
        <main class="detail-frame">
        \(list.rows.isEmpty ? "<p class=\"hint\">\(isPast ? String(localized: "No past loans.") : String(localized: "Nothing is lent or reserved."))</p>" : "<ul class=\"card places\">\n\(list.rows.map(row))</ul>" as HTML)
        <p class="actions"><a class="button" href="\(address(["to": borrower, "past": isPast ? nil : "true"]))">\
        \(isPast ? String(localized: "Current loans") : String(localized: "Past loans"))</a>
        \(borrower == nil || list.rows.isEmpty || isPast ? nil : "<a class=\"button\" href=\"\(address(["to": borrower, "slip": "true"]))\">\(localized: "Slip to sign")</a>")</p>
        </main>
        """
    }

    private func address(_ items: KeyValuePairs<String, String?>) -> String {
        "/loans" + PercentEncoding.query(items.compactMap { item in item.value.map { (item.key, $0) } })
    }

    private func row(_ row: LoanList.Row) -> HTML {
        let pieces = row.loan.pieces(of: row.item)
        let days = [row.loan.from, LoanList.end(of: row.loan)].map { $0?.text(in: .current) ?? "" }
            .joined(separator: " – ")
        let form = PercentEncoding.query([
            ("item", row.item.id.description), ("from", row.loan.borrower), ("back", "/loans"),
        ])
        let end: HTML? =
            canReturn && row.loan.isOpen
            ? "<a class=\"button\" href=\"/do/return\(form)\">\(localized: "Return")</a>" : nil
        return """
            <li><div class="place-line"><span class="name"><a href="/items/\(row.item.id.description)?back=/loans">\
            <bdi>\(row.item.shownName)</bdi></a> \(pieces == 1 ? nil : "× \(pieces)" as HTML) \
            <a class="quiet" href="\(address(["to": row.loan.borrower]))"><bdi>\(row.loan.borrower)</bdi></a></span>\
            <span class="sum"><span class="count">\(list.state(of: row.loan)), \(days)</span> \
            <span class="value">\(end)</span></span></div></li>

            """
    }
}

extension Site {
    /// Handles `GET /loans`: who has what. With `slip=true`, returns a slip for the borrower to sign.
    func loansPage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let (name, isPast) = (request.query["to"], request.query["past"] == "true")
        let list = try await inventory.loans(of: isPast ? .all : .kept, past: isPast, to: name, on: today())
        var layout = self.layout(String(localized: "Loans"), kind: "detail-page", request)
        layout.needsScript = false
        guard request.query["slip"] == "true" else {
            return layout.response(
                LoansPage(list: list, borrower: name, isPast: isPast, canReturn: canRun(.takeBack)).html)
        }
        layout.styleSheets.append("report.css")
        let slip = try LoanSlip(list, presentation: presentation)
        let back = "/loans" + PercentEncoding.query([("to", slip.borrower)])
        return layout.response(
            """
            <main class="detail-frame slip">
            <p class="screen-only"><a class="button" href="\(back)"><span aria-hidden="true">‹</span> \(localized: "Loans")</a></p>
            \(slip.html)</main>
            """)
    }
}
