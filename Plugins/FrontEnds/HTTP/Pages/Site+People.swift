import Localization
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import WebServer

extension Site {
    /// Adds the routes of the page with the people and links of the list, and of invitations.
    func addPeople(to router: inout Router) {
        page(&router, .get, "/people", for: .manage) { try self.peoplePage($0) }
        page(&router, .get, "/people/remove", for: .manage) { request in
            let managed = try self.managedPeople()
            guard let person = managed.people.people.first(where: { $0.name == request.query["name"] }),
                managed.canChange(person)
            else { return Self.redirect("/people") }
            return self.smallPage(
                String(localized: "Remove \(person.name)"),
                PeoplePage.removal(of: person, revokesToken: managed.removesToken(of: person)), request)
        }
        change(&router, "/people/add") { (form, request) throws(LootError) in
            try self.addPerson(form, request)
        }
        change(&router, "/people/role") { (form, _) throws(LootError) in
            try self.manage { (managed) throws(LootError) in
                try managed.change(
                    form["name"] ?? "", to: form["role"].flatMap(Role.init),
                    inAllLists: form["general"].flatMap(Role.init))
            }
            return Self.redirect("/people")
        }
        change(&router, "/people/remove") { (form, _) throws(LootError) in
            try self.manage { (managed) throws(LootError) in try managed.remove(form["name"] ?? "") }
            return Self.redirect("/people")
        }
        change(&router, "/people/invite") { (form, request) throws(LootError) in
            let name = form["name"] ?? ""
            let secret = try self.manage { (managed) throws(LootError) in try managed.invite(name) }
            return self.invitationPage(name, secret, request)
        }
        change(&router, "/people/link") { (form, request) throws(LootError) in
            try self.addLink(form, request)
        }
        change(&router, "/people/unlink") { (form, _) throws(LootError) in
            try self.manage { (managed) throws(LootError) in try managed.revokeLink(form["link"] ?? "") }
            return Self.redirect("/people")
        }
    }

    // MARK: Changes

    /// Returns the people as the caller can change them.
    ///
    /// - Throws: `LootError` with code `read-only` if the caller isn't the owner or a person who manages the list.
    func managedPeople(_ people: People? = nil) throws(LootError) -> ManagedPeople {
        if case .visitor = Caller.current { throw ManagedPeople.noManager }
        return try ManagedPeople(people ?? access.people.current(), by: Caller.current.name, in: access.list)
    }

    /// Changes the people on behalf of the caller. The permissions are checked again with the people in the file.
    @discardableResult
    private func manage<Result: Sendable>(
        _ change: (inout ManagedPeople) throws(LootError) -> Result
    ) throws(LootError) -> Result {
        try access.people.edit { (people) throws(LootError) in
            var managed = try self.managedPeople(people)
            let result = try change(&managed)
            people = managed.people
            return result
        }
    }

    /// Adds the route of one of the page's forms. Invalid input is reported on the page.
    private func change(
        _ router: inout Router, _ pattern: String,
        _ change: @escaping @Sendable (QueryItems, Request) throws(LootError) -> Response
    ) {
        page(&router, .post, pattern, for: .manage) { request in
            let form = try await self.form(request)
            do throws(LootError) { return try change(form, request) } catch {
                guard [.invalidValue, .usage].contains(error.code) else { throw error }
                return try self.peoplePage(request, problem: error)
            }
        }
    }

    private func addPerson(_ form: QueryItems, _ request: Request) throws(LootError) -> Response {
        // Anyone who finds an open server could take it over by adding the first person.
        guard access.needsToken else { throw ManagedPeople.noManager }
        let name = (form["name"] ?? "").trimmed
        let role = form["role"].flatMap(Role.init) ?? Role.none
        let added = try manage { (managed) throws(LootError) in try managed.add(name, role) }
        guard let added else {
            return smallPage(
                name,
                PeoplePage.granted(name), request)
        }
        return invitationPage(name, added.invitation, token: added.token, request)
    }

    private func addLink(_ form: QueryItems, _ request: Request) throws(LootError) -> Response {
        guard let day = form["until"].flatMap({ Day($0) }), day >= today() else {
            throw LootError(
                .invalidValue, "Can't create a link.", reason: "The last day isn't today or later.",
                advice: "Choose another day.")
        }
        let view = try form["view"].flatMap { $0.isEmpty ? nil : $0 }.map { (name) throws(LootError) in
            try views.all.named(name)
        }
        let secret = try manage { $0.share(view ?? SavedView("", QueryText()), lastDay: day) }
        return smallPage(
            String(localized: "Shared link"),
            PeoplePage.address(
                String(localized: "Shared link"),
                String(
                    localized: "Everyone who has this address can open it until \(day). It isn't shown again."
                ),
                "\(ownAddress(request))/shared/\(secret)"), request)
    }

    // MARK: Pages

    private func peoplePage(_ request: Request, problem: LootError? = nil) throws(LootError) -> Response {
        let page = PeoplePage(
            managed: try managedPeople(), views: views.all, today: today(), isOpen: !access.needsToken,
            problem: problem)
        return layout(String(localized: "People"), request, needsScript: false).response(
            back: .more, frame: "detail-frame people", page.html,
            problem == nil ? .ok : .unprocessableContent)
    }

    private func invitationPage(
        _ name: String, _ secret: String, token: String? = nil, _ request: Request
    ) -> Response {
        let day = People.Invitation.lastDay(after: today())
        return smallPage(
            name,
            PeoplePage.address(
                String(localized: "Send this address to \(name)"),
                String(
                    localized:
                        "It signs in one browser as “\(name)”, once and until \(day). It isn't shown again."),
                "\(ownAddress(request))/join/\(secret)", token: token), request)
    }

    private func smallPage(_ title: String, _ content: HTML, _ request: Request) -> Response {
        layout(title, kind: "small-page", request, needsScript: false).response(content)
    }

    /// Returns the address of the list without a slash at the end: the public address, or the address that the given
    /// request uses if no public address is configured.
    private func ownAddress(_ request: Request) -> String {
        publicAddress ?? "http://\(request.host ?? "localhost")\(addresses.base)"
    }

    // MARK: Invitations

    /// Adds the routes of invitations. Opening the address doesn't use up an invitation, because programs open
    /// addresses to show a preview of the page. Only the button on the page does.
    func addInvitations(to router: inout Router) {
        page(&router, .get, "/join/{secret}", for: Role.none) { request in
            let secret = request.parameters["secret"]
            guard let person = self.access.people.current().person(invitedBy: secret) else {
                throw Self.noInvitation
            }
            let name = request.sender.session == nil ? nil : request.caller.name
            return self.smallPage(
                String(localized: "Sign in"),
                PeoplePage.invitation(
                    of: person.name, secret: secret, other: name == person.name ? nil : name), request)
        }
        page(&router, .post, "/join/{secret}", for: Role.none) { request in
            guard let (cookie, person) = try self.access.service.join(request.parameters["secret"], request)
            else { throw Self.noInvitation }
            let caller = Caller.person(person, list: self.access.list)
            // The person may not have access to the list of the address.
            var response = Self.redirect(self.directory.lists(for: caller).first?.address ?? "/")
            if caller.role != .none { response = Self.redirect("/") }
            response.headers[.setCookie] = cookie
            return response
        }
    }

    private static var noInvitation: HTTPError {
        HTTPError(
            .gone,
            String(
                localized: """
                    This invitation was used or replaced, or it has expired. Ask for a new one, or sign in with your \
                    token.
                    """))
    }
}
