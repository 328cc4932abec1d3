import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

extension Site {
    /// Adds the routes of the API, one for each endpoint.
    func addAPI(to router: inout Router) {
        serve(API.listItems, on: &router, isKept: true, list)
        serve(API.listSections, on: &router, isKept: true, sections)
        serve(API.readStatistics, on: &router, isKept: true, statistics)
        serve(API.listDue, on: &router, due)
        serve(API.readCalendar, on: &router, calendar)
        serve(API.exportItems, on: &router, exportFile)
        serve(API.importItems, on: &router, importFile)
        serve(API.addItem, on: &router, isBrief: true, add)
        serve(API.readItem, on: &router, isKept: true, item)
        serve(API.editItem, on: &router, isBrief: true, edit)
        serve(API.removeItem, on: &router, isBrief: true, remove)
        serve(API.moveItem, on: &router, isBrief: true, move)
        serve(API.findItem, on: &router, isKept: true, position)
        serve(API.readItemHistory, on: &router, itemHistory)
        serve(API.listPlaces, on: &router, isKept: true, places)
        serve(API.movePlace, on: &router, movePlace)
        serve(API.lookUpProduct, on: &router, lookUpProduct)
        serve(API.readSettings, on: &router, settings)
        serve(API.readStocktake, on: &router) { try await self.stocktake() }
        serve(API.changeSettings, on: &router, changeSettings)
        serve(API.listViews, on: &router) { _ in Reply(self.views.all) }
        serve(API.keepView, on: &router, keepView)
        serve(API.removeView, on: &router, removeView)
        serve(API.holdSnapshot, on: &router, holdSnapshot)
        serve(API.releaseSnapshot, on: &router, letGoOfSnapshot)
        serve(API.readPhoto, on: &router, itemPhoto)
        serve(API.setPhoto, on: &router, setPhoto)
        serve(API.removePhoto, on: &router, removePhoto)
        serve(API.listFiles, on: &router, listFiles)
        serve(API.addFile, on: &router, addFile)
        serve(API.readFile, on: &router, itemFile)
        serve(API.removeFile, on: &router, removeFile)
        serve(API.readKeptFile, on: &router, keptFile)
        serve(API.keepFile, on: &router, keepFile)
        serve(API.listKeptFiles, on: &router, listKeptFiles)
        serve(API.sweepFiles, on: &router, sweepFiles)
        serve(API.applyChanges, on: &router, batch)
        serve(API.undo, on: &router, undo)
        serve(API.redo, on: &router) { Reply(try await self.inventory.redo()) }
        serve(API.readHistory, on: &router, history)
        serve(API.followChanges, on: &router) { Reply(made: self.feed.response(lastEventID: $0)) }
        serve(API.followAnswer, on: &router, follow)
        serve(API.describeStore, on: &router, describeStore)
        serve(API.describeAPI, on: &router) {
            let address = self.publicAddress ?? self.addresses.base
            return Reply(
                OpenAPI.bytes(address: address.isEmpty ? nil : address, actions: self.actions))
        }
        for action in actions {
            serve(API.run(action), on: &router) { try await self.run(action, $0.0, isDryRun: $0.1) }
        }
        serve(API.checkHealth, on: &router, health)
        serve(API.readMetrics, on: &router, metrics)
    }

