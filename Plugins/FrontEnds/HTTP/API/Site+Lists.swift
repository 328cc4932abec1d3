import LootAPI
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import WebServer

extension Site {
    /// Handles `GET /api/items`.
    func list(
        _ input: (QueryText, Int, Int, PageCursor?, Bool, Bool, String?)
    ) async throws -> Reply<ListedItems> {
        let (text, limit, offset, cursor, hasOutline, wantsNear, snapshotID) = input
        let day = today()
        let query = try await self.query(text, on: day)
        let snapshot = try snapshotID.map(snapshots.snapshot)
        let reader: any ItemReader = snapshot ?? store
        // A snapshot has its own epoch with a single state.
        let epoch = snapshotID ?? states.epoch
        let start = try await cursor?.start(in: query, of: reader) ?? offset
        // Request one more row to determine the start of the next page.
        let rows = start..<start + limit + (limit > 0 ? 1 : 0)
        var answer = try await reader.answer(to: query, rows: rows)
        if snapshot == nil { try await condition.requireWhole(isEmpty: answer.outline.count == 0) }
        let following = answer.page.items.count > limit ? answer.page.items.removeLast() : nil
        let state = StateTags.id(answer.page.revision, of: epoch)
        var page = ListedItems(answer.page, of: answer.outline.count, state: state)
        if let presentation = try self.presentation(of: text, on: day) {
            page.bookValues = answer.page.items.map(presentation.bookValue)
        }
        if let following, let last = answer.page.items.last {
            page.next = PageCursor(after: last.id, before: following.id, row: start + limit)
        }
        if hasOutline { page.sections = SectionList(answer.outline, state: state) }
        if case .named = text.sections { page.titles = answer.titles }
        if wantsNear, answer.outline.count == 0 {
            page.near = try await reader.near(query).map { ($0.text, $0.sentence) }
        }
        var reply = Reply(page, headers: headers(of: state, of: text, on: day, isHeld: snapshot != nil))
        let links = page.links(limit: limit).map { link in
            let input = (text, limit, link.offset, link.cursor, hasOutline, wantsNear, snapshotID)
            return "<\(API.listItems.request(input).target)>; rel=\"\(link.relation)\""
        }
        if !links.isEmpty { reply.headers.append("Link", links.joined(separator: ", ")) }
        reply.isLong = hasOutline && answer.outline.sections.count > Site.greatestBriefOutline
        return reply
    }

    /// The maximum number of sections for encoding on the event loop.
    private static let greatestBriefOutline = 100

    /// Returns the presentation for the day of a query, or `nil` if it has none.
    private func presentation(of text: QueryText, on today: Day) throws(LootError) -> ItemPresentation? {
        guard let day = try text.day(today: today) else { return nil }
        var presentation = presentation
        presentation.day = day
        return presentation
    }

    /// Returns the query for the given text. It has no sections unless the text specifies them.
    func query(_ text: QueryText, on day: Day? = nil) async throws(LootError) -> Query {
        try await inventory.query(of: text, today: day ?? today(), currency: presentation.money.currency) {
            (name) throws(LootError) in
            try name.flatMap { (name) throws(LootError) in try host.sectioning(name) }
        }
    }

    /// Returns the query for the given text, with the configured sections by default.
    private func sectionedQuery(_ text: QueryText, on day: Day) async throws(LootError) -> Query {
        var query = try await self.query(text, on: day)
        if text.sections == .unsaid { query.sectioning = try host.sectioning() }
        return query
    }

    /// Returns the headers for caching. Responses from snapshots aren't cached, and conditions, which may contain
    /// relative dates, are valid only on the same day.
    private func headers(of state: String, of text: QueryText, on day: Day, isHeld: Bool) -> Headers {
        let tag = text.conditions.isEmpty && text.at == nil ? "\"\(state)\"" : "\"\(state).\(day)\""
        return isHeld ? [.cacheControl: "no-store"] : [.eTag: tag, .cacheControl: "no-cache"]
    }

