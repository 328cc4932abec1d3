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
    /// Whether the person can change the places and quantities of items.
    let canWrite: Bool

    /// The maximum number of rows per result. The page is loaded after each scan.
    private static let mostRows = 200

    var html: HTML {
        """
        \(Fragment.notice(notice))
        \(report.map(running) ?? start)
        """
    }

    private var start: HTML {
        guard canTakePart else { return "<p class=\"hint\">\(localized: "No stocktake is in progress.")</p>" }
        return form(
            .startStocktake, "Start",
            """
            <label>\(localized: "Place") <input name="place" autocomplete="off" placeholder="\(localized: "The whole list")"></label>
            """)
    }

    private func form(
        _ action: Action, kind: String = "", _ title: Message, _ content: HTML, _ buttons: HTML? = nil
    ) -> HTML {
        """
        <form class="card action-form\(kind)" method="post" action="/do/\(action.id)">\(Fragment.hidden([("back", "/stocktake")]))
        \(content)
        <p class="actions"><button class="button prominent">\(localized: title)</button>\(buttons)</p></form>
        """
    }

    private func running(_ report: StocktakeReport) -> HTML {
        let codes = report.stocktake.unknown
        let unknown = codes.prefix(StocktakePage.mostRows).map { CardRow(name: "<bdi>\($0)</bdi>") }
        let sections = [
            list(.missing, report), list(.misplaced, report), list(.lent, report),
            section("Unknown", codes.count, unknown), list(.seen, report),
        ]
        return """
            <p>\(report.summary.text)</p>
            \(canTakePart ? scan : nil)
            \(sections.compactMap(\.self))
            \(canTakePart ? finish(report) : nil)
            """
    }

    private var scan: HTML {
        form(
            .scan, kind: " count", "Scan",
            """
            <label>\(localized: "Code") <input name="code" required autofocus autocomplete="off" autocapitalize="off" \
            spellcheck="false"></label>
            <label>\(localized: "Pieces, if counted") <input name="count" type="number" min="0" autocomplete="off"></label>
            """)
    }

    private func finish(_ report: StocktakeReport) -> HTML {
        func check(_ name: String, _ title: Message, _ isShown: Bool) -> HTML? {
            isShown && canWrite
                ? "<label class=\"check\"><input type=\"checkbox\" name=\"\(name)\" value=\"true\"> \(localized: title)</label>"
                : nil
        }
        return form(
            .finishStocktake, "Finish",
            """
            \(check("move", "Move misplaced items", report.count(.misplaced) > 0))\
            \(check("quantities", "Set quantities to the counts", !report.miscounted(moving: true).isEmpty))
            """,
            " <button class=\"button\" formaction=\"/do/\(Action.cancelStocktake.id)\">\(localized: "Cancel stocktake")</button>"
        )
    }

    private func list(_ result: StocktakeReport.Result, _ report: StocktakeReport) -> HTML? {
        let items = report.items[result] ?? []
        let rows = items.prefix(StocktakePage.mostRows).map { item in
            CardRow(
                item.id, item.shownName,
                quiet: "<span class=\"quiet\">\(item.number ?? "") <bdi>\(item.location ?? "")</bdi></span>",
                back: "/stocktake", count: "\(counted(item, report))")
        }
        return section(result.title, items.count, rows)
    }

    /// Returns a section with the first rows of a result, and the number of the others.
    private func section(_ title: Message, _ count: Int, _ rows: [CardRow]) -> HTML? {
        if rows.isEmpty { return nil }
        let rest = count - rows.count
        let more: HTML? =
            rest > 0 ? "<p class=\"hint\">\(localized: "\(rest, one: "more", other: "more")")</p>" : nil
        return "<section><h2>\(localized: title) (\(count))</h2>\(CardRow.card(rows))\(more)</section>"
    }

    /// The number of counted pieces, and the number that should be there. Lent pieces aren't.
    private func counted(_ item: Item, _ report: StocktakeReport) -> String {
        guard let scan = report.stocktake.scan(of: item.id), let count = scan.count,
            let difference = scan.difference
        else { return "" }
        return String(localized: "\(count) of \(count - difference)")
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
        let notice = await self.notice(request)
        let layout = self.layout(String(localized: "Stocktake"), request)
        return layout.response(
            back: .list, heading: report?.stocktake.place.map { "\(layout.title): <bdi>\($0)</bdi>" },
            StocktakePage(
                report: report, notice: notice, canTakePart: canRun(.scan), canWrite: canWrite
            ).html)
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
