import LootAPI
import LootActions
import LootCore
import WebServer

extension Site {
    /// Handles `GET /api/history`.
    func history(_ input: (Int, Bool)) async throws -> Reply<HistoryAnswer> {
        let (limit, isWhole) = input
        let history = try await elsewhere { () throws(LootError) in
            isWhole
                ? try await self.inventory.history(limit: limit)
                : try await self.inventory.titles(limit: limit)
        }
        return Reply(HistoryAnswer(history, isWhole: isWhole), isLong: true)
    }

    /// Handles `GET /api/items/{id}/history`.
    func itemHistory(_ input: (ItemID, Int)) async throws -> Reply<[Commit]> {
        Reply(try await inventory.history(of: input.0, limit: input.1), isLong: true)
    }

    /// Handles `GET /api/store`.
    func describeStore() async throws -> Reply<StoreDescription> {
        let revision = try await store.summary().revision
        let problem = condition.problem
        var capabilities = condition.capabilities
        if !Caller.current.canWrite { capabilities.remove(.writable) }
        return Reply(
            StoreDescription(
                revision: revision, state: states.id(revision), server: states.server,
                capabilities: capabilities, problem: problem?.code,
                detail: problem?.publicDescription()))
    }

    /// The public address of the list, without a slash at the end, or `nil` if it isn't configured.
    var publicAddress: String? {
        configuration.publicURL.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0) + addresses.base }
    }

    /// Handles `GET /healthz`.
    func health() async throws -> Reply<[UInt8]> {
        if let problem = condition.problem { throw Problem(unhealthy: problem) }
        _ = try await store.summary()
        return Reply(Array("{\"status\":\"ok\"}".utf8))
    }

    /// Handles `GET /metrics`. The text is for a program and isn't translated.
    func metrics() async throws -> Reply<[UInt8]> {
        let summary = try await store.summary()
        // The number of items in a damaged store is unknown.
        let items = """
            # HELP loot_items Items in the store.
            # TYPE loot_items gauge
            loot_items \(summary.count)

            """
        let text = """
            \(condition.damage == nil ? items : "")# HELP loot_healthy Whether all is well with the store.
            # TYPE loot_healthy gauge
            loot_healthy \(condition.problem == nil ? 1 : 0)
            # HELP loot_revision The store's revision.
            # TYPE loot_revision gauge
            loot_revision \(summary.revision)
            # HELP loot_event_clients Clients that follow changes.
            # TYPE loot_event_clients gauge
            loot_event_clients \(feed.clientCount)

            """
        return Reply(Array((text + counters.prometheusText(prefix: "loot_http")).utf8))
    }
}
