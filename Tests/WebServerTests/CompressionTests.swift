import Testing

@testable import WebServer

@Suite struct `Compressed responses` {
    private static let text = String(repeating: "A lamp from the attic, and a vase. ", count: 100)

    private func ask(
        _ headers: Headers, type: String = "text/html; charset=utf-8", body: String = text,
        tag: String? = "\"a\""
    ) async throws -> Response {
        var router = Router()
        router.on(.get, "/") { _ in
            var response = Response(text: body, type: type)
            response.headers[.eTag] = tag
            return response
        }
        router.finish(Response.leaveOutKnown)
        router.finish(Compression().finish)
        return await router.respond(to: try #require(Request(.get, "/", headers: headers)))
    }

    private func bytes(_ response: Response) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    @Test func `a compressed response is a tenth as long and has the same content`() async throws {
        let answer = try await ask([.acceptEncoding: "gzip, deflate, br"])
        let bytes = bytes(answer)
        #expect(answer.headers[.contentEncoding] == "gzip" && answer.headers["Vary"] == "Accept-Encoding")
        #expect(bytes.count * 10 < Self.text.utf8.count && bytes.starts(with: [0x1F, 0x8B, 8]))
        // The gzip trailer contains a checksum and the length of the content.
        func number(_ end: ArraySlice<UInt8>) -> UInt32 { end.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        #expect(number(bytes.dropLast(4).suffix(4)) == crc(Array(Self.text.utf8)))
        #expect(number(bytes.suffix(4)) == UInt32(Self.text.utf8.count))
    }

    private func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    @Test(arguments: ["", "deflate", "gzip;q=0", "br, *;q=0", "identity", "gzip;q=0, *"])
    func `a response isn't compressed if the client rejects compression`(field: String) async throws {
        let answer = try await ask(field.isEmpty ? [:] : [.acceptEncoding: field])
        #expect(answer.headers[.contentEncoding] == nil && answer.headers["Vary"] == "Accept-Encoding")
        #expect(bytes(answer) == Array(Self.text.utf8))
    }

    @Test(arguments: ["*", "GZIP", "gzip;q=0.1", "br;q=1.0, gzip;q=0.8"])
    func `a response is compressed if the client accepts compression`(field: String) async throws {
        #expect(try await ask([.acceptEncoding: field]).headers[.contentEncoding] == "gzip")
    }

    @Test func `a response that doesn't get shorter isn't compressed`() async throws {
        #expect(try await ask([.acceptEncoding: "gzip"], body: "short").headers[.contentEncoding] == nil)
        let picture = try await ask([.acceptEncoding: "gzip"], type: "image/png")
        #expect(picture.headers[.contentEncoding] == nil && picture.headers["Vary"] == nil)
    }

    @Test func `a compressed response has a separate entity tag for the same state`() async throws {
        let tag = try #require(try await ask([.acceptEncoding: "gzip"]).headers[.eTag])
        #expect(tag == "\"a-gzip\"")
        let known = try await ask([.acceptEncoding: "gzip", .ifNoneMatch: tag])
        #expect(known.status == .notModified && known.headers[.eTag] == tag)
        #expect(try await ask([.ifNoneMatch: "\"a\""]).status == .notModified)
        let headers: Headers = ["If-Match": "\"a-gzip\""]
        #expect(headers.contains(entityTag: "\"a\"", in: .ifMatch) == true)
        #expect(headers.contains(entityTag: "\"b\"", in: .ifMatch) == false)
    }

    @Test func `a response is compressed once for all requests`() throws {
        let compression = Compression()
        let bytes = Array(Self.text.utf8)
        let first = try #require(compression.compressed(bytes))
        let second = try #require(compression.compressed(bytes))
        let isSame = first.withUnsafeBytes { first in
            second.withUnsafeBytes { $0.baseAddress == first.baseAddress }
        }
        #expect(isSame)
        var other = bytes
        other[100] ^= 1
        #expect(compression.compressed(other) != first)
    }
}
