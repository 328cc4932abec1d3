/// Writes the body of one response.
public struct BodyWriter: Sendable {
    let loop: EventLoop
    let exchange: ExchangeID

    /// Sends bytes. Returns at once while the client keeps up, and otherwise when it has caught up.
    ///
    /// - Throws: ``ConnectionClosed`` when the client is gone or has not read for too long.
    public func write(_ bytes: [UInt8]) async throws {
        try await loop.write(bytes, to: exchange)
    }

    /// Sends text in UTF-8.
    public func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }
}
