import Localization
import LootAPI
import LootActions
import LootCore
import LootPlugins
import LootFormats
import WebServer

extension Site {
    func addPages(to router: inout Router) {
        addReading(to: &router)
        addWriting(to: &router)
        addPlaces(to: &router)
        addOverviews(to: &router)
        addShared(to: &router)
        router.on(.get, "/assets/{version}/{name}") { request in
            guard let asset = Asset.all[request.parameters["name"]] else {
                throw HTTPError(.notFound, String(localized: "This address doesn't exist."))
            }
            var response = Response(bytes: asset.bytes, type: asset.type)
            response.headers[.eTag] = asset.entityTag
            // A page from an older version requests the assets of that version. The current ones must not be cached
            // in their place.
            let isOwn = request.parameters["version"] == Asset.version
            response.headers[.cacheControl] = isOwn ? "public, max-age=31536000, immutable" : "no-cache"
            return response
        }
    }

    private func addReading(to router: inout Router) {
        addDevices(to: &router)
        addPassword(to: &router)
        addPeople(to: &router)
        addInvitations(to: &router)
        page(&router, .get, "/") { try await self.listPage($0) }
        addLive(to: &router)
        page(&router, .get, "/items/new", for: .write) { try await self.newItemPage($0) }
        page(&router, .get, "/items/{id}") { try await self.itemPage($0) }
        page(&router, .get, "/history") { try await self.listHistoryPage($0) }
        page(&router, .get, "/items/{id}/history") { try await self.historyPage($0) }
        page(&router, .get, "/items/{id}/delete", for: .write) { request in
            let item = try await self.shownItem(request)
            return self.layout(String(localized: "Remove \(item.shownName)"), kind: "small-page", request)
                .response(
                    SmallPages.removal(
                        of: item.shownName, "You can undo this.", "/items/\(item.id)/delete",
                        fields: [("back", Self.back(request.query))], back: Self.back(request.query)))
        }
        page(&router, .get, "/i/{id}") { try await self.labeled($0) }
        page(&router, .get, "/a/{number}") { try await self.numbered($0) }
        page(&router, .get, "/more") { request in
            let layout = self.layout(String(localized: "More"), request)
            let page = MorePage(
                textSize: layout.textSize,
                language: request.cookie(Request.languageCookie).flatMap { Language($0)?.tag },
                canWrite: self.canWrite, canSignOut: request.sender.session != nil,
                hasPassword: request.caller.hasPassword,
                canManage: (try? self.managedPeople()) != nil,
                back: Self.back(request.query))
            return layout.response(
                back: BackLink(address: page.back, title: BackLink.list.title), frame: "detail-frame more",
                page.html)
        }
        page(&router, .get, "/catalog") { request in
            var layout = PageLayout(
                String(localized: "Catalog"), kind: "catalog-page", request, needsScript: false)
            layout.styleSheets.append("catalog.css")
            return layout.response(CatalogPage.html)
        }
        page(&router, .get, "/import", for: .write) { self.response(to: ImportPage(), $0) }
    }

    /// Returns the layout of the page with the given title. If the store has a problem, the layout contains it.
    func layout(
        _ title: String, kind: String = "detail-page", _ request: Request, needsScript: Bool = true
    ) -> PageLayout {
        PageLayout(title, kind: kind, request, needsScript: needsScript, problem: condition.problem)
    }

    /// Returns the item that was just added, according to the address in the given request, or `nil` if there is none.
    private func addedItem(_ request: Request) async throws(LootError) -> Item? {
        guard let id = request.query["added"].flatMap({ ItemID($0) }) else { return nil }
        return try await store.item(id)
    }

    /// Whether the caller can change items.
    var canWrite: Bool { condition.canWrite && Caller.current.canWrite }

    /// Returns whether the caller can run the given action now.
    func canRun(_ action: Action) -> Bool {
        condition.canWrite && action.requiredRole <= Caller.current.role
    }

    // MARK: The list

    /// Returns the list page. `view` is the name of a view that couldn't be saved, and the reason, or `nil`.
    func listPage(_ request: Request, refusing view: (name: String, problem: String)? = nil) async throws
        -> Response
    {
        let filter = request.query.values(of: "where").joined(separator: " and ")
        do {
            let list = try ListQuery(request, host)
            return try await listPage(
                request, list, try await list.query(self), filter, problem: nil, refusing: view)
        } catch let error as LootError where Problem(error).status == 400 {
            // The page contains the controls of the list, and the problem in place of the rows.
            var asked = (try? ListQuery(request, host)) ?? ListQuery()
            (asked.mode, asked.around) = (nil, nil)
            return try await listPage(
                request, asked, try await ListQuery().query(self), filter, problem: error)
        }
    }

