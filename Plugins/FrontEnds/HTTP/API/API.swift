import LootControllers
import LootCore
import LootFormats
import WebServer

/// The routes of the API: one table, which the router and the OpenAPI document are made from.
enum API {
    /// The longest body where a file, or much at once, may come.
    static let greatestFile = 64 << 20

    static let endpoints: [Endpoint] = lists + items + snapshots + photos + changes + files + service

    private static let lists: [Endpoint] = [
        Endpoint(
            .get, "/api/items", "listItems", "A page of the items that a query selects.",
            parameters: Parameter.query + [.sections, .rule, .limit, .cursor, .offset, .outline, .snapshot],
            returns: .json(.ok, "ItemPage", "The page."), failing: [.badRequest, .gone], readsItems: true
        ) { try await $0.list($1) },
        Endpoint(
            .get, "/api/sections", "listSections", "The sections of the items that a query selects.",
            parameters: Parameter.query + [.by, .rule, .snapshot],
            returns: .json(.ok, "SectionList", "The sections."),
            failing: [.badRequest, .gone], readsItems: true
        ) { try await $0.sections($1) },
        Endpoint(
            .get, "/api/statistics", "readStatistics", "What the items that a query selects come to.",
            parameters: Parameter.query, returns: .json(.ok, "Statistics", "The totals."),
            failing: [.badRequest], readsItems: true
        ) { try await $0.statistics($1) },
    ]

    private static let items: [Endpoint] = [
        Endpoint(
            .post, "/api/items", "addItem", "Adds an item at the end.", body: .json("NewItem"),
            returns: .json(.created, "Item", "The item."), failing: Status.ofChanges
        ) { try await $0.add($1) },
        Endpoint(
            .get, "/api/items/{id}", "readItem", "One item.", parameters: [.id, .snapshot],
            returns: .json(.ok, "Item", "The item."), failing: [.notFound, .gone], readsItems: true
        ) { try await $0.item($1) },
        Endpoint(
            .patch, "/api/items/{id}", "editItem", "Sets fields of an item, as a JSON Merge Patch.",
            parameters: [.id, .ifMatch, .ifNoneMatch], body: .mergePatch("ItemPatch"),
            returns: .json(.ok, "Item", "The item as it is now."),
            failing: Status.ofChanges + [.notFound, .preconditionFailed]
        ) { try await $0.edit($1) },
        Endpoint(
            .delete, "/api/items/{id}", "removeItem", "Takes an item away.",
            parameters: [.id, .ifMatch, .ifNoneMatch],
            returns: .empty("It is gone."), failing: [.notFound, .preconditionFailed, .forbidden]
        ) { try await $0.remove($1) },
        Endpoint(
            .get, "/api/items/{id}/history", "readItemHistory",
            "What was done to an item, as far as it can be undone; also to one that is gone.",
            parameters: [.id, .limit], returns: .json(.ok, "ItemHistory", "The changes, oldest first."),
            failing: [.badRequest, .notFound], readsItems: true
        ) { try await $0.itemHistory($1) },
        Endpoint(
            .get, "/api/items/{id}/position", "findItem", "The row in which a query's answer has an item.",
            parameters: [.id] + Parameter.query + [.rule, .snapshot],
            returns: .json(.ok, "Row", "The row; null if the item is not in the answer."),
            failing: [.badRequest, .notFound, .gone], readsItems: true
        ) { try await $0.position($1) },
        Endpoint(
            .post, "/api/items/{id}/move", "moveItem", "Moves an item in the user's own order.",
            parameters: [.id, .ifMatch, .ifNoneMatch], body: .json("Move"),
            returns: .json(.ok, "Position", "Where it is now."),
            failing: Status.ofChanges + [.notFound, .preconditionFailed]
        ) { try await $0.move($1) },
    ]

    private static let snapshots: [Endpoint] = [
        Endpoint(
            .post, "/api/snapshots", "holdSnapshot",
            "Holds the state of the list to be read whole while others write, with snapshot={id}.",
            returns: .json(
                .created, "Snapshot", "The snapshot; it goes when it is not read for heldFor seconds."),
            failing: [.tooManyRequests], readsItems: true
        ) { site, _ in try await site.holdSnapshot() },
        Endpoint(
            .delete, "/api/snapshots/{snapshot}", "releaseSnapshot", "Lets go of a snapshot.",
            parameters: [.heldSnapshot], returns: .empty("It is not held, or not any more.")
        ) { site, request in await site.letGoOfSnapshot(request) },
    ]

