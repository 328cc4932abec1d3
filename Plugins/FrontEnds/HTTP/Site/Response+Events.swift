import LootAPI
import WebServer

extension Response {
    /// A stream of events, which no proxy keeps back. It lasts until `produce` returns, the client leaves or the server
    /// stops.
    static func eventStream(_ produce: @escaping @Sendable (BodyWriter) async throws -> Void) -> Response {
        var response = Response(
            headers: [
                .contentType: ServerSentEvent.mediaType, .cacheControl: "no-store", "X-Accel-Buffering": "no",
            ], body: .stream(produce))
        response.isEndless = true
        return response
    }
}

/// What lets the network between know that a stream is alive.
enum StreamBeat {
    /// A comment, which clients pass over.
    static let bytes = Array(": still here\n\n".utf8)

    /// Calls `send` again and again, until it throws or the task is canceled.
    static func run(_ send: () async throws -> Void) async throws {
        while (try? await Task.sleep(for: .seconds(15))) != nil { try await send() }
    }
}
