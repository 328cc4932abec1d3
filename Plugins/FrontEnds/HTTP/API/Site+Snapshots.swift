import LootCore
import WebServer

extension Site {
    /// `POST /api/snapshots`
    func holdSnapshot() async throws -> Response {
        let (id, snapshot) = try await snapshots.hold(of: store)
        let body = JSON([
            ("id", JSON(id)), ("revision", JSON(snapshot.revision.rawValue)),
            ("heldFor", JSON(snapshots.lifetime)),
        ])
        var response = Response(.created, bytes: body.bytes, type: "application/json")
        response.headers[.location] = "/api/snapshots/\(id)"
        return response
    }

    /// `DELETE /api/snapshots/{snapshot}`
    func letGoOfSnapshot(_ request: Request) async -> Response {
        await snapshots.letGo(of: request.parameters["snapshot"])
        return Response(.noContent)
    }

    /// What a request wants to read: the snapshot that it names, nil for the store as it is.
    func snapshot(_ request: Request) throws(LootError) -> (any ItemSnapshot)? {
        guard let id = request.query["snapshot"] else { return nil }
        return try snapshots.snapshot(id)
    }
}
