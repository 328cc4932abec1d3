/// A writer for the body of one response.
public struct BodyWriter: Sendable {
    enum Target {
        case exchange(EventLoop, ExchangeID)
        case sink(@Sendable ([UInt8]) async throws -> Void)
    }

    let target: Target

    init(loop: EventLoop, exchange: ExchangeID) { target = .exchange(loop, exchange) }

    /// Creates a writer that passes the bytes to a closure instead of a connection.
    package init(_ sink: @escaping @Sendable ([UInt8]) async throws -> Void) { target = .sink(sink) }

    /// Sends bytes. Suspends if the client reads more slowly than the handler writes.
    ///
    /// - Throws: ``ConnectionClosed`` if the client has disconnected or hasn't read for too long.
    public func write(_ bytes: [UInt8]) async throws {
        switch target {
        case .exchange(let loop, let exchange): try await loop.write(bytes, to: exchange)
        case .sink(let sink): try await sink(bytes)
        }
    }

    /// Sends text encoded as UTF-8.
    public func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }
}
