import LootAPI
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import WebServer

extension Site {
    /// Adds the routes of the page's buttons for views.
    func addViews(to router: inout Router) {
        page(&router, .post, "/views") { request in
            let form = try await self.form(request)
            let name = form["name"] ?? ""
            guard let shown = Request(.get, Self.back(form)), shown.path == "/" else {
                return Self.redirect("/")
            }
            try self.requireViewsToBeKept()
            let list = try ListQuery(shown, self.host)
            let view = list.view(named: name)
            if let old = self.views.all.first(where: { $0.isCalled(name) }),
                old.text != view.text || old.fields != view.fields
            {
                let problem: Message = """
                    A different view named “\(old.name)” already exists. Choose another name, or remove that view \
                    first.
                    """
                return try await self.listPage(shown, refusing: (name, problem.text))
            }
            do throws(LootError) { try await self.keep(view) } catch {
                if error.code != .malformed { throw error }
                return try await self.listPage(shown, refusing: (name, error.text))
            }
            return Self.redirect(list.address)
        }
        page(&router, .post, "/views/remove") { request in
            let form = try await self.form(request)
            try self.requireViewsToBeKept()
            try await self.remove(view: form["name"] ?? "")
            return Self.redirect(Self.back(form))
        }
    }

    /// Handles `PUT /api/views/{view}`.
    func keepView(_ input: (String, SavedView)) async throws -> Reply<Void> {
        try await keep(SavedView(input.0, input.1.text, fields: input.1.fields))
        return Reply(())
    }

    /// Handles `DELETE /api/views/{view}`.
    func removeView(_ name: String) async throws -> Reply<Void> {
        try requireViewsToBeKept()
        try await remove(view: name)
        return Reply(())
    }

    private func remove(view name: String) async throws(LootError) {
        defer { views.forget() }
        try await inventory.removeView(name, for: host)
    }

    private func keep(_ view: SavedView) async throws(LootError) {
        try requireViewsToBeKept()
        try view.check()
        if case .named(let sections) = view.text.sections, sections != ListQuery.none {
            _ = try host.sectioning(sections)
        }
        defer { views.forget() }
        try await inventory.save(view, for: host)
    }

    /// Throws an error if the caller can't change the list, because changing views requires the same access.
    private func requireViewsToBeKept() throws(LootError) {
        if canWrite { return }
        throw LootError(
            .readOnly, "Can't change the views.", reason: "The list is read-only here.",
            advice: "Open the list with permission to change it, and change them there.")
    }
}

extension FieldKey {
    /// The name in views and addresses.
    var shortName: String { Field.with(key: self)?.name ?? rawValue }
}
