import LootAPI
import LootActions
import LootCore
import LootPlugins
import WebServer

/// What a page of the list was asked for by.
struct ListKey: Hashable {
    let text: QueryText
    let limit: Int
    let offset: Int
    let cursor: PageCursor?
    let hasOutline: Bool
}

extension Site {
    /// `GET /api/items`
    func list(
        _ input: (QueryText, Int, Int, PageCursor?, Bool, String?)
    ) async throws -> Reply<ListedItems> {
        let (text, limit, offset, cursor, hasOutline, snapshotID) = input
        let query = try self.query(text)
        let snapshot = try snapshotID.map(snapshots.snapshot)
        // A snapshot is an epoch of its own: it has one state, and nothing follows it.
        let epoch = snapshotID ?? states.epoch
        let start = try await cursor?.start(in: query, of: snapshot ?? store) ?? offset
        // One row more, which is where the next page begins.
        let rows = start..<start + limit + (limit > 0 ? 1 : 0)
        let key = ListKey(text: text, limit: limit, offset: offset, cursor: cursor, hasOutline: hasOutline)
        var answer: Answer
        if let snapshot {
            answer = try await snapshot.answer(to: query, rows: rows)
        } else {
            let outline = try await store.outline(of: query)
            if let known = answers.answer(to: key, in: outline.revision, of: epoch) {
                return Reply(made: known)
            }
            answer = try await store.answer(to: query, rows: rows, after: outline)
            try await condition.requireWhole(isEmpty: outline.count == 0)
        }
        let following = answer.page.items.count > limit ? answer.page.items.removeLast() : nil
        let state = StateTags.id(answer.page.revision, of: epoch)
        var page = ListedItems(answer.page, of: answer.outline.count, state: state)
        if let following, let last = answer.page.items.last {
            page.next = PageCursor(after: last.id, before: following.id, row: start + limit)
        }
        if hasOutline { page.sections = SectionList(answer.outline, state: state) }
        if case .named = text.sections { page.titles = answer.titles }
        var reply = Reply(page, headers: headers(of: state, isHeld: snapshot != nil))
        if let next = page.next {
            let target = API.listItems.request((text, limit, 0, next, hasOutline, snapshotID)).target
            reply.headers.append("Link", "<\(target)>; rel=\"next\"")
        }
        if snapshot != nil { return reply }
        let response = API.listItems.response(&reply)
        answers.keep(response, to: key, in: answer.page.revision, of: epoch)
        return Reply(made: response)
    }

    /// The query that a text means, without sections unless they are said.
    func query(_ text: QueryText) throws(LootError) -> ItemQuery {
        try queries.value(of: text) { () throws(LootError) in
            try text.query { (name) throws(LootError) in
                try name.flatMap { (name) throws(LootError) in try host.sectioning(name) }
            }
        }
    }

    /// Of which state an answer is, and how long it may be kept: one from a snapshot is asked for once.
    private func headers(of state: String, isHeld: Bool) -> Headers {
        isHeld ? [.cacheControl: "no-store"] : [.eTag: "\"\(state)\"", .cacheControl: "no-cache"]
    }

    /// `GET /api/sections`
    func sections(_ input: (QueryText, String?)) async throws -> Reply<SectionList> {
        let (text, snapshotID) = input
        let snapshot = try snapshotID.map(snapshots.snapshot)
        var query = try self.query(text)
        if text.sections == .unsaid { query.sectioning = try host.sectioning() }
        let reader: any ItemReader = snapshot ?? store
        let outline = try await reader.outline(of: query)
        if snapshot == nil { try await condition.requireWhole(isEmpty: outline.count == 0) }
        let state = StateTags.id(outline.revision, of: snapshotID ?? states.epoch)
        return Reply(
            SectionList(outline, state: state), headers: headers(of: state, isHeld: snapshot != nil))
    }

    /// `GET /api/statistics`
    func statistics(_ text: QueryText) async throws -> Reply<[UInt8]> {
        let query = try self.query(text)
        let statistics = try await elsewhere { () throws(LootError) in
            try await self.inventory.statistics(of: query)
        }
        try await condition.requireWhole(isEmpty: statistics.items == 0)
        return Reply(ItemListing.json(of: statistics, sections: nil))
    }

    /// `GET /api/items/{id}/position`
    func position(_ input: (ItemID, QueryText, String?)) async throws -> Reply<Int?> {
        let (id, text, snapshotID) = input
        let query = try self.query(text)
        let reader: any ItemReader = try snapshotID.map(snapshots.snapshot) ?? store
        return Reply(try await reader.position(of: id, in: query))
    }

    // MARK: Snapshots

    /// `POST /api/snapshots`
    func holdSnapshot() async throws -> Reply<HeldSnapshot> {
        let (id, snapshot) = try await snapshots.hold(of: store)
        return Reply(
            HeldSnapshot(id: id, revision: snapshot.revision, lifetime: snapshots.lifetime),
            headers: [.location: API.releaseSnapshot.request(id).target])
    }

    /// `DELETE /api/snapshots/{snapshot}`
    func letGoOfSnapshot(_ id: String) async -> Reply<Void> {
        await snapshots.letGo(of: id)
        return Reply(())
    }
}

extension Answer {
    /// The sections in which rows of the page stand, by their rows and titles.
    fileprivate var titles: [(rows: Range<Int>, title: String)] {
        let rows = page.start..<page.start + page.items.count
        return outline.sections.lazy.filter { $0.rows.overlaps(rows) }
            .map { ($0.rows.clamped(to: rows), $0.key == nil ? "" : $0.title) }
    }
}
