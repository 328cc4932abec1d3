/// Writes the body of one response.
public struct BodyWriter: Sendable {
    enum Target {
        case exchange(EventLoop, ExchangeID)
        case sink(@Sendable ([UInt8]) async throws -> Void)
    }

    let target: Target

    init(loop: EventLoop, exchange: ExchangeID) { target = .exchange(loop, exchange) }

    /// A writer to a place of one's own, where a response goes over no connection.
    package init(_ sink: @escaping @Sendable ([UInt8]) async throws -> Void) { target = .sink(sink) }

    /// Sends bytes. Returns at once while the client keeps up, and otherwise when it has caught up.
    ///
    /// - Throws: ``ConnectionClosed`` when the client is gone or has not read for too long.
    public func write(_ bytes: [UInt8]) async throws {
        switch target {
        case .exchange(let loop, let exchange): try await loop.write(bytes, to: exchange)
        case .sink(let sink): try await sink(bytes)
        }
    }

    /// Sends text in UTF-8.
    public func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }
}
