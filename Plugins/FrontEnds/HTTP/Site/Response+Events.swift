import LootAPI
import WebServer

extension Response {
    /// Returns an event stream that proxies don't buffer. It lasts until `produce` returns, the client disconnects or
    /// the server stops.
    static func eventStream(_ produce: @escaping @Sendable (BodyWriter) async throws -> Void) -> Response {
        var response = Response(
            headers: [
                .contentType: ServerSentEvent.mediaType, .cacheControl: "no-store", "X-Accel-Buffering": "no",
            ], body: .stream(produce))
        response.isEndless = true
        return response
    }

    /// Returns this response. If it is a stream, it releases the given share at its end.
    func holding(_ share: Allowances.Share) -> Response { finishing { share.release() } }

    /// Returns this response. If it is a stream, it keeps the given use of the list until its end.
    func holding(_ use: UseCounter.Use) -> Response { finishing { withExtendedLifetime(use) {} } }

    private func finishing(_ body: @escaping @Sendable () -> Void) -> Response {
        guard case .stream(let length, let produce) = self.body else { return self }
        var response = self
        response.body = .stream(length: length) { writer in
            defer { body() }
            try await produce(writer)
        }
        return response
    }

    /// Returns this response. If it is a stream, it ends as soon as `isOver` returns `true`. `isOver` is called every
    /// second.
    func ending(when isOver: @escaping @Sendable () -> Bool) -> Response {
        guard case .stream(let length, let produce) = body else { return self }
        var response = self
        response.body = .stream(length: length) { writer in
            try await withThrowingTaskGroup { group in
                group.addTask { try await produce(writer) }
                group.addTask {
                    while !isOver() { try await Task.sleep(for: .seconds(1)) }
                    throw CancellationError()
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        return response
    }
}

/// The heartbeat that keeps the connections of streams open.
enum StreamBeat {
    /// A comment in the event stream. Clients ignore it.
    static let bytes = Array(": still here\n\n".utf8)

    /// Calls `send` at regular intervals until it throws or the task is canceled.
    static func run(_ send: () async throws -> Void) async throws {
        while (try? await Task.sleep(for: .seconds(15))) != nil { try await send() }
    }
}