    private func listPage(
        _ request: Request, _ list: ListQuery, _ query: Query, _ filter: String, problem: LootError?,
        refusing refused: (name: String, problem: String)? = nil
    ) async throws -> Response {
        var list = list
        let added = try await addedItem(request)
        if let id = list.around ?? added?.id, let row = try await store.position(of: id, in: query) {
            list.offset = max(0, row - ListQuery.pageSize / 2)
        }
        list.around = nil
        var answer = try await store.answer(to: query, rows: list.offset..<list.offset + ListQuery.pageSize)
        if answer.page.items.isEmpty, answer.outline.count > 0 {
            // The list has become shorter than the offset.
            list.offset = max(0, answer.outline.count - ListQuery.pageSize)
            answer = try await store.answer(to: query, rows: list.offset..<list.offset + ListQuery.pageSize)
        }
        // A script requests more rows.
        if request.headers["Prefer"] == "return=minimal" {
            let page = ListPage(
                parts: lists.maker.rows(list, query, answer.outline, for: Caller.current.role),
                page: answer.page,
                state: states.id(answer.page.revision), lists: [], sectionings: [], storeProblem: nil)
            return Response(
                headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
                body: .bytes(Array(page.rows.markup.utf8)))
        }
        // Check the store if the list is empty, because the store may have become unreadable without notification.
        if answer.outline.count == 0 { await condition.look() }
        let layout = self.layout(presentation.title ?? "Loot", kind: "list-page", request)
        var page = ListPage(
            parts: await lists.maker.parts(
                list, query, answer.outline, for: Caller.current.role), page: answer.page,
            state: states.id(answer.page.revision), lists: directory.lists(for: .current),
            sectionings: try sectionings(with: list.sections),
            storeProblem: layout.problem, problem: problem, condition: filter, added: added)
        if let step = page.parts.steps.undo, request.query["done"] == step.revision.description {
            page.word = messages[step.revision]?.text ?? "\(step.title)."
        }
        page.views = views.all
        page.refusedView = refused
        let status: Status = refused != nil ? .unprocessableContent : problem == nil ? .ok : .badRequest
        return layout.response(page.html, status)
    }

    /// Returns the available sectionings, including `chosen`, the current one.
    private func sectionings(with chosen: String) throws(LootError) -> [(value: String, title: String)] {
        var choices = [(ListQuery.configured, String(localized: "None"))]
        if try host.sectioning() != nil {
            choices = [
                (ListQuery.configured, String(localized: "Default")),
                ("none", String(localized: "None")),
            ]
        }
        choices += SectioningChoice.all(of: host).map { ($0.shortForm, $0.title) }
        // Sections by value with custom bounds are listed as “by value”.
        let isBounded = chosen.hasPrefix("value:") && choices.contains { $0.0 == "value" }
        if !isBounded, !choices.contains(where: { $0.0 == chosen }) {
            choices.append((chosen, SectioningChoice(chosen, of: host).title))
        }
        return choices
    }

    // MARK: One item

    /// Returns the form of a new item: empty, or filled from a template or a product catalog.
    private func newItemPage(_ request: Request) async throws(LootError) -> Response {
        let (own, back) = (ownFields, Self.back(request.query))
        let template = try request.query["template"].map { (name) throws(LootError) in
            try own.template(named: name)
        }
        if canWrite, let code = request.query["barcode"] {
            return try await productPage(request, code, back: back)
        }
        var page = formPage(DetailForm(own: own, template: template), .add, back: back)
        page.isLocked = !canWrite
        return formResponse(request, page)
    }

    /// Returns the form of a new item with the data of the product that has the given barcode. If the product isn't
    /// found, the form contains the barcode.
    private func productPage(
        _ request: Request, _ code: String, back: String
    ) async throws(LootError) -> Response {
        var values = Patch()
        var status = Status.ok
        var outcome: HTML
        do {
            let barcode = try Barcode(code)
            values[Barcode.field] = .some(.text(barcode.digits))
            let owned = try await owned(barcode, back: Self.address(ofNewItemWith: code, back: back))
            do {
                let product = try await host.product(barcode)
                values = product.values
                outcome =
                    "<p>\(localized: "Found in the catalog \(product.catalog). Check the data, then add the item.")</p>\(owned)"
            } catch {
                status = Status(problem(error).status)
                outcome = "<p>\(problem(error).detail)</p>\(owned)"
            }
        } catch {
            status = Status(problem(error).status)
            outcome = "<p>\(problem(error).detail)</p>"
        }
        var page = formPage(DetailForm(own: ownFields, values: values), .add, back: back)
        page.barcode = (code, outcome)
        return formResponse(request, page, status)
    }

