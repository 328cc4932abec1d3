/// A request's body, as an asynchronous sequence of the pieces that arrive. The client has to wait while the handler
/// doesn't read.
///
/// The body can be read only once. It never exceeds the route's limit.
public struct RequestBody: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = [UInt8]

    enum Source: Sendable {
        case bytes([UInt8])
        case connection(EventLoop, ExchangeID)
    }

    let source: Source

    init(_ bytes: [UInt8] = []) {
        source = .bytes(bytes)
    }

    init(_ source: Source) {
        self.source = source
    }

    /// Whether the body is known to be empty.
    package var isEmpty: Bool { if case .bytes(let bytes) = source { bytes.isEmpty } else { false } }

    /// The length in bytes, or `nil` if the body is still arriving.
    package var length: Int? { if case .bytes(let bytes) = source { bytes.count } else { nil } }

    /// Returns the whole body.
    ///
    /// - Throws: ``HTTPError`` if the body is too long, malformed or incomplete.
    public func bytes() async throws -> [UInt8] {
        switch source {
        case .bytes(let bytes): bytes
        case .connection(let loop, let exchange): try await loop.readWholeBody(of: exchange)
        }
    }

    /// Returns the whole body as text. Invalid UTF-8 is replaced.
    public func text() async throws -> String {
        String(decoding: try await bytes(), as: UTF8.self)
    }

    /// Returns an iterator over the pieces.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: source)
    }

    /// An iterator over the pieces of a body.
    public struct Iterator: AsyncIteratorProtocol {
        var source: Source

        /// Returns the next piece, or `nil` at the end.
        ///
        /// - Throws: ``HTTPError`` if the body is too long, malformed or incomplete.
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
