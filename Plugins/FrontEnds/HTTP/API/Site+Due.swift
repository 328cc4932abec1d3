import LootAPI
import LootActions
import LootCore
import WebServer

extension Site {
    /// Handles `GET /api/due`.
    func due(_ input: (CalendarSpan, Int)) async throws -> Reply<[UInt8]> {
        let (span, limit) = input
        let today = today()
        await chargeWholeList()
        let due = try await elsewhere { () throws(LootError) in
            try await self.inventory.due(on: today, through: today.through(span), limit: limit)
        }
        try await condition.requireWhole(isEmpty: due.isEmpty)
        return Reply(DueListing.document(of: due), headers: [.cacheControl: "no-store"])
    }

    /// Handles `GET /due.ics`.
    func calendar(_ span: CalendarSpan?) async throws -> Reply<[UInt8]> {
        let today = today()
        await chargeWholeList()
        try await condition.requireWhole(isEmpty: try await store.summary().count == 0)
        let (inventory, last) = (inventory, span.map { today.through($0) } ?? .last)
        return Site.download("loot.ics", API.calendar) { writer in
            try await DueCalendar(on: today).write(inventory, through: last) {
                (bytes) async throws(LootError) in
                do { try await writer.write(bytes) } catch { return false }
                return true
            }
        }
    }

    /// Adds the route of the page's form for maintenance.
    func addCare(to router: inout Router) {
        page(&router, .post, "/items/{id}/care") { request in
            try await self.note(request) { (inventory, id, form) throws(LootError) in
                let isService = form.values(of: "regular").last == "true"
                let day = form["on"] ?? ""
                let entry = try CareEntry(
                    note: form["note"] ?? "", cost: form["cost"] ?? "",
                    day: day.isEmpty ? self.today().description : day, isService: isService,
                    in: self.presentation.money)
                return try await inventory.noteCare(of: [id], entry, isService: isService)
            }
        }
    }

    /// Runs the action of a button on an item's page and redirects back to the page.
    private func note(
        _ request: Request,
        _ action: (Inventory, ItemID, QueryItems) async throws(LootError) -> Commit?
    ) async throws -> Response {
        let id = try itemID(request)
        let form = try await form(request)
        let commit = try await action(inventory, id, form)
        return Self.redirect(Self.address(of: id, back: Self.back(form), saved: commit, also: []))
    }
}
