import LootActions
import LootCore
import LootFormats
import WebServer

/// Small pages with a single question or message.
enum SmallPages {
    /// Returns a small page with the given title and content.
    static func page(_ title: String, kind: String = "small", _ content: HTML) -> HTML {
        """
        <main class="\(kind)">
        <h1>\(title)</h1>
        \(content)
        </main>
        """
    }

    /// Returns a page that asks for one confirmation. `others` are the links next to the button.
    static func question(
        _ title: String, _ text: Message, _ action: String, fields: [(name: String, value: String)] = [],
        warning: HTML? = nil, button: HTML, others: HTML? = nil
    ) -> HTML {
        page(
            title,
            """
            <p>\(localized: text)</p>\(warning)
            <form method="post" action="\(action)">
            \(Fragment.hidden(fields))
            <p class="actions">\(button)
            \(others)</p>
            </form>
            """)
    }

    /// Returns a page that asks whether to remove something.
    static func removal(
        of name: String, _ text: Message, _ action: String, fields: [(name: String, value: String)],
        back: String
    ) -> HTML {
        question(
            String(localized: "Remove “\(name)”?"), text, action, fields: fields,
            button: "<button class=\"button destructive\">\(localized: "Remove")</button>",
            others: Fragment.link(back, "Cancel"))
    }

    /// Returns a button that continues, and has the focus.
    static func goOn(_ title: Message) -> HTML {
        "<button class=\"button prominent\" autofocus>\(localized: title)</button>"
    }

    private static var toList: HTML { Fragment.link("/", "Show the list") }

    /// A request that was interrupted because the user must sign in. The page contains it and submits it afterwards.
    struct Interrupted {
        let action: String
        let body: String

        var fields: [(name: String, value: String)] { [("action", action), ("body", body)] }
    }

    /// Returns the page that asks for a token. If `name` isn't `nil`, it asks for a name, and a password or token.
    static func signIn(
        next: String, hint: String, name: String? = nil, provider: String? = nil, problem: String?,
        interrupted: Interrupted? = nil
    ) -> HTML {
        let problem: HTML? = problem.map { "<p class=\"problem\" role=\"alert\">\($0)</p>" }
        let link: HTML? = provider.map {
            " <a class=\"button\" href=\"/sign-in/provider\(PercentEncoding.query([("next", next)]))\">\(localized: "Sign in with \($0)")</a>"
        }
        let word: HTML? =
            interrupted == nil
            ? nil
            : "<p>\(localized: "You have been signed out. Your changes are kept. Sign in again to save them.")</p>"
        return page(
            "Loot",
            """
            \(word)
            <form method="post" action="/sign-in">
            \(Fragment.hidden([("next", next)] + (interrupted?.fields ?? [])))
            \(name.map(nameField) ?? "<input type=\"text\" autocomplete=\"username\" value=\"loot\" hidden>")
            <div class="field wide"><label for="token">\(name == nil ? String(localized: "Token") : String(localized: "Password or token"))</label>
            <input type="password" id="token" name="token" autocomplete="current-password" required\(name == nil ? " autofocus" : nil)>\(problem)</div>
            <p class="actions"><button class="button prominent">\(localized: "Sign in")</button>\(link)</p>
            </form>
            <p class="hint">\(hint)</p>
            """)
    }

    private static func nameField(_ name: String) -> HTML {
        """
        <div class="field wide"><label for="name">\(localized: "Name")</label>
        <input type="text" id="name" name="name" value="\(name)" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus></div>
        """
    }

    /// Returns the page that confirms that the user has signed in at a provider.
    static func signedIn(next: String) -> HTML {
        page(
            String(localized: "You are signed in"),
            "<p class=\"actions\">\(Fragment.link(next, "Show the list", kind: "button prominent"))</p>")
    }

    /// Returns the page on which the user can also sign out at the provider.
    static func signedOut(next: String) -> HTML {
        page(
            String(localized: "You are signed out here"),
            "<p class=\"actions\">\(Fragment.link(next, "Sign out", kind: "button prominent"))</p>")
    }

    /// Returns the page that asks whether to continue with the given interrupted request.
    static func goOn(_ interrupted: Interrupted) -> HTML {
        question(
            String(localized: "You are signed in"), "Your changes are kept.", interrupted.action,
            fields: QueryItems(form: Array(interrupted.body.utf8)).items, button: goOn("Save them now"),
            others: toList)
    }

    /// Returns the page that lists the given items. All of them match an ambiguous ID.
    static func choice(among items: [Item]) -> HTML {
        let rows = items.map { item -> HTML in
            let place: HTML? = item.location.map { " <small><bdi>\($0)</bdi></small>" }
            return
                "<li><a href=\"/items/\(item.id.description)\"><bdi>\(item.shownName)</bdi></a>\(place)</li>\n"
        }
        return page(
            String(localized: "Which item?"),
            """
            <p>\(localized: "The IDs of these items begin with the same characters.")</p>
            <ul>
            \(rows)</ul>
            <p class="actions">\(toList)</p>
            """)
    }

    /// Returns the page that displays a problem, with links to the list and to the affected item. If `lists` isn't
    /// empty, the links lead to these lists instead.
    static func problem(
        _ title: String, _ detail: String, item: ItemID? = nil,
        lists: [(address: String, title: String)] = []
    ) -> HTML {
        let others: [HTML] = lists.map {
            "<a class=\"button\" href=\"\($0.address)\"><bdi>\($0.title)</bdi></a> "
        }
        let link = item.map { Fragment.link("/items/\($0)", "Go to the item") }
        return page(
            title,
            """
            <p>\(detail)</p>
            <p class="actions">\(link) \(others)\(lists.isEmpty ? toList : nil)</p>
            """)
    }
}
