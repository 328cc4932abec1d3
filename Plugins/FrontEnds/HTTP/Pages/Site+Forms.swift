import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

extension Site {
    func addWriting(to router: inout Router) {
        page(&router, .post, "/items", bodyLimit: Site.uploadLimit) { try await self.addFromForm($0) }
        page(&router, .post, "/items/{id}") { try await self.saveFromForm($0) }
        page(&router, .post, "/items/{id}/delete") { request in
            let id = try self.itemID(request)
            let form = try await self.form(request)
            let commit = try await self.inventory.remove([id])
            return self.done(request, commit, Self.back(form))
        }
        page(&router, .post, "/items/{id}/move") { request in
            let id = try self.itemID(request)
            let form = try await self.form(request)
            let destination = try await self.destination(of: id, form)
            let back = Self.back(form, to: id)
            guard let destination else { return self.done(request, nil, back) }
            return self.done(request, try await self.inventory.move(id, to: destination).1, back)
        }
        addFileForms(to: &router)
        page(&router, .post, "/import", bodyLimit: API.maximumFile) { try await self.importFromForm($0) }
        page(&router, .post, "/undo") { request in
            let form = try await self.form(request)
            try await self.check(form, means: \.undoable, failure: "Can't undo the change.")
            return self.done(request, try await self.inventory.undo(), Self.back(form))
        }
        page(&router, .post, "/redo") { request in
            let form = try await self.form(request)
            try await self.check(form, means: \.redoable, failure: "Can't redo the change.")
            return self.done(request, try await self.inventory.redo(), Self.back(form))
        }
        page(&router, .post, "/bulk") { try await self.changeMany($0) }
        for action in actions {
            page(&router, .post, "/do/\(action.id)", for: action.requiredRole) {
                try await self.runFromForm(action, $0)
            }
            if action.parameters.isEmpty { continue }
            page(&router, .get, "/do/\(action.id)", for: action.requiredRole) {
                try await self.showForm(of: action, $0)
            }
        }
        addViews(to: &router)
        addSettings(to: &router)
        addSignIn(to: &router)
        addSettingsPage(to: &router)
    }

    private func addSettings(to router: inout Router) {
        page(&router, .post, "/text-size", for: .read) { request in
            let form = try await self.form(request)
            var response = Self.redirect(Self.back(form))
            if let size = form["size"], PageLayout.textSizes.contains(size) {
                response.headers[.setCookie] =
                    "\(PageLayout.textSizeCookie)=\(size); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            }
            return response
        }
        page(&router, .post, "/language", for: .read) { request in
            let form = try await self.form(request)
            var response = Self.redirect(Self.back(form))
            // Without a tag, the page follows the browser's language again.
            let tag = form["language"].flatMap { Language($0)?.tag }
            response.headers[.setCookie] =
                "\(Request.languageCookie)=\(tag ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(tag == nil ? 0 : 31_536_000)"
            return response
        }
    }

    /// Returns the response after a form was processed: a redirect to the given address, or only the new state for
    /// scripts that request it.
    func done(_ request: Request, _ commit: Commit?, _ address: String) -> Response {
        guard request.headers["Prefer"] == "return=minimal" else { return Self.redirect(address) }
        return Response(
            .noContent,
            headers: [
                "Loot-State": commit.map { states.id($0.revision) } ?? "", .cacheControl: "no-store",
            ])
    }

    /// Returns the destination of the item with the given ID: before or after another item, or one row up or down in
    /// the current list.
    private func destination(
        of id: ItemID, _ form: QueryItems
    ) async throws(LootError) -> Destination? {
        if let other = form["before"].flatMap({ ItemID($0) }) { return .before(other) }
        if let other = form["after"].flatMap({ ItemID($0) }) { return .after(other) }
        guard let way = form["by"], let request = Request(.get, Self.back(form)), request.path == "/"
        else { return nil }
        let query = try await ListQuery(request, host).query(self)
        guard let row = try await store.position(of: id, in: query) else { return nil }
        let other = way == "up" ? row - 1 : row + 1
        guard other >= 0, let item = try await store.page(of: query, rows: other..<other + 1).items.first
        else { return nil }
        return way == "up" ? .before(item.id) : .after(item.id)
    }

    static func redirect(_ address: String) -> Response {
        Response(.seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    func form(_ request: Request) async throws -> QueryItems {
        let bytes = try await request.body.bytes()
        guard bytes.isEmpty || request.mediaType == "application/x-www-form-urlencoded" else {
            throw HTTPError(
                .unsupportedMediaType,
                String(localized: "The body must be application/x-www-form-urlencoded."))
        }
        return QueryItems(form: bytes)
    }

    /// Throws an error if the given form specifies a commit that isn't the next commit to undo or redo.
    private func check(
        _ form: QueryItems, means steps: any KeyPath<History, [Commit]> & Sendable, failure: Message
    ) async throws(LootError) {
        guard let revision = form["revision"].flatMap({ UInt64($0) }) else { return }
        let next = try await inventory.titles(limit: 1)[keyPath: steps].last
        guard next?.revision.rawValue != revision else { return }
        throw LootError(
            .conflict, failure, reason: "Something else was changed in the meantime.",
            advice: "Check which changes can be undone or redone now.")
    }
}
