import LootActions
import LootCore
import LootFormats
import WebServer

/// Small pages with a single question or message.
enum SmallPages {
    static func delete(_ item: Item, back: String) -> HTML {
        """
        <main class="small">
        <h1>\(localized: "Remove “\(item.shownName)”?")</h1>
        <p>\(localized: "You can undo this.")</p>
        <form method="post" action="/items/\(item.id.description)/delete">
        \(Fragment.hidden([("back", back)]))
        <p class="actions"><button class="button destructive">\(localized: "Remove")</button>
        <a class="button" href="\(back)">\(localized: "Cancel")</a></p>
        </form>
        </main>
        """
    }

    /// A request that was interrupted because the user must sign in. The page contains it and submits it afterwards.
    struct Interrupted {
        let action: String
        let body: String

        var fields: [(name: String, value: String)] { [("action", action), ("body", body)] }
    }

    /// Asks for a token or, if `name` isn't `nil`, for a name and a password or token.
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
        return """
            <main class="small">
            <h1>Loot</h1>
            \(word)
            <form method="post" action="/sign-in">
            \(Fragment.hidden([("next", next)] + (interrupted?.fields ?? [])))
            \(name.map(nameField) ?? "<input type=\"text\" autocomplete=\"username\" value=\"loot\" hidden>")
            <div class="field wide"><label for="token">\(name == nil ? String(localized: "Token") : String(localized: "Password or token"))</label>
            <input type="password" id="token" name="token" autocomplete="current-password" required\(name == nil ? " autofocus" : nil)>\(problem)</div>
            <p class="actions"><button class="button prominent">\(localized: "Sign in")</button>\(link)</p>
            </form>
            <p class="hint">\(hint)</p>
            </main>
            """
    }

    private static func nameField(_ name: String) -> HTML {
        """
        <div class="field wide"><label for="name">\(localized: "Name")</label>
        <input type="text" id="name" name="name" value="\(name)" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus></div>
        """
    }

    /// Confirms that the user has signed in at a provider.
    static func signedIn(next: String) -> HTML {
        """
        <main class="small">
        <h1>\(localized: "You are signed in")</h1>
        <p class="actions"><a class="button prominent" href="\(next)">\(localized: "Show the list")</a></p>
        </main>
        """
    }

    /// Lets the user also sign out at the provider.
    static func signedOut(next: String) -> HTML {
        """
        <main class="small">
        <h1>\(localized: "You are signed out here")</h1>
        <p class="actions"><a class="button prominent" href="\(next)">\(localized: "Sign out")</a></p>
        </main>
        """
    }

    /// Asks whether to continue with the interrupted request.
    static func goOn(_ interrupted: Interrupted) -> HTML {
        let fields = QueryItems(form: Array(interrupted.body.utf8)).items
        return """
            <main class="small">
            <h1>\(localized: "You are signed in")</h1>
            <p>\(localized: "Your changes are kept.")</p>
            <form method="post" action="\(interrupted.action)">
            \(Fragment.hidden(fields))
            <p class="actions"><button class="button prominent" autofocus>\(localized: "Save them now")</button>
            <a class="button" href="/">\(localized: "Show the list")</a></p>
            </form>
            </main>
            """
    }

    /// Lists the items that match an ambiguous ID.
    static func choice(among items: [Item]) -> HTML {
        let rows = items.map { item -> HTML in
            let place: HTML? = item.location.map { " <small><bdi>\($0)</bdi></small>" }
            return
                "<li><a href=\"/items/\(item.id.description)\"><bdi>\(item.shownName)</bdi></a>\(place)</li>\n"
        }
        return """
            <main class="small">
            <h1>\(localized: "Which item?")</h1>
            <p>\(localized: "The IDs of these items begin with the same characters.")</p>
            <ul>
            \(rows)</ul>
            <p class="actions"><a class="button" href="/">\(localized: "Show the list")</a></p>
            </main>
            """
    }

    /// Displays a problem, with links to the list and to the affected item. If `lists` isn't empty, the links lead to
    /// these lists instead.
    static func problem(
        _ title: String, _ detail: String, item: ItemID? = nil,
        lists: [(address: String, title: String)] = []
    ) -> HTML {
        let others: [HTML] = lists.map {
            "<a class=\"button\" href=\"\($0.address)\"><bdi>\($0.title)</bdi></a> "
        }
        let list: HTML = "<a class=\"button\" href=\"/\">\(localized: "Show the list")</a>"
        let link: HTML? = item.map {
            "<a class=\"button\" href=\"/items/\($0.description)\">\(localized: "Go to the item")</a> "
        }
        return """
            <main class="small">
            <h1>\(title)</h1>
            <p>\(detail)</p>
            <p class="actions">\(link)\(others)\(lists.isEmpty ? list : nil)</p>
            </main>
            """
    }
}
