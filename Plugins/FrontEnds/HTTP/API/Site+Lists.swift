import LootControllers
import LootCore
import LootFormats
import WebServer

extension Site {
    private static let greatestPage = 1_000

    /// `GET /api/items`
    func list(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(
            request, self,
            knowing: QueryParameters.names + [
                "sections", "rule", "limit", "cursor", "offset", "outline", "snapshot",
            ],
            sections: "sections")
        let snapshot = try snapshot(request)
        // A snapshot is an epoch of its own: it has one state, and nothing follows it.
        let epoch = parameters["snapshot"] ?? states.epoch
        let limit = try parameters.number("limit", atMost: Site.greatestPage) ?? 50
        let hasOutline = try parameters.flag("outline")
        var start = try parameters.number("offset", atMost: Int.max / 2) ?? 0
        if let text = parameters["cursor"] {
            guard let cursor = Cursor(text) else {
                throw LootError(
                    .malformed, "can't go on", because: "this cursor is not one of mine",
                    next: "Take next of the page before")
            }
            start = try await cursor.start(in: parameters.query, of: snapshot ?? store, epoch: epoch)
        }
        let target = request.target
        let rows = start..<start + limit
        let answer: Answer
        if let snapshot {
            answer = try await snapshot.answer(to: parameters.query, rows: rows)
        } else {
            let outline = try await store.outline(of: parameters.query)
            if let known = answers.answer(at: target, in: outline.revision, of: epoch) { return known }
            answer = try await store.answer(to: parameters.query, rows: rows, after: outline)
            try await condition.requireWhole(isEmpty: outline.count == 0)
        }
        let end = answer.page.start + answer.page.items.count
        let cursor = answer.page.items.last.flatMap { last in
            end < answer.outline.count ? Cursor(after: last.id, row: end, epoch: epoch).text : nil
        }
        var response = Response(
            bytes: pageBytes(
                answer, of: epoch, isInSections: parameters["sections"] != nil,
                outline: hasOutline ? Site.json(of: answer.outline.sections) : nil,
                next: cursor),
            type: "application/json")
        describe(answer.page.revision, of: epoch, isHeld: snapshot != nil, in: &response)
        if let cursor {
            let items = parameters.items(without: ["cursor", "offset"]) + [("cursor", cursor)]
            response.headers["Link"] = "</api/items\(PercentEncoding.query(items))>; rel=\"next\""
        }
        if snapshot == nil { answers.keep(response, at: target, in: answer.page.revision, of: epoch) }
        return response
    }

    /// Says of which state an answer is, and how long it may be kept: one from a snapshot is asked for once.
    private func describe(
        _ revision: Revision, of epoch: String, isHeld: Bool, in response: inout Response
    ) {
        if !isHeld { response.headers[.eTag] = "\"\(StateTags.id(revision, of: epoch))\"" }
        response.headers[.cacheControl] = isHeld ? "no-store" : "no-cache"
    }

    private func pageBytes(
        _ answer: Answer, of epoch: String, isInSections: Bool, outline: JSON?, next: String?
    ) -> [UInt8] {
        var bytes = Array(
            """
            {"total":\(answer.outline.count),"revision":\(answer.page.revision),\
            "state":"\(StateTags.id(answer.page.revision, of: epoch))","start":\(answer.page.start)
            """.utf8)
        if let next { bytes += ",\"next\":\"\(next)\"".utf8 }
        if let outline { bytes += Array(",\"sections\":".utf8) + outline.bytes }
        bytes += ",\"items\":[".utf8
        bytes.reserveCapacity(answer.page.items.count * 224 + 128)
        if isInSections {
            for section in answer.outline.sections[...].drop(while: {
                $0.rows.upperBound <= answer.page.start
            }) {
                var member = Array(",\"section\":".utf8)
                ForeignValue.text(section.key == nil ? "" : section.title).appendJSON(to: &member)
                let rows = section.rows.clamped(to: answer.page.rows)
                append(answer.page, rows, with: member, to: &bytes)
                if section.rows.upperBound >= answer.page.rows.upperBound { break }
            }
        } else {
            append(answer.page, answer.page.rows, with: [], to: &bytes)
        }
        bytes += "]}".utf8
        return bytes
    }

