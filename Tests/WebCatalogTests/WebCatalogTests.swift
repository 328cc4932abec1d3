import LootCore
import Testing
import WebServer

@testable import WebCatalogPlugin

@Suite(.timeLimit(.minutes(5))) struct `A web catalog` {
    private static let code = "036000291452"

    /// Looks up a product in a server with a given response.
    private func ask(
        _ answer: @escaping @Sendable (Request) async throws -> Response, header: String? = nil,
        timeout: Duration = .seconds(60)
    ) async throws -> Patch? {
        var router = Router()
        router.on(.get, "/{code}", answer)
        var limits = Limits()
        limits.graceTime = .zero
        let server = try Server(ServerConfiguration(threads: 1, limits: limits), router: router)
        let catalog = try WebCatalog(
            "test", address: "http://\(server.address)/{code}",
            fields: ["name=items.0.title|title", "custom.model=items.0.model"], header: header,
            timeout: timeout)
        let result: Result<Patch?, any Error>
        do { result = .success(try await catalog.values(for: try Barcode(Self.code))) } catch {
            result = .failure(error)
        }
        await server.stop()
        return try result.get()
    }

    private func failure(
        _ answer: @escaping @Sendable (Request) async throws -> Response, header: String? = nil,
        timeout: Duration = .seconds(60)
    ) async throws -> LootError? {
        await #expect(throws: LootError.self) {
            _ = try await ask(answer, header: header, timeout: timeout)
        }
    }

    private static func json(_ text: String) -> Response {
        Response(bytes: Array(text.utf8), type: "application/json")
    }

    @Test func `fields get the values at their paths, on one line`() async throws {
        let patch = try await ask { request in
            #expect(request.path == "/\(Self.code)")
            return Self.json(#"{"items":[{"title":"A\u0007 lamp\n of\u202e ours","model":7}]}"#)
        }
        #expect(patch?["custom.model"] == .some(.text("7")))
        guard case .text(let name)?? = patch?["name"] else {
            Issue.record("there is no name")
            return
        }
        #expect(name.hasPrefix("A lamp of"))
        #expect(TextRules.firstRefused(in: name, allowingLines: false) == nil)
    }

    @Test(arguments: [#"{"items":[]}"#, #"{"items":null}"#, #"[]"#, #"{"title":" "}"#])
    func `a product without a name is unknown`(text: String) async throws {
        #expect(try await ask { _ in Self.json(text) } == nil)
    }

    @Test func `a product that isn't found is unknown`() async throws {
        #expect(try await ask { _ in Response(.notFound) } == nil)
    }

    @Test func `a response that isn't JSON or UTF-8 is an error`() async throws {
        let garbage = try await failure { _ in Self.json("<html>") }
        #expect(garbage?.code == .catalogFailed)
        #expect(garbage?.reason == "Its response isn't JSON.")
        let bytes: [UInt8] = Array(#"{"title":""#.utf8) + [0xFF] + Array("\"}".utf8)
        let latin = try await failure { _ in Response(bytes: bytes, type: "application/json") }
        #expect(latin?.reason == "Its response isn't JSON.")
    }

    @Test func `a response that is too long is an error`() async throws {
        let error = try await failure { _ in
            Self.json("\"" + String(repeating: "a", count: WebCatalog.sizeLimit) + "\"")
        }
        #expect(error?.reason == "The response is too long.")
    }

    @Test func `a response that is too late is an error`() async throws {
        let error = try await failure(
            { _ in
                // Longer than any time limit. The end of the server cancels it.
                try await Task.sleep(for: .seconds(600))
                return Self.json("{}")
            }, timeout: .milliseconds(20))
        #expect(error?.reason == "The server didn't respond in time.")
    }

    @Test func `redirects are followed only to other web addresses`() async throws {
        let patch = try await ask { request in
            if request.path == "/\(Self.code)" {
                return Response(.seeOther, headers: [.location: "/elsewhere"])
            }
            return Self.json(#"{"title":"Lamp"}"#)
        }
        #expect(patch == ["name": .text("Lamp")])
        let file = try await failure { _ in
            Response(.seeOther, headers: [.location: "file:///etc/passwd"])
        }
        #expect(file?.reason == "It redirects to an address that isn't an http:// or https:// address.")
        let circle = try await failure { _ in Response(.seeOther, headers: [.location: "/again"]) }
        #expect(circle?.reason == "It redirects too many times.")
    }

    @Test func `the header is sent only to the catalog`() async throws {
        let patch = try await ask(
            { request in Self.json(#"{"title":"\#(request.headers["X-Key"] ?? "")"}"#) }, header: "X-Key: 123"
        )
        #expect(patch == ["name": .text("123")])
        let error = try await failure(
            { _ in Response(.seeOther, headers: [.location: "/elsewhere"]) }, header: "X-Key: 123")
        #expect(error?.reason == "It redirects to another address, but its header is only for this one.")
    }

    @Test(arguments: ["file:///{code}", "https://example.org/", "{code}", "ftp://example.org/{code}"])
    func `the address must be a web address with a placeholder for the code`(address: String) {
        let error = #expect(throws: LootError.self) {
            try WebCatalog("test", address: address, fields: ["name=a"], timeout: .seconds(1))
        }
        #expect(error?.code == .configuration)
    }

    @Test(arguments: ["name", "nme=a", "tags=a"])
    func `the fields must exist`(field: String) {
        let error = #expect(throws: LootError.self) {
            try WebCatalog(
                "test", address: "https://example.org/{code}", fields: ["name=a", field],
                timeout: .seconds(1))
        }
        #expect(error?.code == .configuration)
    }
}
