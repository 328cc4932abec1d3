import Testing

@testable import WebServer

@Suite struct `A part of a body` {
    private func ask(
        _ headers: Headers, type: String = "image/jpeg", body: String = "0123456789"
    ) async throws -> Response {
        var router = Router()
        router.on(.get, "/file") { _ in
            Response(
                headers: [.contentType: type, .eTag: "\"a\"", .acceptRanges: "bytes"],
                body: .bytes(Array(body.utf8)))
        }
        router.finish(Response.takeRange)
        return await router.respond(to: try #require(Request(.get, "/file", headers: headers)))
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=4-", "456789", "bytes 4-9/10"),
        ("bytes=-2", "89", "bytes 8-9/10"), ("bytes=-20", "0123456789", "bytes 0-9/10"),
        ("bytes=9-99999999999999999999", "9", "bytes 9-9/10"), ("Bytes = 1-1", "1", "bytes 1-1/10"),
    ])
    func `a requested range is returned`(range: String, part: String, told: String) async throws {
        let answer = try await ask(["Range": range])
        #expect(answer.status == .partialContent && answer.headers["Content-Range"] == told)
        guard case .bytes(let bytes) = answer.body else { return #expect(Bool(false)) }
        #expect(String(decoding: bytes, as: UTF8.self) == part)
    }

    @Test(arguments: ["bytes=10-", "bytes=-0", "bytes=99-100"])
    func `a range beyond the end is rejected with the length`(range: String) async throws {
        let answer = try await ask(["Range": range])
        #expect(answer.status == .rangeNotSatisfiable && answer.headers["Content-Range"] == "bytes */10")
    }

    @Test(arguments: ["bytes=0-1,3-4", "lines=0-1", "bytes=3-1", "bytes=", "bytes=-", "bytes=a-b", "bytes=1"])
    func `an invalid range returns the complete body`(range: String) async throws {
        let answer = try await ask(["Range": range])
        #expect(answer.status == .ok && answer.body.length == 10)
    }

    @Test(arguments: [("\"a\"", 206), ("\"b\"", 200), ("W/\"a\"", 200), ("*", 200)])
    func `If-Range returns a part only if the rest is unchanged`(condition: String, status: Int) async throws
    {
        #expect(try await ask(["Range": "bytes=0-1", "If-Range": condition]).status.code == status)
    }
}
