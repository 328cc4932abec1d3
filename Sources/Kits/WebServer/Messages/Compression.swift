import CZlib
import Synchronization

/// Compresses responses for clients that accept gzip, using the system's zlib. Without zlib, responses aren't
/// changed.
///
/// Use it as a last step of a router: `router.finish(Compression().finish)`. Compressed bodies are cached, so a
/// response that many clients request is compressed once.
package final class Compression: Sendable {
    private struct CachedBody {
        let bytes: [UInt8]
        let compressed: [UInt8]
    }

    private struct State {
        /// The cached bodies, by their length and their first and last bytes.
        var bodies: [Key: CachedBody] = [:]
        var size = 0
    }

    private struct Key: Hashable {
        let count: Int
        let first: UInt64
        let last: UInt64
    }

    /// Shorter bodies fit into one packet anyway.
    private static let minimumSize = 1_000
    /// Compressing longer bodies would block the event loop for too long.
    private static let maximumSize = 256 << 10
    private static let keptBytes = 2 << 20

    private let state = Mutex(State())
    private let isAvailable: Bool

    /// Creates a compressor and loads zlib.
    package init() { isAvailable = czlib_open() != 0 }

    /// Compresses the response's body if the client accepts gzip and compression is worthwhile.
    package func finish(_ request: Request, _ response: inout Response) {
        guard isAvailable else { return }
        if response.status == .notModified { return Compression.restoreTag(request, &response) }
        guard case .bytes(let bytes) = response.body, bytes.count >= Compression.minimumSize,
            bytes.count <= Compression.maximumSize, response.status != .partialContent,
            Compression.isWorthwhile(response.headers[.contentType] ?? ""),
            response.headers[.contentEncoding] == nil
        else { return }
        response.headers.append("Vary", "Accept-Encoding")
        guard Compression.isAccepted(request), let compressed = compressed(bytes) else { return }
        response.body = .bytes(compressed)
        response.headers[.contentEncoding] = "gzip"
        if let tag = response.headers[.eTag] { response.headers[.eTag] = Compression.tag(tag) }
    }

    /// Returns the bytes compressed with gzip, from the cache if possible, or `nil` if compression saves nothing.
    func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let key = bytes.withUnsafeBytes { bytes in
            Key(
                count: bytes.count, first: bytes.loadUnaligned(as: UInt64.self),
                last: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
        }
        if let body = state.withLock({ $0.bodies[key] }), body.bytes == bytes { return body.compressed }
        let capacity = bytes.count - 1
        let compressed = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            // zlib uses both buffers only during the call.
            count = bytes.withUnsafeBytes {
                czlib_gzip($0.baseAddress, $0.count, 5, target.baseAddress, capacity)
            }
        }
        guard !compressed.isEmpty else { return nil }
        let size = bytes.count + compressed.count
        state.withLock { state in
            if let old = state.bodies[key] { state.size -= old.bytes.count + old.compressed.count }
            if state.size + size > Compression.keptBytes { state = State() }
            state.bodies[key] = CachedBody(bytes: bytes, compressed: compressed)
            state.size += size
        }
        return compressed
    }

    // MARK: Negotiation

    /// Returns whether data of this media type compresses well. Text does; images are usually compressed already.
    private static func isWorthwhile(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("application/json") || type.hasSuffix("+json")
            || type.hasPrefix("image/svg+xml")
    }

    /// Returns whether the client accepts gzip.
    private static func isAccepted(_ request: Request) -> Bool {
        guard request.headers.firstRange(of: .acceptEncoding) != nil else { return false }
        let field = request.headers.values(of: .acceptEncoding).joined(separator: ",").lowercased()
        var isAccepted = false
        for coding in field.split(separator: ",") {
            let parts = coding.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            guard let name = parts.first else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            if name == "gzip" || name == "x-gzip" { return quality ?? 1 > 0 }
            if name == "*" { isAccepted = quality ?? 1 > 0 }
        }
        return isAccepted
    }

    // MARK: Entity tags

    /// Returns the entity tag of the compressed body. Different bytes need a different strong tag.
    private static func tag(_ tag: String) -> String {
        tag.hasSuffix("\"") ? tag.dropLast() + Headers.compressedMark + "\"" : tag
    }

    /// Gives a 304 response the compressed tag if the client sent that tag.
    private static func restoreTag(_ request: Request, _ response: inout Response) {
        response.headers.append("Vary", "Accept-Encoding")
        guard let tag = response.headers[.eTag] else { return }
        let compressed = Compression.tag(tag)
        let known = request.headers.values(of: .ifNoneMatch).joined(separator: ",")
        if known.contains(compressed) { response.headers[.eTag] = compressed }
    }
}

extension Headers {
    /// The suffix of entity tags for compressed bodies, before the closing quote. Comparisons ignore it.
    static let compressedMark = "-gzip"
}
