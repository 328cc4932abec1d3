import LootControllers
import LootCore
import LootFormats
import WebServer

extension Site {
    // MARK: Items

    /// `GET /api/items/{id}`
    func item(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        let bytes = itemBytes(item)
        return itemResponse(.ok, bytes, EntityTag.of(bytes))
    }

    /// `POST /api/items`
    func add(_ request: Request) async throws -> Response {
        let document = try await document(request, types: ["application/json"])
        let item = try ChangeReader.read(document) { $0.item($1) }
        try await inventory.add([item])
        let bytes = itemBytes(item)
        var response = itemResponse(.created, bytes, EntityTag.of(bytes))
        response.headers[.location] = "/api/items/\(item.id)"
        return response
    }

    /// `PATCH /api/items/{id}`
    func edit(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let document = try await document(
            request, types: ["application/merge-patch+json", "application/json"])
        let patch = try ChangeReader.read(document) { $0.patch($1) }
        return try await ifMatching(request, id) { precondition in
            try await self.inventory.edit([id], patch, if: precondition)
            guard let item = try await self.store.item(id) else { throw LootError.missing(id) }
            let bytes = self.itemBytes(item)
            return self.itemResponse(.ok, bytes, EntityTag.of(bytes))
        }
    }

    /// `DELETE /api/items/{id}`
    func remove(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        return try await ifMatching(request, id) { precondition in
            try await self.inventory.remove([id], if: precondition)
            return Response(.noContent)
        }
    }

    /// `POST /api/items/{id}/move`
    func move(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let document = try await document(request, types: ["application/json"])
        let destination = try ChangeReader.read(document) { Site.destination(&$0, $1) }
        return try await ifMatching(request, id) { precondition in
            let (position, _) = try await self.inventory.move(id, to: destination, if: precondition)
            return Response(bytes: JSON([("position", JSON(position))]).bytes, type: "application/json")
        }
    }

    private static func destination(_ reader: inout ChangeReader, _ value: DocumentValue) -> Destination? {
        let keys = ["to", "before", "after"]
        guard let entries = reader.object(value, keys: keys) else { return nil }
        guard entries.count == 1 else {
            reader.refuse("one of to, before and after says where the item goes")
            return nil
        }
        if let position = reader.member("to", of: value, { $0.position($1) }) { return .position(position) }
        if let other = reader.member("before", of: value, { $0.id($1) }) { return .before(other) }
        return reader.member("after", of: value) { $0.id($1) }.map { .after($0) }
    }

    // MARK: Several changes

    /// `POST /api/batch`
    func batch(_ request: Request) async throws -> Response {
        let bytes = try await request.body.bytes()
        let document = try document(request, bytes, types: ["application/json"])
        let transaction = try ChangeReader.read(document) { $0.transaction($1) }
        guard let key = request.headers["Idempotency-Key"] else {
            return commitResponse(try await inventory.commit(transaction))
        }
        return try await repeats.answer(to: key, asking: bytes) {
            self.commitResponse(try await self.inventory.commit(transaction))
        }
    }

    /// `POST /api/undo`
    func undo() async throws -> Response { commitResponse(try await inventory.undo()) }

    /// `POST /api/redo`
    func redo() async throws -> Response { commitResponse(try await inventory.redo()) }

    // MARK: Inside

    private func commitResponse(_ commit: Commit) -> Response {
        var bytes: [UInt8] = []
        ChangeWriter().append(commit, to: &bytes)
        return Response(bytes: bytes, type: "application/json")
    }

    func itemBytes(_ item: Item) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        writer.append(item, to: &bytes)
        return bytes
    }

    func itemResponse(_ status: Status, _ bytes: [UInt8], _ tag: String) -> Response {
        var response = Response(status, bytes: bytes, type: "application/json")
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "no-cache"
        return response
    }

    /// The item that a path names.
    func itemID(_ request: Request) throws(LootError) -> ItemID {
        let text = request.parameters["id"]
        if let id = ItemID(text) { return id }
        throw LootError(
            .noSuchItem, "can't find the item “\(TextRules.visible(text))”", because: "this is not an id")
    }

    /// The JSON that a request carries.
    func document(_ request: Request, types: [String]) async throws -> DocumentValue {
        try document(request, try await request.body.bytes(), types: types)
    }

    private func document(_ request: Request, _ bytes: [UInt8], types: [String]) throws -> DocumentValue {
        if bytes.isEmpty, request.headers[.contentLength] == nil,
            request.headers[.transferEncoding] == nil
        {
            throw HTTPError(.lengthRequired, "This request needs a body.")
        }
        guard let type = request.mediaType, types.contains(type) else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be \(types.joined(separator: " or ")).",
                headers: request.method == .patch ? ["Accept-Patch": types.joined(separator: ", ")] : [:])
        }
        do { return try DocumentValue(json: bytes.span, strict: true) } catch {
            throw error.reading("the request's body")
        }
    }

    /// Does something to an item, if it still is as `If-Match` says.
    func ifMatching(
        _ request: Request, _ id: ItemID,
        _ action: (@escaping Inventory.Precondition) async throws -> Response
    ) async throws -> Response {
        let headers = request.headers
        do {
            return try await action { (item) throws(LootError) in
                guard headers.contains(entityTag: EntityTag.of(self.itemBytes(item)), in: .ifMatch) ?? true
                else {
                    throw LootError(
                        .preconditionFailed, "can't change the item",
                        because: "it was changed since you read it", next: "Look at it and try again",
                        item: item.id)
                }
            }
        } catch let error as LootError where error.code == .preconditionFailed {
            var problem = Problem(error)
            problem.item = try await store.item(id).map(itemBytes)
            return problem.response
        }
    }
}
