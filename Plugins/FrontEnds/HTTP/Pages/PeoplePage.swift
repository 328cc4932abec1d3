import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import QRCode

/// The page with the people and shared links of a list, for its managers.
struct PeoplePage {
    let managed: ManagedPeople
    /// The views that a link can show.
    let views: [SavedView]
    let today: Day
    /// Whether nobody needs a token, because nobody was added yet.
    let isOpen: Bool
    var problem: LootError?

    /// The lifetime of a new link.
    private static let lifetime = CalendarSpan(30, .day)

    var html: HTML {
        """
        \(Fragment.notice(problem?.textOfPage, role: "alert"))
        \(addForm)
        \(managed.shown.isEmpty ? nil : "<ul class=\"card\">\n\(managed.shown.map(row))</ul>" as HTML?)
        <p class="hint">\(localized: "The person who runs the server can always change people with the command “loot people”.")</p>
        \(links)
        """
    }

    // MARK: People

    private var addForm: HTML {
        if isOpen {
            return """
                <p class="hint">\(localized: "Nobody needs a token yet. The command “loot people add NAME --role manage” adds you. From then on, everyone needs one.")</p>
                """
        }
        return """
            <form class="card" method="post" action="/people/add">
            <label>\(localized: "Name") <input name="name" required maxlength="60" autocomplete="off"></label>
            <label>\(localized: "Role") <select name="role">\(Fragment.options(Array(roles.dropFirst()), chosen: Role.read.rawValue))</select></label>
            <button class="button prominent">\(localized: "Add")</button></form>
            """
    }

    private var roles: [(value: String, title: String)] {
        Role.allCases.map { ($0.rawValue, $0.title.text) }
    }

    private func row(_ person: People.Person) -> HTML {
        let sessions = managed.people.sessions.filter { $0.token == person.digest && !$0.isOver(on: today) }
        let seen = sessions.map(\.seen).max()
        let use =
            seen.map { String(localized: "Last used on \($0)") }
            ?? String(localized: "No browser is signed in.")
        let state: HTML = """
            <p class="line"><strong><bdi>\(person.name)</bdi></strong> \
            <small>\(managed.isOwn(person) ? "\(localized: "You") · " as HTML : nil)\(use)</small></p>
            """
        guard managed.canChange(person) else {
            let role = managed.role(of: person).title.text
            return "<li>\(state)<p><small>\(localized: "Role: \(role)")</small></p></li>\n"
        }
        let name = [(name: "name", value: person.name)]
        let invite = Fragment.button(
            "/people/invite", "\(localized: "Sign-in address")",
            title: String(localized: "Create a sign-in address for \(person.name)"), fields: name)
        return """
            <li>\(state)<form method="post" action="/people/role">\(Fragment.hidden(name))\
            \(roleMenu(person))\(generalRoleMenu(person))\
            <button class="button" aria-label="\(localized: "Save the role of \(person.name)")">\(localized: "Save")</button></form>\
            <div class="actions">\(managed.canInvite(person) ? invite : nil)\
            <a class="button destructive" href="/people/remove\(PercentEncoding.query(name))" \
            aria-label="\(localized: "Remove \(person.name)")">\(localized: "Remove…")</a></div></li>

            """
    }

    /// Returns the menu with the role of the given person in this list.
    private func roleMenu(_ person: People.Person) -> HTML {
        let general = person.role.title.text
        let same =
            managed.hasListRoles ? [(value: "", title: String(localized: "As in all lists: \(general)"))] : []
        let chosen = managed.ownRole(of: person)?.rawValue ?? ""
        return """
            <label>\(managed.hasListRoles ? String(localized: "Role in this list") : String(localized: "Role")) \
            <select name="role">\(Fragment.options(same + roles, chosen: chosen))</select></label>
            """
    }

    /// Returns the menu with the role of the given person in all lists, or `nil` if the manager can't change it.
    private func generalRoleMenu(_ person: People.Person) -> HTML? {
        guard managed.hasListRoles, managed.managesAllLists else { return nil }
        return """
            <label>\(localized: "Role in all lists") \
            <select name="general">\(Fragment.options(roles, chosen: person.role.rawValue))</select></label>
            """
    }

