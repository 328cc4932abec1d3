import Localization
import LootActions
import LootFormats

/// The page with import, export and settings.
struct MorePage {
    let textSize: String
    /// The tag of the language that the person has chosen, or `nil` for the browser's.
    let language: String?
    let canWrite: Bool
    let canSignOut: Bool
    let hasPassword: Bool
    let canManage: Bool
    let back: String

    private static var sizes: [String] {
        [
            String(localized: "Extra small"), String(localized: "Small"), String(localized: "Medium"),
            String(localized: "Standard"), String(localized: "Large"), String(localized: "Larger"),
            String(localized: "Largest"),
            String(localized: "Accessibility 1"), String(localized: "Accessibility 2"),
            String(localized: "Accessibility 3"), String(localized: "Accessibility 4"),
            String(localized: "Accessibility 5"),
        ]
    }

    var html: HTML {
        """
        \(group(String(localized: "The list"), [
            canWrite ? ("/import", String(localized: "Import"), String(localized: "A file from Loot or another program, with a preview")) : nil,
            ("/api/export?format=tar", String(localized: "Export everything"), String(localized: "An archive with all photos and files")),
            ("/api/export?format=xlsx", String(localized: "Export a spreadsheet"), String(localized: "An Excel workbook with all fields")),
            ("/report", String(localized: "Insurance report"), String(localized: "Every item with its value and photo, ready to print")),
            ("/places", String(localized: "Places"), String(localized: "All places as a tree")), ("/settings", String(localized: "Settings"), String(localized: "Title, currency, views, custom fields and templates")),
            ("/loans", String(localized: "Loans"), String(localized: "Who has what, reservations and past loans")),
            ("/shopping", String(localized: "Shopping list"), String(localized: "Items below their minimum")),
            ("/care", String(localized: "Maintenance"), String(localized: "All services and repairs, and their cost")),
            ("/stocktake", String(localized: "Stocktake"), String(localized: "Compare the list with what is actually there")),
            ("/history", String(localized: "History"), String(localized: "All changes and their authors")),
            canManage ? ("/people", String(localized: "People"), String(localized: "Access to the list, roles, and shared links")) : nil,
            ("/due.ics", String(localized: "Calendar of due dates"), String(localized: "For calendar subscriptions")),
        ]))
        <section><h2>\(localized: "This page")</h2>
        <form class="text-size card" method="post" action="/text-size">\(Fragment.hidden([("back", own)]))
        <label>\(localized: "Text size") <select name="size">\(Fragment.options(Array(zip(PageLayout.textSizes, MorePage.sizes)).map { (value: $0, title: $1) }, chosen: textSize))</select></label>
        <button class="button apply">\(localized: "Set")</button></form>
        <form class="text-size card" method="post" action="/language">\(Fragment.hidden([("back", own)]))
        <label>\(localized: "Language") <select name="language">\(Fragment.options(languages, chosen: language ?? ""))</select></label>
        <button class="button apply">\(localized: "Set")</button></form>
        <div id="keys"></div></section>
        \(group(String(localized: "For developers"), [
            ("/openapi.json", String(localized: "API description"), "OpenAPI 3.1"),
            ("/catalog", String(localized: "Catalog"), String(localized: "The colors, spacing and controls of the page")),
        ]))
        \(canSignOut ? group(String(localized: "Your access"), [("/devices", String(localized: "Devices"), String(localized: "The browsers in which you are signed in")),
            hasPassword ? ("/password", String(localized: "Change password"), String(localized: "Your other browsers will be signed out.")) : nil]) : nil)
        \(canSignOut ? Fragment.button("/sign-out", "\(localized: "Sign out")") : nil)
        """
    }

    /// The languages, each by its own name.
    private var languages: [(value: String, title: String)] {
        [("", String(localized: "The browser's language"))]
            + Language.tags.compactMap { Language($0) }.map { ($0.tag, $0.name) }
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