    private static let photos: [Endpoint] = [
        Endpoint(
            .get, "/api/items/{id}/photo", "readPhoto", "The photo of an item.",
            parameters: [.id, .thumbnail], returns: .other("image/*", "The photo."), failing: [.notFound]
        ) { try await $0.itemPhoto($1) },
        Endpoint(
            .put, "/api/items/{id}/photo", "setPhoto", "Gives an item a photo, or its photo a thumbnail.",
            parameters: [.id, .thumbnail, .ifMatch, .ifNoneMatch], body: .photo,
            bodyLimit: Photo.greatestSize,
            returns: .json(.ok, "Item", "The item as it is now."),
            failing: [
                .notFound, .preconditionFailed, .forbidden, .contentTooLarge, .unsupportedMediaType,
                .notImplemented,
            ]
        ) { try await $0.setPhoto($1) },
        Endpoint(
            .delete, "/api/items/{id}/photo", "removePhoto", "Takes an item's photo away.",
            parameters: [.id, .ifMatch, .ifNoneMatch], returns: .empty("It is gone."),
            failing: [.notFound, .preconditionFailed, .forbidden]
        ) { try await $0.removePhoto($1) },
        Endpoint(
            .get, "/api/photos/{photo}", "readNamedPhoto",
            "A photo by its name, which stands for these bytes forever.",
            parameters: [.photo, .thumbnail], returns: .other("image/*", "The photo."), failing: [.notFound]
        ) { try await $0.namedPhoto($1) },
        Endpoint(
            .put, "/api/photos/{photo}", "keepPhoto", "Keeps a photo, or its thumbnail, for an item to name.",
            parameters: [.photo, .thumbnail], body: .photo, bodyLimit: Photo.greatestSize,
            returns: .empty("It is there."),
            failing: [
                .notFound, .forbidden, .contentTooLarge, .unsupportedMediaType, .unprocessableContent,
                .notImplemented,
            ]
        ) { try await $0.keepPhoto($1) },
        Endpoint(
            .get, "/api/photos", "listPhotos", "The names of all photos that are there.",
            returns: .json(.ok, "PhotoList", "The names.")
        ) { site, _ in try await site.listPhotos() },
        Endpoint(
            .post, "/api/photos/sweep", "sweepPhotos",
            "Takes away the photos that no item names, and none that an undo could bring back.",
            body: .json("PhotoSweep"), bodyLimit: greatestFile,
            returns: .json(.ok, "PhotoSweepResult", "How many went."),
            failing: [
                .badRequest, .forbidden, .lengthRequired, .contentTooLarge, .unsupportedMediaType,
                .unprocessableContent,
            ]
        ) { try await $0.sweepPhotos($1) },
    ]

    private static let changes: [Endpoint] = [
        Endpoint(
            .post, "/api/batch", "applyChanges", "Makes all of several changes, or none.",
            parameters: [.idempotencyKey], body: .json("Batch"), bodyLimit: greatestFile,
            returns: .json(.ok, "Commit", "What was done."), failing: Status.ofChanges + [.notFound]
        ) { try await $0.batch($1) },
        Endpoint(
            .post, "/api/undo", "undo",
            "Takes the newest change back, or an earlier one as far as what it did still stands.",
            parameters: [.revision], returns: .json(.ok, "Commit", "What was done."),
            failing: [.badRequest, .conflict, .forbidden]
        ) { try await $0.undo($1) },
        Endpoint(
            .post, "/api/redo", "redo", "Makes the change again that was taken back last.",
            returns: .json(.ok, "Commit", "What was done."), failing: [.conflict, .forbidden]
        ) { site, _ in try await site.redo() },
        Endpoint(
            .get, "/api/history", "readHistory", "The newest changes that can be undone, and redone.",
            parameters: [.limit, .changes],
            returns: .json(.ok, "History", "The changes, oldest first."),
            failing: [.badRequest], readsItems: true
        ) { try await $0.history($1) },
        Endpoint(
            .get, "/api/events", "followChanges", "Every change from now on, as Server-Sent Events.",
            parameters: [.lastEventID], returns: .other("text/event-stream", "The events, without end.")
        ) { site, request in site.feed.response(lastEventID: request.headers[.lastEventID]) },
    ]

