import LootControllers
import LootCore
import WebServer

extension Site {
    func addPages(to router: inout Router) {
        addReading(to: &router)
        addWriting(to: &router)
        for asset in Asset.all.values {
            router.on(.get, asset.path) { _ in
                var response = Response(bytes: asset.bytes, type: asset.type)
                response.headers[.eTag] = asset.entityTag
                response.headers[.cacheControl] = "no-cache"
                return response
            }
        }
    }

    private func addReading(to router: inout Router) {
        page(&router, .get, "/") { try await self.listPage($0) }
        page(&router, .get, "/items/new") { request in
            self.detailPage(
                request, self.detail(DetailForm(Item()), isNew: true, back: Self.back(request.query)))
        }
        page(&router, .get, "/items/{id}") { request in
            let item = try await self.shownItem(request)
            return self.detailPage(
                request, self.detail(DetailForm(item), isNew: false, back: Self.back(request.query)))
        }
        page(&router, .get, "/items/{id}/delete") { request in
            let item = try await self.shownItem(request)
            return PageLayout("Delete \(item.name)", kind: "small-page", request)
                .response(SmallPages.delete(item, back: Self.back(request.query)))
        }
        page(&router, .get, "/catalog") { request in
            var layout = PageLayout("Catalog", kind: "catalog-page", request)
            layout.styleSheets.append("catalog.css")
            layout.needsScript = false
            return layout.response(CatalogPage.html)
        }
        page(&router, .get, "/import") { request in
            var layout = PageLayout("Import", kind: "import-page", request)
            layout.needsScript = false
            return layout.response(ImportPage().html)
        }
        page(&router, .get, "/report") { try await self.report($0) }
        page(&router, .get, "/sign-in") { request in
            self.signInPage(.ok, request, next: Self.local(request.query["next"]), isWrong: false)
        }
    }

    /// Adds a page, whose errors are pages too.
    func page(
        _ router: inout Router, _ method: Method, _ pattern: String, bodyLimit: Int? = nil,
        _ answer: @escaping @Sendable (Request) async throws -> Response
    ) {
        router.on(method, pattern, bodyLimit: bodyLimit) { request in
            do {
                if method.isSafe { return try await answer(request) }
                return try await Site.besideReaders { try await answer(request) }
            } catch let error as LootError {
                return self.problemPage(error, request)
            } catch let error as HTTPError {
                return PageLayout("Loot", kind: "small-page", request)
                    .response(SmallPages.problem(error.status.reason, error.detail), error.status)
            }
        }
    }

    private func problemPage(_ error: LootError, _ request: Request) -> Response {
        _ = problem(error)
        let problem = Problem(error)
        return PageLayout("Loot", kind: "small-page", request)
            .response(SmallPages.problem(problem.status.reason, problem.detail), problem.status)
    }

    var canWrite: Bool { store.capabilities.contains(.writable) }

    // MARK: The list

    private func listPage(_ request: Request) async throws -> Response {
        var list = ListQuery(request)
        // Where none are configured, no sections at all are what is configured.
        if list.sections == "none", try host.sectioning() == nil { list.sections = ListQuery.configured }
        do {
            return try await listPage(request, list, try list.query(host), problem: nil)
        } catch let error as LootError where Problem(error).status == .badRequest {
            // The list as it is without what can't be read.
            let plain = ListQuery()
            return try await listPage(request, plain, try plain.query(host), problem: "\(error)")
        }
    }

    private func listPage(
        _ request: Request, _ list: ListQuery, _ query: ItemQuery, problem: String?
    ) async throws -> Response {
        let answer = try await store.answer(
            to: query, rows: list.offset..<list.offset + ListQuery.pageSize)
        var layout = PageLayout("Loot", kind: "list-page", request)
        layout.revision = answer.page.revision.description
        let page = ListPage(
            list: list, query: query, answer: answer, history: try await inventory.history(limit: 1),
            sectionings: try sectionings(with: list.sections), presentation: presentation, canWrite: canWrite,
            problem: problem)
        let footer = SmallPages.footer(
            textSize: layout.textSize, back: list.address, canSignOut: access.needsToken)
        return layout.response("\(page.html)\(footer)", problem == nil ? .ok : .badRequest)
    }

    /// The ways to part the list, among them the one that is chosen.
    private func sectionings(with chosen: String) throws(LootError) -> [(value: String, title: String)] {
        var choices = [(ListQuery.configured, "None")]
        if try host.sectioning() != nil {
            choices = [(ListQuery.configured, "As configured"), ("none", "None")]
        }
        choices += SectioningChoice.all(of: host).map { ($0.shortForm, $0.title) }
        if !choices.contains(where: { $0.0 == chosen }) {
            choices.append((chosen, SectioningChoice(chosen, of: host).title))
        }
        return choices
    }

    // MARK: One item

    func shownItem(_ request: Request) async throws(LootError) -> Item {
        let id = try itemID(request)
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        return item
    }

    /// The form of an item.
    func detail(_ form: DetailForm, isNew: Bool, back: String) -> DetailPage {
        DetailPage(
            form: form, isNew: isNew, canWrite: canWrite, keepsPhotos: store.photos != nil,
            money: presentation.money, back: back,
            entityTag: EntityTag.of(itemBytes(form.item)))
    }

    func detailPage(_ request: Request, _ page: DetailPage, _ status: Status = .ok) -> Response {
        PageLayout(page.title, kind: "detail-page", request).response(page.html, status)
    }

    func signInPage(_ status: Status, _ request: Request, next: String, isWrong: Bool) -> Response {
        PageLayout("Sign in", kind: "small-page", request)
            .response(SmallPages.signIn(next: next, isWrong: isWrong), status)
    }

    // MARK: Ways

    /// Where a page leads back to.
    static func back(_ query: WebServer.Query) -> String { local(query["back"]) }

    /// An address on this server; the list for anything else.
    static func local(_ address: String?) -> String {
        guard let address, address.hasPrefix("/"), !address.hasPrefix("//"), !address.hasPrefix("/\\"),
            address.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0 != "\\" })
        else { return "/" }
        return address
    }
}
