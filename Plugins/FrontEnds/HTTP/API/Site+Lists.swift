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
            knowing: QueryParameters.names + ["sections", "rule", "limit", "cursor", "offset", "outline"],
            sections: "sections")
        let limit = try parameters.number("limit", atMost: Site.greatestPage) ?? 50
        let hasOutline = try parameters.flag("outline")
        var start = try parameters.number("offset", atMost: Int.max / 2) ?? 0
        if let text = parameters["cursor"] {
            guard let cursor = Cursor(text) else {
                throw LootError(
                    .malformed, "can't go on", because: "this cursor is not one of mine",
                    next: "Take next of the page before")
            }
            start = try await cursor.start(in: parameters.query, of: store)
        }
        let outline = try await store.outline(of: parameters.query)
        let target = request.target
        if let known = answers.answer(at: target, in: outline.revision) { return known }
        let answer = try await store.answer(
            to: parameters.query, rows: start..<start + limit, after: outline)
        let end = answer.page.start + answer.page.items.count
        let cursor = answer.page.items.last.flatMap { last in
            end < answer.outline.count ? Cursor(after: last.id, row: end).text : nil
        }
        var response = Response(
            bytes: pageBytes(
                answer, isInSections: parameters["sections"] != nil,
                outline: hasOutline ? Site.json(of: answer.outline.sections) : nil,
                next: cursor),
            type: "application/json")
        response.headers[.eTag] = states.entityTag(answer.page.revision)
        response.headers[.cacheControl] = "no-cache"
        if let cursor {
            let items = parameters.items(without: ["cursor", "offset"]) + [("cursor", cursor)]
            response.headers["Link"] = "</api/items\(PercentEncoding.query(items))>; rel=\"next\""
        }
        answers.keep(response, at: target, in: answer.page.revision)
        return response
    }

    private func pageBytes(
        _ answer: Answer, isInSections: Bool, outline: JSON?, next: String?
    ) -> [UInt8] {
        var bytes = Array(
            """
            {"total":\(answer.outline.count),"revision":\(answer.page.revision),"start":\(answer.page.start)
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
            request, self, knowing: QueryParameters.names + ["by", "rule"], sections: "by")
        var query = parameters.query
        if parameters["by"] == nil, parameters["rule"] == nil { query.sectioning = try host.sectioning() }
        let outline = try await store.outline(of: query)
        let body = JSON([
            ("total", JSON(outline.count)), ("totalValue", JSON(outline.totalValue)),
            ("revision", JSON(outline.revision.rawValue)), ("sections", Site.json(of: outline.sections)),
        ])
        var response = Response(bytes: body.bytes, type: "application/json")
        response.headers[.eTag] = states.entityTag(outline.revision)
        response.headers[.cacheControl] = "no-cache"
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
        // A pass over all items takes its time: other requests of this thread need not wait for it.
        let statistics = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await self.inventory.statistics(of: query)
        }
        return Response(
            bytes: ItemListing.json(of: statistics, sections: nil), type: "application/json")
    }

    /// `GET /api/items/{id}/position`
    func position(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let query = try QueryParameters(
            request, self, knowing: QueryParameters.names + ["rule"], sections: ""
        ).query
        let position = try await store.position(of: id, in: query)
        return Response(
            bytes: JSON([("position", position.map { JSON($0) } ?? JSON(.null))]).bytes,
            type: "application/json")
    }

    /// `GET /api/history`
    func history(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(request, self, knowing: ["limit", "changes"], sections: "")
        let limit = try parameters.number("limit", atMost: Site.greatestPage) ?? 50
        let history = try await inventory.history(limit: limit)
        if try parameters.flag("changes") {
            var bytes: [UInt8] = []
            ChangeWriter().append(history, to: &bytes)
            return Response(bytes: bytes, type: "application/json")
        }
        func list(_ commits: [Commit]) -> JSON {
            JSON(
                commits.map {
                    JSON([
                        ("revision", JSON($0.revision.rawValue)), ("date", JSON($0.date.description)),
                        ("title", JSON($0.title)),
                    ])
                })
        }
        let body = JSON([("undoable", list(history.undoable)), ("redoable", list(history.redoable))])
        return Response(bytes: body.bytes, type: "application/json")
    }

    /// `GET /api/store`
    func describeStore() async throws -> Response {
        let revision = try await store.summary().revision
        let names = StoreCapabilities.names.filter { store.capabilities.contains($0.capability) }
        var members: [(String, JSON)] = [
            ("revision", JSON(revision.rawValue)), ("state", JSON(states.id(revision))),
            ("server", JSON(states.server)), ("capabilities", JSON(names.map { JSON($0.name) })),
        ]
        if let problem = store.problem { members.append(("problem", JSON(problem.code.rawValue))) }
        return Response(bytes: JSON(members).bytes, type: "application/json")
    }

    /// `GET /healthz`
    func health() async throws -> Response {
        _ = try await store.summary()
        return Response(bytes: Array("{\"status\":\"ok\"}".utf8), type: "application/json")
    }

    /// `GET /metrics`
    func metrics() async throws -> Response {
        let summary = try await store.summary()
        let text = """
            # HELP loot_items Items in the store.
            # TYPE loot_items gauge
            loot_items \(summary.count)
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