    /// Appends rows of a page, each with a further member.
    private func append(_ page: Page, _ rows: Range<Int>, with member: [UInt8], to bytes: inout [UInt8]) {
        for row in rows {
            if row > page.start { bytes.append(UInt8(ascii: ",")) }
            writer.append(page.items[row - page.start], to: &bytes)
            if member.isEmpty { continue }
            bytes.removeLast()
            bytes += member
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// `GET /api/sections`
    func sections(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(
            request, self, knowing: QueryParameters.names + ["by", "rule", "snapshot"], sections: "by")
        let snapshot = try snapshot(request)
        let epoch = parameters["snapshot"] ?? states.epoch
        var query = parameters.query
        if parameters["by"] == nil, parameters["rule"] == nil { query.sectioning = try host.sectioning() }
        let reader: any ItemReader = snapshot ?? store
        let outline = try await reader.outline(of: query)
        if snapshot == nil { try await condition.requireWhole(isEmpty: outline.count == 0) }
        let body = JSON([
            ("total", JSON(outline.count)), ("totalValue", JSON(outline.totalValue)),
            ("revision", JSON(outline.revision.rawValue)),
            ("state", JSON(StateTags.id(outline.revision, of: epoch))),
            ("sections", Site.json(of: outline.sections)),
        ])
        var response = Response(bytes: body.bytes, type: "application/json")
        describe(outline.revision, of: epoch, isHeld: snapshot != nil, in: &response)
        return response
    }

    private static func json(of sections: [Section]) -> JSON {
        JSON(
            sections.map { section in
                JSON([
                    ("key", JSON(section.key)), ("title", JSON(section.title)),
                    ("indexTitle", section.indexTitle.map { JSON($0) } ?? JSON(.null)),
                    ("count", JSON(section.count)), ("totalValue", JSON(section.totalValue)),
                    ("start", JSON(section.start)),
                ])
            })
    }

    /// `GET /api/statistics`
    func statistics(_ request: Request) async throws -> Response {
        let query = try QueryParameters(
            request, self, knowing: QueryParameters.names, sections: ""
        ).query
        let statistics = try await elsewhere { () throws(LootError) in
            try await self.inventory.statistics(of: query)
        }
        try await condition.requireWhole(isEmpty: statistics.items == 0)
        return Response(
            bytes: ItemListing.json(of: statistics, sections: nil), type: "application/json")
    }

    /// `GET /api/items/{id}/position`
    func position(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let query = try QueryParameters(
            request, self, knowing: QueryParameters.names + ["rule", "snapshot"], sections: ""
        ).query
        let reader: any ItemReader = try snapshot(request) ?? store
        let position = try await reader.position(of: id, in: query)
        return Response(
            bytes: JSON([("position", position.map { JSON($0) } ?? JSON(.null))]).bytes,
            type: "application/json")
    }

    /// `GET /api/history`
    func history(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(request, self, knowing: ["limit", "changes"], sections: "")
        let limit = try parameters.number("limit", atMost: Site.greatestPage) ?? 50
        let history = try await elsewhere { () throws(LootError) in
            try await self.inventory.history(limit: limit)
        }
        if try parameters.flag("changes") {
            var bytes: [UInt8] = []
            ChangeWriter().append(history, to: &bytes)
            return Response(bytes: bytes, type: "application/json")
        }
        func list(_ commits: [Commit]) -> JSON {
            JSON(
                commits.map { commit in
                    var members: [(String, JSON)] = [
                        ("revision", JSON(commit.revision.rawValue)),
                        ("date", JSON(commit.date.description)), ("title", JSON(commit.title)),
                    ]
                    if let author = commit.author { members.append(("author", JSON(author))) }
                    return JSON(members)
                })
        }
        let body = JSON([("undoable", list(history.undoable)), ("redoable", list(history.redoable))])
        return Response(bytes: body.bytes, type: "application/json")
    }

    /// `GET /api/items/{id}/history`
    func itemHistory(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let parameters = try QueryParameters(request, self, knowing: ["limit"], sections: "")
        let limit = try parameters.number("limit", atMost: Site.greatestPage) ?? 50
        let commits = try await inventory.history(of: id, limit: limit)
        var bytes: [UInt8] = []
        ChangeWriter().append(history: commits, to: &bytes)
        return Response(bytes: bytes, type: "application/json")
    }

    /// `GET /api/store`
    func describeStore() async throws -> Response {
        let revision = try await store.summary().revision
        let capabilities = condition.capabilities
        let names = StoreCapabilities.names.filter { capabilities.contains($0.capability) }
        var members: [(String, JSON)] = [
            ("revision", JSON(revision.rawValue)), ("state", JSON(states.id(revision))),
            ("server", JSON(states.server)), ("capabilities", JSON(names.map { JSON($0.name) })),
        ]
        if let problem = condition.problem {
            members.append(("problem", JSON(problem.code.rawValue)))
            members.append(("detail", JSON(problem.publicDescription)))
        }
        return Response(bytes: JSON(members).bytes, type: "application/json")
    }

    /// `GET /healthz`
    func health() async throws -> Response {
        if let problem = condition.problem { return Problem(unhealthy: problem).response }
        _ = try await store.summary()
        return Response(bytes: Array("{\"status\":\"ok\"}".utf8), type: "application/json")
    }

    /// `GET /metrics`
    func metrics() async throws -> Response {
        let summary = try await store.summary()
        // Of a damaged store it is not known how many there are.
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
        return Response(
            text: text + counters.snapshot.prometheusText(prefix: "loot_http"),
            type: "text/plain; version=0.0.4")
    }
}

extension JSON {
    /// What the items of a section have in common: a number, a text, or null where they have nothing.
    init(_ key: SectionKey?) {
        switch key {
        case .number(let number): self.init(number)
        case .text(let text): self.init(text)
        case .missing, nil: self.init(.null)
        }
    }
}

extension Page {
    fileprivate var rows: Range<Int> { start..<start + items.count }
}
