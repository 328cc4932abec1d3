import LootAPI
import Localization
import LootActions
import LootCore
import WebServer

/// The common layout of all pages.
struct PageLayout {
    /// The available text sizes: seven standard and five accessibility sizes.
    static let textSizes = [
        "xs", "s", "m", "l", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5",
    ]
    static let textSizeCookie = "loot-text-size"

    let title: String
    /// The class of the body, for style sheets and scripts.
    let kind: String
    let textSize: String
    /// The style sheets, in order.
    var styleSheets = ["page.css"]
    let needsScript: Bool
    /// The store's problem, if any, shown at the top of the page.
    var problem: LootError?
    /// The interval after which the page reloads, in seconds.
    var refreshSeconds: Int?

    init(
        _ title: String, kind: String, _ request: Request, needsScript: Bool = true, problem: LootError? = nil
    ) {
        self.title = title
        self.kind = kind
        self.needsScript = needsScript
        self.problem = problem
        let size = request.cookie(PageLayout.textSizeCookie) ?? "l"
        textSize = PageLayout.textSizes.contains(size) ? size : "l"
    }

    /// Returns a complete page with the given content.
    func page(_ content: HTML) -> HTML {
        let script: HTML =
            "<script type=\"module\" src=\"\(Asset.path("page.js"))\"></script>"
        return """
            <!doctype html>
            <html lang="\(Language.current.tag)" data-text-size="\(textSize)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            \(refreshSeconds.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">\n" } as HTML?)<title>\(title)</title>
            <link rel="icon" href="\(Asset.path("icon.svg"))" type="image/svg+xml">
            <link rel="apple-touch-icon" href="\(Asset.path("icon-180.png"))">
            <link rel="manifest" href="\(Asset.path("manifest.webmanifest"))">
            <meta name="theme-color" content="#f5f5f3" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="#131514" media="(prefers-color-scheme: dark)">
            \(styleSheets.map { "<link rel=\"stylesheet\" href=\"\(Asset.path($0))\">" } as [HTML])
            \(needsScript ? ScriptTexts.element() : nil)\(needsScript ? script : nil)
            </head>
            <body class="\(kind)"\(Caller.current.canWrite ? " data-can-write" : nil)>
            <div id="banner" role="alert">\(problem.map { "<p>\($0.textOfPage)</p>" } as HTML?)</div>
            \(content)
            </body>
            </html>

            """
    }

    /// Returns a response with a page that has a title bar: a back link, a heading and tools. The heading defaults to
    /// the title.
    func response(
        back: BackLink, heading: HTML? = nil, tools: HTML? = nil, frame: String = "detail-frame",
        _ content: HTML, _ status: Status = .ok
    ) -> Response {
        response(
            """
            <header class="bar"><div class="bar-inner">
            <a class="button" href="\(back.address)"><span aria-hidden="true">‹</span> \(back.title)</a>
            <h1>\(heading ?? "\(title)")</h1>\(tools)
            </div></header>
            <main class="\(frame)">
            \(content)
            </main>
            """, status)
    }

    /// Returns a response with a page that shows the given content.
    func response(_ content: HTML, _ status: Status = .ok) -> Response {
        var response = Response(status, text: page(content).markup, type: "text/html; charset=utf-8")
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The back link in a page's title bar.
struct BackLink {
    let address: String
    let title: String

    static var list: BackLink { BackLink(address: "/", title: String(localized: "List")) }
    static var more: BackLink { BackLink(address: "/more", title: String(localized: "More")) }
}

/// HTML fragments used by several pages.
enum Fragment {
    /// Returns a link that looks like a button.
    static func link(_ address: String, _ title: Message, kind: String = "button") -> HTML {
        "<a class=\"\(kind)\" href=\"\(address)\">\(localized: title)</a>"
    }

    /// Returns the given text as a notice above the content of a page, or `nil` if there is no text.
    static func notice(_ text: String?, role: String = "status") -> HTML? {
        text.map { "<div class=\"notice\" role=\"\(role)\"><p>\($0)</p></div>" }
    }

    /// Returns a form with a single button.
    ///
    /// `pair` is an identifier shared by the buttons of two opposite actions, such as favorite and unfavorite. A live
    /// update then changes the form in place, which keeps the focus. Without it, a form with a new address is replaced.
    static func button(
        _ action: String, _ label: HTML, kind: String = "button", title: String? = nil, pair: String? = nil,
        fields: [(name: String, value: String)] = []
    ) -> HTML {
        let title: HTML? = title.map { " title=\"\($0)\" aria-label=\"\($0)\"" }
        let pair: HTML? = pair.map { " data-kind=\"\($0)\"" }
        return """
            <form method="post" action="\(action)"\(pair)>\(hidden(fields))\
            <button class="\(kind)"\(title)>\(label)</button></form>
            """
    }

    /// Returns the given text with its first letter capitalized.
    static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Returns hidden form fields.
    static func hidden(_ fields: [(name: String, value: String)]) -> [HTML] {
        fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" }
    }

    static func options(_ options: [(value: String, title: String)], chosen: String) -> [HTML] {
        options.map { option in
            let mark: HTML? = option.value == chosen ? " selected" : nil
            return "<option value=\"\(option.value)\"\(mark)>\(option.title)</option>"
        }
    }
}

extension LootError {
    /// The error message for a page. If the remedy is a command, the message says to run it on the machine that stores
    /// the list.
    var textOfPage: String {
        publicDescription { remedy in
            switch remedy {
            case .check: String(localized: "Run “loot check” on the machine that stores the list.")
            case .recover, .settleMerge:
                String(localized: "Run “loot recover” on the machine that stores the list.")
            case .compact: String(localized: "Run “loot compact” on the machine that stores the list.")
            case .copy: String(localized: "Run “loot copy” on the machine that stores the list.")
            default: nil
            }
        }
    }
}
