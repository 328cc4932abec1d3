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
}
