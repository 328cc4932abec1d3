import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import Localization
import WebServer

/// The page of a stocktake: scan, see what is missing, finish.
struct StocktakePage {
    /// The result so far, or `nil` if no stocktake is running.
    let report: StocktakeReport?
    /// The result of the last step.
    let notice: String?
    /// Whether the person can take part.
    let canTakePart: Bool

    /// The maximum number of rows per result. The page is loaded after each scan.
    private static let mostRows = 200

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="/"><span aria-hidden="true">‹</span> \(localized: "List")</a>
        <h1>\(localized: "Stocktake")\(report?.stocktake.place.map { ": <bdi>\($0)</bdi>" } as HTML?)</h1>
        </div></header>
        <main class="detail-frame">
        \(notice.map { "<div class=\"notice\" role=\"status\"><p>\($0)</p></div>" } as HTML?)
        \(report.map(running) ?? start)
        </main>
        """
    }

    private var start: HTML {
        guard canTakePart else { return "<p class=\"hint\">\(localized: "No stocktake is in progress.")</p>" }
        return """
            <form class="card action-form" method="post" action="/do/stocktake-start">\(back)
            <label>\(localized: "Place") <input name="place" autocomplete="off" placeholder="\(localized: "The whole list")"></label>
            <p class="actions"><button class="button prominent">\(localized: "Start")</button></p></form>
            """
    }

    private var back: [HTML] { Fragment.hidden([("back", "/stocktake")]) }

    private func running(_ report: StocktakeReport) -> HTML {
        let parts: [HTML] = [
            list(.missing, report), list(.misplaced, report), list(.lent, report),
            unknown(report.stocktake.unknown),
            list(.seen, report),
        ]
        return """
            <p>\(report.summary.text)</p>
            \(canTakePart ? scan : nil)
            \(parts)
            \(canTakePart ? finish(report) : nil)
            """
    }

    private var scan: HTML {
        """
        <form class="card action-form count" method="post" action="/do/stocktake-scan">\(back)
        <label>\(localized: "Code") <input name="code" required autofocus autocomplete="off" autocapitalize="off" \
        spellcheck="false"></label>
        <label>\(localized: "Pieces, if counted") <input name="count" type="number" min="0" autocomplete="off"></label>
        <p class="actions"><button class="button prominent">\(localized: "Scan")</button></p></form>
        """
    }

    private func finish(_ report: StocktakeReport) -> HTML {
        let moves: HTML? =
            report.count(.misplaced) == 0
            ? nil
            : "<label class=\"check\"><input type=\"checkbox\" name=\"move\" value=\"true\"> \(localized: "Move misplaced items")</label>"
        let quantities: HTML? =
            report.miscounted(moving: true).isEmpty
            ? nil
            : "<label class=\"check\"><input type=\"checkbox\" name=\"quantities\" value=\"true\"> \(localized: "Set quantities to the counts")</label>"
        return """
            <form class="card action-form" method="post" action="/do/stocktake-finish">\(back)\(moves)\(quantities)
            <p class="actions"><button class="button prominent">\(localized: "Finish")</button>
            <button class="button" formaction="/do/stocktake-cancel">\(localized: "Cancel stocktake")</button></p></form>
            """
    }

    private func list(_ result: StocktakeReport.Result, _ report: StocktakeReport) -> HTML {
        guard let items = report.items[result], !items.isEmpty else { return "" }
        let rows: [HTML] = items.prefix(StocktakePage.mostRows).map { item in
            """
            <li><div class="place-line"><span class="name"><a href="/items/\(item.id.description)?back=/stocktake">\
            <bdi>\(item.shownName)</bdi></a> <span class="quiet">\(item.number ?? "") <bdi>\(item.location ?? "")</bdi></span></span>\
            <span class="sum"><span class="count">\(counted(item, report))</span></span></div></li>

            """
        }
        return
            "<section><h2>\(result.title.text) (\(items.count))</h2><ul class=\"card places\">\(rows)</ul>\(rest(items.count))</section>"
    }

    /// The number of counted pieces, and the number that should be there. Lent pieces aren't.
    private func counted(_ item: Item, _ report: StocktakeReport) -> String {
        guard let scan = report.stocktake.scan(of: item.id), let count = scan.count,
            let difference = scan.difference
        else { return "" }
        return String(localized: "\(count) of \(count - difference)")
    }

    private func unknown(_ codes: [String]) -> HTML {
        if codes.isEmpty { return "" }
        let rows: [HTML] = codes.prefix(StocktakePage.mostRows).map {
            "<li><div class=\"place-line\"><bdi>\($0)</bdi></div></li>"
        }
        return
            "<section><h2>\(localized: "Unknown") (\(codes.count))</h2><ul class=\"card places\">\(rows)</ul>\(rest(codes.count))</section>"
    }

    /// The number of rows that aren't shown.
    private func rest(_ count: Int) -> HTML? {
        let rest = count - StocktakePage.mostRows
        return rest > 0 ? "<p class=\"hint\">\(localized: "\(rest, one: "more", other: "more")")</p>" : nil
    }
}

extension Site {
    /// Handles `GET /stocktake`.
    func stocktakePage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        var report: StocktakeReport?
        if Stocktake(in: try await store.settings()) != nil {
            report = try await inventory.stocktakeReport()
        }
        var notice: String?
        if let text = request.query["done"], let number = UInt64(text),
            let commit = try await inventory.commit(at: Revision(rawValue: number))
        {
            notice =
                report?.sentence(for: commit)?.text ?? Stocktake.sentence(for: commit)?.text
                ?? "\(commit.heading)."
        }
        let layout = self.layout(String(localized: "Stocktake"), kind: "detail-page", request)
        return layout.response(
            StocktakePage(report: report, notice: notice, canTakePart: canRun(.scan)).html)
    }

    /// Handles `GET /api/stocktake`.
    func stocktake() async throws -> Reply<[UInt8]> {
        await chargeWholeList()
        let report = try await inventory.stocktakeReport()
        func ids(_ result: StocktakeReport.Result) -> JSON {
            JSON((report.items[result] ?? []).map { JSON($0.id.description) })
        }
        var members: [(String, JSON)] = [("started", JSON("\(report.stocktake.day)"))]
        if let place = report.stocktake.place { members.append(("place", JSON(place))) }
        for result in StocktakeReport.Result.allCases { members.append((result.rawValue, ids(result))) }
        let counts = report.items.values.joined().compactMap { item in
            report.stocktake.scan(of: item.id)?.count.map { (item.id.description, JSON($0)) }
        }
        members.append(("counts", JSON(counts.sorted { $0.0 < $1.0 })))
        members.append(("unknown", JSON(report.stocktake.unknown.map { JSON($0) })))
        return Reply(JSON(members).bytes, headers: [.cacheControl: "no-store"])
    }
}
