import LootActions
import LootCore
import WebServer

extension Site {
    /// `GET /report`: every item with what an insurance asks for, in sections with totals, made to be printed.
    func report(_ request: Request) async throws -> Response {
        let report = try await InventoryReport(
            inventory, try ListQuery(request, host).query(self), presentation: presentation)
        var layout = self.layout("Inventory report", kind: "report-page", request)
        layout.needsScript = false
        layout.styleSheets.append("report.css")
        // Everything around the report is one page, cut in two where it stands.
        let marker = "<!-- report -->"
        let parts = layout.page(HTML(stringLiteral: marker)).markup.split(separator: marker, maxSplits: 1)
        let (head, tail) = (String(parts.first ?? ""), String(parts.last ?? ""))
        return Response(
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .stream { writer in
                try await writer.write(head)
                try await report.writeHTML(
                    photos: .linked { "/api/files/\($0)" },
                    navigation:
                        "<p class=\"screen-only\"><a class=\"button\" href=\"/\">To the list</a></p>\n"
                ) { (bytes) async throws(LootError) in
                    do { try await writer.write(bytes) } catch { return false }
                    return true
                }
                try await writer.write(tail)
            })
    }
}