    /// Adds the route of an endpoint. If `isKept` is true, the response depends only on the request and the store's
    /// state, and is cached. If `isBrief` is true, the request changes a single item and is handled on the event
    /// loop: the store waits for the disk on its own thread, and the rest takes no longer than a read.
    private func serve<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, on router: inout Router, isKept: Bool = false,
        isBrief: Bool = false,
        _ answer: @escaping @Sendable (Input) async throws -> Reply<Output>
    ) {
        let about = endpoint.about
        let isForProgram = about.pattern.hasPrefix("/api/")
        let offers = about.success.types.map { String($0.prefix { $0 != ";" }) }
        router.on(
            Method(about.method.name), about.pattern, bodyLimit: about.bodyLimit,
            recalling: isKept ? recall : nil
        ) { request in
            try await request.inLanguage {
                do {
                    // Data is the same in all languages. Problems, and the titles and messages of changes, are in the
                    // caller's language.
                    let isForProgram = isForProgram && request.method.isSafe
                    return try await Language.$isForProgram.withValue(isForProgram) {
                        try await self.answer(request, for: about.requiredRole) {
                            try await self.answer(endpoint, request, offers, isBrief: isBrief, answer)
                        }
                    }.producing { try await Language.$isForProgram.withValue(isForProgram, operation: $0) }
                } catch let error as LootError {
                    return self.response(to: error)
                }
            }
        }
    }

    /// Returns a function that looks up the response in the cache, unless the store has a problem.
    private func recall(_ request: Request) -> Router.Search {
        let caller = request.caller
        guard request.method == .get, condition.problem == nil, caller.role != .none else {
            return { make in try await make() }
        }
        let key = AnswerCache.Key(request, by: caller)
        let (epoch, day) = (states.epoch, today())
        return { make in
            try await self.answers.answer(
                to: request, key, for: caller.account,
                in: {
                    // Reading a page with one row is cheap in every store.
                    let revision = try await self.store.page(of: .all, rows: 0..<1).revision
                    return AnswerCache.State(
                        epoch: epoch, revision: revision, settings: self.host.listSettings, day: day)
                }, or: make)
        }
    }

    private func answer<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ request: Request, _ offers: [String], isBrief: Bool,
        _ answer: @escaping @Sendable (Input) async throws -> Reply<Output>
    ) async throws -> Response {
        let about = endpoint.about
        do {
            try request.requireAcceptance(of: offers)
            let source = APIRequest(request)
            // A snapshot needs no check, because it was complete when it was taken.
            if about.readsItems, !source.parameters.contains(where: { $0.name == "snapshot" }) {
                try self.condition.requireWhole()
            }
            if about.method.isSafe {
                let reply = try await answer(try endpoint.input(of: source))
                let response = try await endpoint.response(reply)
                if offers.count > 1, let type = response.headers[.contentType] {
                    try request.requireAcceptance(of: [type])
                }
                return response
            }
            return try await change(endpoint, source, isBrief: isBrief, answer)
        } catch let error as LootError {
            return Language.$isForProgram.withValue(false) { self.response(to: error) }
        } catch let error as InvalidDocument {
            return Language.$isForProgram.withValue(false) { Problem(error).response }
        } catch let problem as Problem {
            return Language.$isForProgram.withValue(false) { problem.response }
        }
    }

    /// Responds to a request that can change something. The body is read on the thread that receives it, which also
    /// handles brief requests.
    private func change<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ source: APIRequest, isBrief: Bool,
        _ answer: @escaping @Sendable (Input) async throws -> Reply<Output>
    ) async throws -> Response {
        let request = source.request
        let content: RequestContent
        var repeatable: (key: String, asking: [[UInt8]])?
        if endpoint.about.isRepeatable, let key = source.header(EndpointDescription.idempotencyKey) {
            // Detecting a repeated request requires the complete body.
            let bytes = try await request.body.bytes()
            try request.check(bytes, as: endpoint.about.body)
            content = .bytes(bytes)
            repeatable = (key, [Array(request.target.utf8), bytes])
        } else {
            content = try await request.content(as: endpoint.about.body)
        }
        let change: @Sendable () async throws -> Response = {
            try await endpoint.response(try await answer(try endpoint.input(of: source, content)))
        }
        if isBrief { return try await once(repeatable, change) }
        return try await Site.offEventLoop { try await self.once(repeatable, change) }
    }

    /// Makes a change, or returns the response to the earlier request that it repeats.
    private func once(
        _ repeatable: (key: String, asking: [[UInt8]])?,
        _ change: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        guard let repeatable else { return try await change() }
        return try await repeats.answer(
            to: repeatable.key, of: .current, asking: repeatable.asking, change)
    }
}

/// The result of a handler: a value for its endpoint to encode with additional header fields, or a complete response,
/// such as a stream.
struct Reply<Output: Sendable>: Sendable {
    enum Body: Sendable {
        case value(Output)
        case made(Response)
    }

    let body: Body
    var headers: Headers = [:]
    /// Whether encoding takes a long time and must not block the event loop.
    var isLong = false