    private static let files: [Endpoint] = [
        Endpoint(
            .get, "/api/export", "exportItems",
            "The items that a query selects as a file, lossless by default.",
            parameters: Parameter.query + [.exportFormat],
            returns: .other("application/octet-stream", "The file."), failing: [.badRequest], readsItems: true
        ) { try await $0.exportFile($1) },
        Endpoint(
            .post, "/api/import", "importItems", "Adds or updates the items of a file, in one step to undo.",
            parameters: [.dryRun, .skipInvalid, .updateBy, .format], body: .file, bodyLimit: greatestFile,
            returns: .json(.ok, "ImportResult", "What was done, or would be."), failing: Status.ofChanges
        ) { try await $0.importFile($1) },
    ]

    private static let service: [Endpoint] = [
        Endpoint(
            .get, "/api/store", "describeStore", "What the store can do, and the state it is in.",
            returns: .json(.ok, "Store", "The store.")
        ) { site, _ in try await site.describeStore() },
        Endpoint(
            .get, "/openapi.json", "describeAPI", "This description.",
            returns: .json(.ok, "Any", "The description.")
        ) { _, _ in Response(bytes: OpenAPI.bytes, type: "application/json") },
        Endpoint(
            .get, "/healthz", "checkHealth", "Whether the store answers.",
            returns: .json(.ok, "Health", "It does.")
        ) { site, _ in try await site.health() },
        Endpoint(
            .get, "/metrics", "readMetrics", "Counters in Prometheus' text format.",
            returns: .other("text/plain; version=0.0.4", "The counters.")
        ) { site, _ in try await site.metrics() },
    ]
}

/// One method of one address: what it takes, what it answers, and who does it.
struct Endpoint: Sendable {
    typealias Handler = @Sendable (Site, Request) async throws -> Response

    let method: Method
    let pattern: String
    let operation: String
    let summary: String
    let parameters: [Parameter]
    let body: Body?
    let bodyLimit: Int?
    let success: Success
    let failures: [Status]
    /// Whether it answers with items, or what is made of them, which a damaged store may not have all of.
    let readsItems: Bool
    let answer: Handler

    init(
        _ method: Method, _ pattern: String, _ operation: String, _ summary: String,
        parameters: [Parameter] = [], body: Body? = nil, bodyLimit: Int? = nil, returns success: Success,
        failing: [Status] = [], readsItems: Bool = false,
        _ answer: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.operation = operation
        self.summary = summary
        self.parameters = parameters
        self.body = body
        self.bodyLimit = bodyLimit
        self.success = success
        failures = failing
        self.readsItems = readsItems
        self.answer = answer
    }

    /// What a request carries.
    struct Body: Sendable {
        let types: [String]
        /// The name of its schema; nil for a file of any kind.
        let schema: String?

        static let file = Body(types: ["application/octet-stream"], schema: nil)

        static let photo = Body(types: PhotoKind.allCases.map(\.mediaType), schema: nil)

        static func json(_ schema: String) -> Body { Body(types: ["application/json"], schema: schema) }
        static func mergePatch(_ schema: String) -> Body {
            Body(types: ["application/merge-patch+json", "application/json"], schema: schema)
        }
    }

    /// What is answered when all is well.
    struct Success: Sendable {
        let status: Status
        let type: String?
        let schema: String?
        let summary: String

        static func json(_ status: Status, _ schema: String, _ summary: String) -> Success {
            Success(status: status, type: "application/json", schema: schema, summary: summary)
        }
        static func other(_ type: String, _ summary: String) -> Success {
            Success(status: .ok, type: type, schema: nil, summary: summary)
        }
        static func empty(_ summary: String) -> Success {
            Success(status: .noContent, type: nil, schema: nil, summary: summary)
        }
    }
}

extension Status {
    /// How changes are refused.
    static let ofChanges: [Status] = [
        .badRequest, .forbidden, .conflict, .lengthRequired, .contentTooLarge, .unsupportedMediaType,
        .unprocessableContent,
    ]
}

