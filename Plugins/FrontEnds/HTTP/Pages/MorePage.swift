import LootActions
import LootFormats

/// The page with import, export and settings.
struct MorePage {
    let textSize: String
    let canWrite: Bool
    let canSignOut: Bool
    let back: String

    private static let sizes = [
        "Extra small", "Small", "Medium", "Standard", "Large", "Larger", "Largest",
        "Accessibility 1", "Accessibility 2", "Accessibility 3", "Accessibility 4", "Accessibility 5",
    ]

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="\(back)"><span aria-hidden="true">‹</span> List</a>
        <h1>More</h1>
        </div></header>
        <main class="detail-frame more">
        \(group("The list", [
            canWrite ? ("/import", "Import", "A file from Loot or another program, with a preview") : nil,
            ("/api/export?format=tar", "Export everything", "An archive with all photos and files"),
            ("/api/export?format=xlsx", "Export a spreadsheet", "An Excel workbook with all fields"),
            ("/report", "Report for insurance", "Every item with its value and photo, ready to print"),
            ("/places", "Places", "All places as a tree"), ("/settings", "Settings", "Title, currency, views, custom fields and templates"),
            ("/due.ics", "Calendar of due dates", "For subscriptions"),
        ]))
        <section><h2>This page</h2>
        <form class="text-size card" method="post" action="/text-size">\(Fragment.hidden([("back", own)]))
        <label>Text size <select name="size">\(Fragment.options(Array(zip(PageLayout.textSizes, MorePage.sizes)).map { (value: $0, title: $1) }, chosen: textSize))</select></label>
        <button class="button apply">Set</button></form>
        <div id="keys"></div></section>
        \(group("For developers", [
            ("/openapi.json", "API description", "OpenAPI 3.1"),
            ("/catalog", "Catalog", "The colors, spacing and controls of the page"),
        ]))
        \(canSignOut ? Fragment.button("/sign-out", "Sign out") : nil)
        </main>
        """
    }

    private var own: String { "/more\(PercentEncoding.query([("back", back)]))" }

    private func group(_ title: String, _ ways: [(address: String, title: String, summary: String)?]) -> HTML
    {
        let links: [HTML] = ways.compactMap { $0 }.map {
            "<li><a href=\"\($0.address)\">\($0.title) <small>\($0.summary)</small></a></li>"
        }
        return "<section><h2>\(title)</h2><ul class=\"ways\">\(links)</ul></section>"
    }
}
