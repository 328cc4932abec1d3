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

    /// The same stream, which uses a share until it ends.
    func holding(_ share: Allowances.Share) -> Response {
        guard case .stream(let length, let produce) = body else { return self }
        var response = self
        response.body = .stream(length: length) { writer in
            defer { share.release() }
            try await produce(writer)
        }
        return response
    }

    /// The same, which ends as soon as something is so; looked at every few seconds.
    func ending(when isOver: @escaping @Sendable () -> Bool) -> Response {
        guard case .stream(let length, let produce) = body else { return self }
        var response = self
        response.body = .stream(length: length) { writer in
            try await withThrowingTaskGroup { group in
                group.addTask { try await produce(writer) }
                group.addTask {
                    while !isOver() { try await Task.sleep(for: .seconds(5)) }
                    throw CancellationError()
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
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