    /// Returns links to the items that already have the given barcode, or an empty fragment if there are none.
    private func owned(_ barcode: Barcode, back: String) async throws(LootError) -> HTML {
        let page = try await store.page(of: Query(filter: barcode.filter), rows: 0..<5)
        if page.items.isEmpty { return "" }
        let links: [HTML] = page.items.map { item in
            "<li><a href=\"\(Self.address(of: item.id, back: back))\"><bdi>\(item.shownName)</bdi></a></li>"
        }
        return "<p>\(localized: "Already in your list:")</p><ul>\(links)</ul>"
    }

    private static func address(ofNewItemWith code: String, back: String) -> String {
        "/items/new\(PercentEncoding.query([("barcode", code), ("back", back)]))"
    }

    func shownItem(_ request: Request) async throws(LootError) -> Item {
        try await existing(try itemID(request))
    }

    func existing(_ id: ItemID) async throws(LootError) -> Item {
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        return item
    }

    /// Returns the page of the requested item, or its form if the address contains `?edit`.
    private func itemPage(_ request: Request) async throws(LootError) -> Response {
        let item = try await shownItem(request)
        let back = Self.back(request.query)
        if request.query["edit"] != nil {
            var page = formPage(DetailForm(item, own: ownFields), .edit, back: back)
            page.isLocked = !canWrite
            return formResponse(request, page)
        }
        let saved = request.query["saved"].map { text in
            let also = (request.query["also"] ?? "").split(separator: ",").map {
                FieldKey(rawValue: String($0))
            }
            .filter { Field.with(key: $0) != nil || item.value(for: $0) != nil }
            let revision = UInt64(text).map { Revision(rawValue: $0) }
            return ItemPage.Saved(revision: revision, also: also, message: revision.flatMap { messages[$0] })
        }
        let inventory = inventory
        let (files, contents) = try await elsewhere { () throws(LootError) in
            (
                try await inventory.files(of: item),
                try await inventory.contents(of: item, limit: ItemPage.mostContents)
            )
        }
        let page = ItemPage(
            item: item, files: files, presentation: presentation, today: today(), canWrite: canWrite,
            actions: lists.maker.actions(for: Caller.current.role), keepsFiles: condition.fileKeeper != nil,
            back: back, contents: contents,
            saved: saved)
        return layout(item.shownName, request).response(
            back: page.backLink, heading: page.heading, tools: page.tools, page.html)
    }

    private func historyPage(_ request: Request) async throws -> Response {
        let item = try await shownItem(request)
        let commits = try await elsewhere { () throws(LootError) in
            try await self.inventory.history(of: item.id, limit: HistoryPage.limit)
        }
        let address = Self.address(of: item.id, back: Self.back(request.query))
        return historyPage(
            item, commits, back: BackLink(address: address, title: String(localized: "Item")), request)
    }

    private func listHistoryPage(_ request: Request) async throws -> Response {
        await chargeWholeList()
        let history = try await elsewhere { () throws(LootError) in
            try await self.inventory.history(limit: HistoryPage.limit)
        }
        return historyPage(nil, history.commits, back: .more, request)
    }

    private func historyPage(
        _ item: Item?, _ commits: [Commit], back: BackLink, _ request: Request
    ) -> Response {
        let page = HistoryPage(item: item, commits: commits, presentation: presentation)
        return layout(page.title, request).response(back: back, page.html)
    }

    // MARK: Links

    /// Returns the address that a page links back to.
    static func back(_ query: QueryItems) -> String { ListAddresses.local(query["back"]) }

    /// Returns the address to return to after changing an item: its row in the list.
    static func back(_ query: QueryItems, to id: ItemID) -> String { row(of: id, in: back(query)) }

    /// Returns the given address. If it is the address of a list, adds the row of the item with the given ID.
    static func row(of id: ItemID, in address: String) -> String {
        guard let request = Request(.get, ListAddresses.local(address)), request.path == "/" else {
            return address
        }
        let kept = request.query.items.filter { $0.name != "around" }
        return "/\(PercentEncoding.query(kept + [("around", id.description)]))#item-\(id)"
    }
}