/// A parameter of an endpoint.
struct Parameter: Sendable {
    enum Place: String, Sendable { case query, path, header }

    let name: String
    let place: Place
    let schema: JSON
    let summary: String

    static let query: [Parameter] = [
        Parameter("search", "Words that must all be found."),
        Parameter("scope", "The fields to search, with commas between them."),
        Parameter("favorites", as: ["type": "boolean"], "Only favorites."),
        Parameter("where", "A condition, as value >= 50 and tag = light."),
        Parameter("sort", "The fields to sort by, as value:desc,name."),
    ]
    static let sections = Parameter(
        "sections", "Parts the items into sections, as value:25,50, and adds section to each.")
    static let by = Parameter("by", "How to part the items, as initial or value:25,50.")
    static let rule = Parameter(
        "rule",
        "How to part the items, told without a name: bands:25,50:valueInDollars, initial:name, year:dateCreated, "
            + "month, flag or value and a field; with - before it in descending order; none for no sections.")
    static let changes = Parameter(
        "changes", as: ["type": "boolean"], "Tell all that was changed, and what takes it back.")
    static let limit = Parameter(
        "limit", as: ["type": "integer", "minimum": 0, "default": 50], "How many; at most 1000.")
    static let cursor = Parameter("cursor", "Where to go on, as the page before has it in next.")
    static let offset = Parameter(
        "offset", as: ["type": "integer", "minimum": 0], "The first row, where there is no cursor.")
    static let outline = Parameter(
        "outline", as: ["type": "boolean"],
        "Whether the answer's sections come with the page, of the same state.")
    static let snapshot = Parameter("snapshot", "The snapshot to read; the list as it is now without it.")
    static let heldSnapshot = Parameter(
        name: "snapshot", place: .path, schema: ["type": "string"], summary: "The id of a snapshot.")
    static let id = Parameter(
        name: "id", place: .path, schema: ["type": "string", "format": "uuid"], summary: "The item's id.")
    static let photo = Parameter(
        name: "photo", place: .path, schema: ["type": "string", "pattern": "^[0-9a-f]{64}$"],
        summary: "The SHA-256 of the photo, as an item has it.")
    static let thumbnail = Parameter(
        "thumbnail", as: ["type": "string"],
        "If it is there, its thumbnail is meant. With the value only, the photo never stands in for it.")
    static let format = Parameter(
        "format", as: ["type": "string", "enum": JSON(ItemFormat.all.map { JSON($0.name) })],
        "The file's format; an import tells it by the content.")
    static let exportFormat = Parameter(
        "format", as: ["type": "string", "enum": JSON(ExportFormat.all.map { JSON($0.name) })],
        "The file's format; tar is an archive with the photos.")
    static let dryRun = Parameter("dryRun", as: ["type": "boolean"], "Only say what would be done.")
    static let skipInvalid = Parameter(
        "skipInvalid", as: ["type": "boolean"], "Leave out entries that can't be imported.")
    static let updateBy = Parameter(
        "updateBy", "The field by which an entry means an item that is there, beside the id.")
    static let ifMatch = Parameter(
        name: "If-Match", place: .header, schema: ["type": "string"],
        summary: "The entity tag that the item must still have.")
    static let ifNoneMatch = Parameter(
        name: "If-None-Match", place: .header, schema: ["type": "string"],
        summary:
            "An entity tag that the item must not have; a star for none, which no item that is there meets.")
    static let idempotencyKey = Parameter(
        name: "Idempotency-Key", place: .header, schema: ["type": "string"],
        summary:
            "A text that no other request has. Repeated with the same one, because the answer was lost, the "
            + "request is answered again and nothing is done twice, for as long as the server remembers it.")
    static let revision = Parameter(
        "revision", as: ["type": "integer", "minimum": 0], "The change to take back; not given, the newest.")
    static let lastEventID = Parameter(
        name: "Last-Event-ID", place: .header, schema: ["type": "string"],
        summary: "The last event that was seen.")

    init(_ name: String, as schema: JSON = ["type": "string"], _ summary: String) {
        self.init(name: name, place: .query, schema: schema, summary: summary)
    }

    init(name: String, place: Place, schema: JSON, summary: String) {
        self.name = name
        self.place = place
        self.schema = schema
        self.summary = summary
    }
}