    init(_ value: Output, headers: Headers = [:], isLong: Bool = false) {
        body = .value(value)
        self.headers = headers
        self.isLong = isLong
    }

    init(made response: Response) { body = .made(response) }
}

extension Endpoint {
    /// Creates the response for a reply, on another thread if it takes long.
    func response(_ reply: consuming Reply<Output>) async throws -> Response {
        guard reply.isLong else { return response(&reply) }
        let long = reply
        return try await Site.offEventLoop {
            var reply = long
            return self.response(&reply)
        }
    }

    /// Creates the response for a reply. The reply is consumed, so that its header fields aren't copied.
    func response(_ reply: inout Reply<Output>) -> Response {
        switch reply.body {
        case .made(let response): return response
        case .value(let value):
            let status = Status(about.success.status)
            guard let type = answer.type(value) else { return Response(status) }
            var bytes: [UInt8] = []
            answer.write(value, &bytes)
            reply.headers.append(.contentType, type)
            return Response(status, headers: reply.headers, body: .bytes(bytes))
        }
    }
}

/// A request to the API with its parsed query.
struct APIRequest: RequestSource {
    let request: Request
    let parameters: [(name: String, value: String)]

    init(_ request: Request) {
        self.request = request
        parameters = request.query.items
    }

    func placeholder(_ name: String) -> String { request.parameters[name] }

    func header(_ name: String) -> String? {
        guard let name = Headers.Name(checking: name), request.headers[name] != nil else { return nil }
        return request.headers.values(of: name).joined(separator: ", ")
    }
}

extension Request {
    /// Throws if the client accepts none of the media types.
    fileprivate func requireAcceptance(of offers: [String]) throws(HTTPError) {
        if offers.isEmpty || headers[.accept] == nil || preferred(among: offers) != nil { return }
        throw HTTPError(.notAcceptable, String(localized: "The available types are \(list: offers, .or)."))
    }

    /// Throws if the body is compressed. The server doesn't decompress bodies, because a small one can expand
    /// enormously.
    func requirePlainBody() throws(HTTPError) {
        guard let coding = headers["Content-Encoding"], coding.lowercased() != "identity" else { return }
        throw HTTPError(
            .unsupportedMediaType,
            String(
                localized:
                    "This server doesn't accept bodies with Content-Encoding. Send the body uncompressed."),
            headers: [.acceptEncoding: "identity"])
    }

    /// The length of the body, if it is known in advance.
    var bodyLength: Int? { body.length ?? headers[.contentLength].flatMap { Int($0) } }

    /// Returns the body in the form that an endpoint expects.
    func content(as kind: EndpointDescription.Body?) async throws -> RequestContent {
        guard let kind else { return .bytes([]) }
        if kind.isInPieces {
            if body.isEmpty || headers[.contentLength] == "0" {
                throw HTTPError(.badRequest, String(localized: "This request needs a body."))
            }
            return .pieces(body)
        }
        let bytes = try await body.bytes()
        try check(bytes, as: kind)
        return .bytes(bytes)
    }

    /// Throws if the body is missing or isn't of the expected type.
    fileprivate func check(_ bytes: [UInt8], as kind: EndpointDescription.Body?) throws(HTTPError) {
        guard let kind, !kind.isInPieces, kind.schema != nil else { return }
        if bytes.isEmpty, headers[.contentLength] == nil,
            headers[.transferEncoding] == nil
        {
            throw HTTPError(.lengthRequired, String(localized: "This request needs a body."))
        }
        guard let type = mediaType, kind.types.contains(type) else {
            throw HTTPError(
                .unsupportedMediaType, String(localized: "The body must be \(list: kind.types, .or)."),
                headers: method == .patch ? ["Accept-Patch": kind.types.joined(separator: ", ")] : [:])
        }
    }
}

extension Problem {
    /// The problem document as a response.
    var response: Response {
        let status = Status(status)
        var response = Response(
            status, bytes: bytes(title: status.title.text), type: "application/problem+json")
        if status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        // An unused snapshot is released after two minutes. The allowance for work is replenished within seconds.
        if status == .tooManyRequests {
            response.headers[.retryAfter] = code == LootError.Code.tooManySnapshots.rawValue ? "60" : "5"
        }
        return response
    }
}
