/// A request's body, in pieces as they arrive. While no handler asks for the next piece, the client has to wait.
///
/// The pieces can be read once. Together they are never longer than the route's limit.
public struct RequestBody: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = [UInt8]

    enum Source: Sendable {
        case bytes([UInt8])
        case connection(EventLoop, ExchangeID)
    }

    let source: Source

    /// A body of the given bytes.
    init(_ bytes: [UInt8] = []) {
        source = .bytes(bytes)
    }

    init(_ source: Source) {
        self.source = source
    }

    /// Whether it is known to hold nothing.
    package var isEmpty: Bool { if case .bytes(let bytes) = source { bytes.isEmpty } else { false } }

    /// The number of its bytes, if all of them are here.
    package var length: Int? { if case .bytes(let bytes) = source { bytes.count } else { nil } }

    /// The whole body.
    ///
    /// - Throws: ``HTTPError`` if it is too long, malformed, or does not come to its end.
    public func bytes() async throws -> [UInt8] {
        switch source {
        case .bytes(let bytes): bytes
        case .connection(let loop, let exchange): try await loop.readWholeBody(of: exchange)
        }
    }

    /// The whole body as text. Bytes that are not UTF-8 are replaced.
    public func text() async throws -> String {
        String(decoding: try await bytes(), as: UTF8.self)
    }

    /// Walks the pieces.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    /// Walks the pieces of a body.
    public struct Iterator: AsyncIteratorProtocol {
        var source: Source

        /// The next piece, or nil at the end.
        ///
        /// - Throws: ``HTTPError`` if the body is too long, malformed, or does not come to its end.
        public mutating func next() async throws -> [UInt8]? {
            switch source {
            case .connection(let loop, let exchange):
                return try await loop.readBody(of: exchange)
            case .bytes(let bytes):
                source = .bytes([])
                return bytes.isEmpty ? nil : bytes
            }
        }
    }
}