    /// Handles `GET /api/sections`.
    func sections(_ input: (QueryText, String?)) async throws -> Reply<SectionList> {
        let (text, snapshotID) = input
        let snapshot = try snapshotID.map(snapshots.snapshot)
        let day = today()
        let query = try await sectionedQuery(text, on: day)
        let reader: any ItemReader = snapshot ?? store
        let outline = try await reader.outline(of: query)
        if snapshot == nil { try await condition.requireWhole(isEmpty: outline.count == 0) }
        let state = StateTags.id(outline.revision, of: snapshotID ?? states.epoch)
        return Reply(
            SectionList(outline, state: state),
            headers: headers(of: state, of: text, on: day, isHeld: snapshot != nil),
            isLong: outline.sections.count > Site.greatestBriefOutline)
    }

    /// Handles `GET /api/live`. Each client has its own live result. A client that falls far behind must start
    /// again.
    func follow(_ text: QueryText) async throws -> Reply<LiveEvent> {
        let query = try await sectionedQuery(text, on: today())
        let answer = try await store.live(query)
        try await condition.requireWhole(isEmpty: answer.outline.count == 0)
        return Reply(
            made: .eventStream { [states] writer in
                func write(_ event: LiveEvent) async throws {
                    var bytes: [UInt8] = []
                    API.followAnswer.answer.write(event, &bytes)
                    try await writer.write(bytes)
                }
                try await withThrowingTaskGroup { group in
                    group.addTask { try await StreamBeat.run { try await writer.write(StreamBeat.bytes) } }
                    group.addTask {
                        let outline = answer.outline
                        try await write(LiveEvent(outline, state: states.id(outline.revision)))
                        for await step in answer {
                            try await write(LiveEvent(step, state: states.id(step.revision)))
                        }
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            })
    }

    /// Handles `GET /api/statistics`.
    func statistics(_ input: (QueryText, String?)) async throws -> Reply<[UInt8]> {
        let (text, name) = input
        let kind = try name.map { (name) throws(LootError) in try Chart.Kind(named: name) }
        let query = try await self.query(text)
        let presentation = try presentation(of: text, on: today()) ?? presentation
        await chargeWholeList()
        let statistics = try await elsewhere { () throws(LootError) in
            try await self.inventory.statistics(of: query, presentation)
        }
        let chart = try await elsewhere { () throws(LootError) -> Chart? in
            guard let kind else { return nil }
            return try await self.inventory.chart(kind, of: query, presentation)
        }
        try await condition.requireWhole(isEmpty: statistics.items == 0)
        return Reply(ItemListing.json(of: statistics, sections: nil, chart: chart))
    }

    /// Handles `GET /api/items/{id}/position`.
    func position(_ input: (ItemID, QueryText, String?)) async throws -> Reply<Int?> {
        let (id, text, snapshotID) = input
        let query = try await self.query(text)
        let reader: any ItemReader = try snapshotID.map(snapshots.snapshot) ?? store
        return Reply(try await reader.position(of: id, in: query))
    }

    // MARK: Snapshots

    /// Handles `POST /api/snapshots`.
    func holdSnapshot() async throws -> Reply<HeldSnapshot> {
        let share = try allowances.take(of: .snapshots, for: Caller.current.account)
        let (id, snapshot) = try await snapshots.hold(of: store, share)
        return Reply(
            HeldSnapshot(id: id, revision: snapshot.revision, lifetime: snapshots.lifetime),
            headers: [.location: API.releaseSnapshot.request(id).target])
    }

    /// Handles `DELETE /api/snapshots/{snapshot}`.
    func letGoOfSnapshot(_ id: String) async -> Reply<Void> {
        await snapshots.letGo(of: id)
        return Reply(())
    }
}

extension Answer {
    /// The titles of the sections on the page, with their rows.
    fileprivate var titles: [(rows: Range<Int>, title: String)] {
        let rows = page.start..<page.start + page.items.count
        return outline.sections.lazy.filter { $0.rows.overlaps(rows) }
            .map { ($0.rows.clamped(to: rows), $0.key == nil ? "" : $0.title) }
    }
}
