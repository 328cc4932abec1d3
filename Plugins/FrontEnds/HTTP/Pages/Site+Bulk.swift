import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

extension Site {
    /// Handles `POST /bulk`: changes the selected items, or all items in the list, in one step.
    func changeMany(_ request: Request) async throws -> Response {
        let form = try await form(request)
        let back = Self.back(form)
        let ids = try await chosen(form, in: back)
        if ids.isEmpty {
            throw LootError(
                .invalidValue, "Can't change anything.", reason: "No item is selected.",
                advice: "Select items, or all items found.")
        }
        let commit: Commit?
        switch form["do"] {
        case "remove": commit = try await inventory.remove(ids)
        case "edit": commit = try await inventory.edit(ids, try edit(form), in: presentation.money)
        case "export": return try await export(ids)
        case "labels": return try await labels(ids)
        default: throw HTTPError(.badRequest, String(localized: "The form doesn't contain an action."))
        }
        guard let commit, request.headers["Prefer"] != "return=minimal" else {
            return done(request, commit, back)
        }
        return Self.redirect(Self.reporting(commit, in: back))
    }

    /// Returns the IDs of the items that the given form selects.
    private func chosen(_ form: QueryItems, in address: String) async throws -> [ItemID] {
        switch try await selection(form, in: address) {
        case .items(let ids): return ids
        case .matching(let query):
            var ids: [ItemID] = []
            try await store.withRows(of: query) { rows throws(LootError) in
                try await rows.forEach { ids.append($0.id) }
            }
            return ids
        }
    }

    private func edit(_ form: QueryItems) throws(LootError) -> ItemEdit {
        var edit = ItemEdit()
        for name: FieldKey in ["tags", "location"] {
            guard let field = Field.with(key: name), let text = form[name.rawValue], !text.isEmpty else {
                continue
            }
            try edit.set(field, to: text)
        }
        if edit.isEmpty {
            throw LootError(
                .invalidValue, "Can't change anything.", reason: "No tags or place were entered.",
                advice: "Enter tags or a place.")
        }
        return edit
    }

    private func export(_ ids: [ItemID]) async throws(LootError) -> Response {
        let items = try await items(ids)
        return download("loot.csv", "text/csv", ItemListing.bytes(ofNamed: items, as: .csv))
    }

    /// Returns a file with labels for the given items to print. If `publicURL` is configured, the codes lead to this
    /// server.
    private func labels(_ ids: [ItemID]) async throws(LootError) -> Response {
        let sheets = try LabelSheet.sheets(
            for: try await items(ids), on: LabelPaper.all[0], publicURL: publicAddress)
        return download("labels.html", "text/html", Array(LabelSheet.document(sheets).utf8))
    }

    private func items(_ ids: [ItemID]) async throws(LootError) -> [Item] {
        var items: [Item] = []
        for id in ids { if let item = try await store.item(id) { items.append(item) } }
        return items
    }

    private func download(_ name: String, _ type: String, _ bytes: [UInt8]) -> Response {
        Response(
            headers: [
                .contentType: "\(type); charset=utf-8", .cacheControl: "no-store",
                "Content-Disposition": "attachment; filename=\"\(name)\"",
            ], body: .bytes(bytes))
    }
}
