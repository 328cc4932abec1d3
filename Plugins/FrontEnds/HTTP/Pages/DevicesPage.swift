import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// The page with the sessions of the person who requests it.
struct DevicesPage {
    let sessions: [People.Session]
    /// The session of the browser that requests the page.
    let own: People.Session?

    var html: HTML {
        """
        <p class="hint">\(localized: "These browsers are signed in as you. A browser that isn't used for 30 days is signed out.")</p>
        \(CardRow.card(sessions.map(row)))
        """
    }

    private func row(_ session: People.Session) -> CardRow {
        let isOwn = session.digest == own?.digest
        let button = Fragment.button(
            "/devices/sign-out", "\(localized: "Sign out")",
            title: String(localized: "Sign out \(session.device)"), fields: [("session", session.id)])
        let use = String(localized: "Signed in on \(session.since), last used on \(session.seen)")
        return CardRow(
            name: """
                <bdi>\(session.device)</bdi>\(isOwn ? " <small>\(localized: "This browser")</small>" : nil) \
                \(CardRow.quiet(use))
                """, value: isOwn ? nil : button)
    }
}

extension Site {
    /// Adds the routes of the page with the caller's sessions.
    func addDevices(to router: inout Router) {
        page(&router, .get, "/devices") { request in
            let page = DevicesPage(sessions: self.ownSessions(request), own: request.sender.session)
            return self.layout(String(localized: "Devices"), request, needsScript: false).response(
                back: .more, page.html)
        }
        page(&router, .post, "/devices/sign-out", for: .read) { request in
            let form = try await self.form(request)
            // Search only the caller's sessions, so that nobody can end the sessions of other people.
            let session = self.ownSessions(request).first { $0.id == form["session"] }
            return try await Site.offEventLoop {
                if let session { try self.access.people.end(session) }
                return Self.redirect("/devices")
            }
        }
    }

    /// Returns the sessions that were started with the same token as the caller's session, the latest first.
    private func ownSessions(_ request: Request) -> [People.Session] {
        guard let own = request.sender.session else { return [] }
        return access.people.current().sessions.filter { $0.token == own.token && !$0.isOver(on: .today) }
            .reversed()
    }
}