    // MARK: Links

    private var links: HTML {
        let rows = managed.links.map { link -> HTML in
            let end =
                link.until <= .now
                ? String(localized: "expired") : String(localized: "Valid until \(link.lastDay)")
            let title = link.view.name.isEmpty ? String(localized: "Everything") : link.view.name
            return """
                <li><p class="line"><strong><bdi>\(title)</bdi></strong> <small>\(end)</small></p>\
                <div class="actions">\(Fragment.button(
                    "/people/unlink", "\(localized: "Revoke")", title: String(localized: "Revoke the link \(title)"),
                    fields: [("link", link.id)]))</div></li>

                """
        }
        let choices = [(value: "", title: String(localized: "Everything"))] + views.map { ($0.name, $0.name) }
        return """
            <h2>\(localized: "Shared links")</h2>
            <p class="hint">\(localized: "A link shows a view as a report to everyone who has its address, without purchase prices and serial numbers.")</p>
            \(rows.isEmpty ? nil : "<ul class=\"card\">\n\(rows)</ul>" as HTML?)
            <form class="card" method="post" action="/people/link">
            <label>\(localized: "View") <select name="view">\(Fragment.options(choices, chosen: ""))</select></label>
            <label>\(localized: "Last day") <input type="date" name="until" required min="\(today.description)" \
            value="\((today.adding(PeoplePage.lifetime) ?? today).description)"></label>
            <button class="button">\(localized: "Create a link")</button></form>
            """
    }

    // MARK: Small pages

    /// Returns the page that shows the given address once. `token` is the token of a new person.
    static func address(_ title: String, _ text: String, _ address: String, token: String? = nil) -> HTML {
        let symbol: HTML? = (try? QRSymbol(address)).map { symbol in
            """
            <svg class="qr" viewBox="0 0 \(symbol.drawnSize) \(symbol.drawnSize)" role="img" \
            aria-label="\(localized: "QR code of the address")"><path d="\(symbol.svgPath)" shape-rendering="crispEdges"/></svg>
            """
        }
        let tokenField: HTML? = token.map { token in
            """
            <label>\(localized: "Token, for programs and other devices") <input readonly value="\(token)"></label>
            """
        }
        return SmallPages.page(
            title, kind: "small secret",
            """
            <p>\(text)</p>
            <label>\(localized: "Address") <input readonly value="\(address)"></label>
            \(symbol)
            \(tokenField)
            \(done)
            """)
    }

    private static var done: HTML {
        "<p class=\"actions\">\(Fragment.link("/people", "Done", kind: "button prominent"))</p>"
    }

    /// Returns the page that reports that the given person, who already uses the server, now has access to the list.
    static func granted(_ name: String) -> HTML {
        SmallPages.page(
            String(localized: "“\(name)” can use this list"),
            "<p>\(localized: "“\(name)” already uses this server, and signs in as before.")</p>\n\(done)")
    }

    /// Returns the page with the button that accepts the invitation of the given person. `other` is the name of another
    /// person who is signed in, or `nil`.
    static func invitation(of name: String, secret: String, other: String?) -> HTML {
        let warning: HTML? = other.map {
            "<p>\(localized: "“\($0)” is signed in in this browser, and will be signed out.")</p>"
        }
        return SmallPages.question(
            "Loot", "You are invited as “\(name)”. This works once, in one browser.", "/join/\(secret)",
            warning: warning, button: SmallPages.goOn("Sign in"))
    }

    /// Returns the page that asks whether to remove the given person.
    static func removal(of person: People.Person, revokesToken: Bool) -> HTML {
        SmallPages.removal(
            of: person.name,
            revokesToken
                ? "This revokes the token and signs out all browsers."
                : "This ends the access to this list. The access to other lists isn't changed.",
            "/people/remove", fields: [("name", person.name)], back: "/people")
    }
}
