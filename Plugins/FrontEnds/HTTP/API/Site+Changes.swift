import LootControllers
import LootCore
import LootFormats
import WebServer

extension Site {
    // MARK: Items

    /// `GET /api/items/{id}`
    func item(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let reader: any ItemReader = try snapshot(request) ?? store
        guard let item = try await reader.item(id) else {
            if request.query["snapshot"] == nil { try await condition.requireWhole(isEmpty: true) }
            throw LootError.missing(id)
        }
        return itemResponse(.ok, item)
    }

    /// `POST /api/items`
    func add(_ request: Request) async throws -> Response {
        let document = try await document(request, types: ["application/json"])
        let item = try ChangeReader.read(document) { $0.item($1) }
        try await inventory.add([item])
        var response = itemResponse(.created, item)
        response.headers[.location] = "/api/items/\(item.id)"
        return response
    }

    /// `PATCH /api/items/{id}`
    func edit(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let document = try await document(
            request, types: ["application/merge-patch+json", "application/json"])
        let patch = try ChangeReader.read(document) { $0.patch($1) }
        return try await ifAsSeen(request, id) { conditions in
            try await self.inventory.edit([id], patch, if: conditions)
            guard let item = try await self.store.item(id) else { throw LootError.missing(id) }
            return self.itemResponse(.ok, item)
        }
    }

    /// `DELETE /api/items/{id}`
    func remove(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        return try await ifAsSeen(request, id) { conditions in
            try await self.inventory.remove([id], if: conditions)
            return Response(.noContent)
        }
    }

    /// `POST /api/items/{id}/move`
    func move(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let document = try await document(request, types: ["application/json"])
        let destination = try ChangeReader.read(document) { $0.destination($1) }
        return try await ifAsSeen(request, id) { conditions in
            let (position, _) = try await self.inventory.move(id, to: destination, if: conditions)
            return Response(bytes: JSON([("position", JSON(position))]).bytes, type: "application/json")
        }
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
    func undo(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(request, self, knowing: ["revision"], sections: "")
        guard let number = try parameters.number("revision", atMost: .max) else {
            return commitResponse(try await inventory.undo())
        }
        return commitResponse(try await inventory.undo(Revision(rawValue: UInt64(number))))
    }

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

    func itemResponse(_ status: Status, _ item: Item) -> Response {
        var response = Response(status, bytes: itemBytes(item), type: "application/json")
        response.headers[.eTag] = Site.entityTag(of: item)
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

    /// The entity tag of an item: the same for as long as no field of it is changed, on every server.
    static func entityTag(of item: Item) -> String { "\"\(item.digest)\"" }

    /// Does something to an item on the conditions that `If-Match` and `If-None-Match` say. Where they don't hold, also
    /// because of what others wrote in that very moment, the answer is 412 with the item as it is now.
    func ifAsSeen(
        _ request: Request, _ id: ItemID, _ action: ([Condition]) async throws -> Response
    ) async throws -> Response {
        var conditions: [Condition] = []
        do {
            conditions = try await self.conditions(of: request, on: id)
            return try await action(conditions)
        } catch let error as LootError
            where error.code == .preconditionFailed || error.code == .conflict && !conditions.isEmpty
        {
            guard let item = try await store.item(id) else { throw LootError.missing(id) }
            var problem = Problem(LootError.preconditionFailed(on: id))
            problem.item = itemBytes(item)
            return problem.response
        }
    }

    private func conditions(of request: Request, on id: ItemID) async throws -> [Condition] {
        let headers = request.headers
        guard headers[.ifMatch] != nil || headers[.ifNoneMatch] != nil else { return [] }
        guard let item = try await store.item(id) else { throw LootError.missing(id) }
        let tag = Site.entityTag(of: item)
        if headers.contains(entityTag: tag, in: .ifNoneMatch) ?? false {
            throw LootError.preconditionFailed(on: id)
        }
        guard let isMatching = headers.contains(entityTag: tag, in: .ifMatch) else { return [] }
        if !isMatching { throw LootError.preconditionFailed(on: id) }
        // A star asks for no more than that there is an item, as every change of it does.
        let isAny = headers.contains(entityTag: "\"\"", in: .ifMatch) ?? false
        return isAny ? [] : [.item(id, item.digest)]
    }
}

extension LootError {
    fileprivate static func preconditionFailed(on item: ItemID) -> LootError {
        LootError(
            .preconditionFailed, "can't change the item", because: "it was changed since you read it",
            next: "Look at it and try again", item: item)
    }
}
