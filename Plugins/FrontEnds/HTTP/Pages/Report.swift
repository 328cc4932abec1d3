import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import WebServer

extension Site {
    /// Handles `GET /report`. Returns a printable report of all items with the details that insurers require, in
    /// sections with totals.
    func report(_ request: Request) async throws -> Response {
        let list = try ListQuery(request, host)
        let kind = try request.query["chart"].map { (name) throws(LootError) in try Chart.Kind(named: name) }
        return try await report(
            try await list.query(self), on: try list.text.day(today: today()), chart: kind,
            layout(
                String(localized: "Inventory report"), kind: "report-page", request, needsScript: false),
            photos: "/api/files/",
            navigation: navigation(list, kind)
        )
    }

    /// Handles `GET /report.zip`: the report in an archive with all photos and files.
    func reportPack(_ request: Request) async throws -> Response {
        let list = try ListQuery(request, host)
        await chargeWholeList()
        var presentation = presentation
        presentation.day = try list.text.day(today: today())
        let pack = try await ReportPack(
            inventory, try await list.query(self), presentation: presentation, owner: nil, asZIP: true)
        var reply = Site.download("report.zip", "application/zip") { writer in
            try await pack.write { (bytes) async throws(LootError) in
                do { try await writer.write(bytes) } catch { return false }
                return true
            }
        }
        return API.exportItems.response(&reply)
    }

    /// Returns the links to the list, to the archive, and to the charts of the report.
    private func navigation(_ list: ListQuery, _ kind: Chart.Kind?) -> HTML {
        let charts = Chart.Kind.allCases.map { other -> HTML in
            let query = PercentEncoding.query(list.parameters + [("chart", other.rawValue)])
            let mark: HTML? = other == kind ? " aria-current=\"true\"" : nil
            return "<a class=\"button\" href=\"/report\(query)\"\(mark)>\(other.title.text)</a> "
        }
        return """
            <p class="screen-only"><a class="button" href="/">\(localized: "Show the list")</a> \
            <a class="button" href="/report.zip\(PercentEncoding.query(list.parameters))">\(localized: "Archive with receipts")</a></p>
            <p class="screen-only">\(charts)</p>

            """
    }

    private func report(
        _ query: Query, on day: Day? = nil, chart kind: Chart.Kind? = nil, _ layout: PageLayout,
        hiding hidden: Set<FieldKey> = [],
        photos: String,
        navigation: HTML
    ) async throws -> Response {
        await chargeWholeList()
        var presentation = presentation
        presentation.day = day
        let report = try await InventoryReport(
            inventory, query, presentation: presentation, hiding: hidden)
        let chart: HTML? =
            if let kind { try await inventory.chart(kind, of: query, presentation).html(presentation) } else {
                nil
            }
        let addresses = addresses
        let beginning: HTML = "\(navigation)\(chart)"
        var layout = layout
        layout.styleSheets.append("report.css")
        // Render the layout with a marker, and split it there to stream the report in between.
        let marker = "<!-- report -->"
        let parts = layout.page(HTML(stringLiteral: marker)).markup.split(separator: marker, maxSplits: 1)
        let (head, tail) = (String(parts.first ?? ""), String(parts.last ?? ""))
        return Response(
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .stream { writer in
                try await writer.write(addresses.added(to: head))
                try await report.writeHTML(
                    photos: .linked { "\(addresses.base)\(photos)\($0)" },
                    navigation: HTML(stringLiteral: addresses.added(to: beginning.markup))
                ) {
                    (bytes) async throws(LootError) in
                    do { try await writer.write(bytes) } catch { return false }
                    return true
                }
                try await writer.write(tail)
            })
    }

    // MARK: Links

    /// Adds the routes of share links. Each link displays a view as a report with its photos.
    func addShared(to router: inout Router) {
        page(&router, .get, "/shared/{secret}", for: Role.none) { request in
            let link = try self.link(request)
            let title = link.view.name.isEmpty ? String(localized: "Inventory") : link.view.name
            let end = String(localized: "“\(title)”, as it is now. This link is valid until \(link.lastDay).")
            return try await self.report(
                try await self.query(of: link.view),
                PageLayout(title, kind: "report-page", request, needsScript: false),
                hiding: link.hiddenFields, photos: "/shared/\(request.parameters["secret"])/",
                navigation: "<p class=\"screen-only\">\(end)</p>\n")
        }
        router.on(.get, "/shared/{secret}/{file}") { request in
            do {
                return try await self.answer(request, for: Role.none) { try await self.sharedFile(request) }
            } catch let
                error as LootError
            {
                return self.response(to: error)
            }
        }
    }

    /// Returns a photo of an item that a link includes.
    private func sharedFile(_ request: Request) async throws -> Response {
        let link = try self.link(request)
        guard let file = FileID(request.parameters["file"]) else {
            throw Site.noFile("This isn't the name of a file.")
        }
        var query = try await self.query(of: link.view)
        let hasPhoto = Filter.compare("photo", .equal, .text("\(file)"))
        query.filter = query.filter.map { .all([$0, hasPhoto]) } ?? hasPhoto
        let page = try await store.page(of: query, rows: 0..<1)
        guard page.items.first != nil else { throw Site.noFile("No item in this list has this file.") }
        var reply = try await contents(file, .preferred)
        return API.readKeptFile.response(&reply)
    }

    /// Returns the share link to which the address of the given request belongs.
    private func link(_ request: Request) throws(HTTPError) -> People.Link {
        let found = access.people.current().link(knowing: request.parameters["secret"])
        guard let link = found, link.list == access.list else {
            throw HTTPError(.notFound, String(localized: "There is no such link, or it was revoked."))
        }
        if link.until <= .now {
            throw HTTPError(.gone, String(localized: "This link was valid until \(link.lastDay)."))
        }
        return link
    }

    private func query(of view: SavedView) async throws(LootError) -> Query {
        try await ListQuery(view).query(self)
    }
}
