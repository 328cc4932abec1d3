import Testing

@testable import WebServer

@Suite struct `A router` {
    private func router() -> Router {
        var router = Router()
        router.on(.get, "/") { _ in Response(text: "root") }
        router.on(.get, "/items") { _ in Response(text: "items") }
        router.on(.post, "/items") { request in Response(.created, text: try await request.body.text()) }
        router.on(.get, "/items/new") { _ in Response(text: "new") }
        router.on(.get, "/items/{id}") { request in Response(text: "item \(request.parameters["id"])") }
        router.on(.delete, "/items/{id}/photo") { request in
            Response(text: "photo \(request.parameters["id"])")
        }
        router.on(.get, "/files/{path...}") { request in Response(text: "file \(request.parameters["path"])")
        }
        router.on(.get, "/teapot") { _ in throw HTTPError(.conflict, "It is \"full\"\u{1}.") }
        router.on(.get, "/broken") { _ in throw NoHead(text: "secret") }
        return router
    }

    private func answer(_ method: Method, _ target: String, _ body: String = "") async throws -> Response {
        let request = try #require(Request(method, target, body: Array(body.utf8)))
        return await router().respond(to: request)
    }

    @Test(arguments: [
        ("/", "root"), ("/items", "items"), ("/items?x=/y", "items"), ("/items/new", "new"),
        ("/items/7", "item 7"), ("/items/a%20b%2Fc", "item a b/c"), ("/items/n%65w", "new"),
        ("/files/a/b.txt", "file a/b.txt"), ("/files/a//b", "file a//b"), ("http://a/items", "items"),
        ("http://a", "root"), ("/items/.hidden", "item .hidden"),
    ])
    func `a router finds the route for a path`(_ target: String, _ text: String) async throws {
        #expect(try await answer(.get, target).text == text)
    }

    @Test(arguments: [
        "/nothing", "/items/", "/items//", "/items/7/other", "//", "/files/", "/files/../x",
        "/files/%2e%2E/x",
        "/files/a%2Fb", "/files/a%00", "/items/..", "/items/.", "/ITEMS",
    ])
    func `other paths get 404`(_ target: String) async throws {
        #expect(try await answer(.get, target).status == .notFound)
    }

    @Test func `the body is passed to the handler`() async throws {
        let response = try await answer(.post, "/items", "body")
        #expect(response.status == .created)
        #expect(response.text == "body")
    }

    @Test func `other methods get 405 with the allowed methods`() async throws {
        let response = try await answer(.patch, "/items")
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD, OPTIONS, POST")
        #expect(try await answer(.get, "/items/1/photo").headers[.allow] == "DELETE, OPTIONS")
    }

    @Test func `OPTIONS and HEAD are answered automatically`() async throws {
        let options = try await answer(.options, "/items")
        #expect(options.status == .noContent)
        #expect(options.headers[.allow] == "GET, HEAD, OPTIONS, POST")
        #expect(try await answer(.options, "*").headers[.allow] == "DELETE, GET, HEAD, OPTIONS, POST")
        #expect(try await answer(.head, "/items").status == .ok)
    }

    @Test func `an HTTP error becomes a problem document, and other errors remain private`() async throws {
        let known = try await answer(.get, "/teapot")
        #expect(known.headers[.contentType] == "application/problem+json")
        #expect(
            known.text
                == #"{"type":"about:blank","title":"Conflict","status":409,"detail":"It is \"full\"\u0001."}"#
        )
        let unknown = try await answer(.get, "/broken")
        #expect(unknown.status == .internalServerError)
        #expect(!unknown.text.contains("secret"))
    }

    @Test func `checks run before each handler, and final steps after it`() async throws {
        var router = router()
        router.check { request in request.path == "/items" ? Response(.unauthorized) : nil }
        router.check { request in
            if request.path == "/" { throw HTTPError(.forbidden, "No.") }
            return nil
        }
        router.finish { request, response in response.headers["X-Path"] = request.path }
        for (path, status) in [("/items", 401), ("/", 403), ("/nothing", 404), ("/items/1", 200)] {
            let response = await router.respond(to: try #require(Request(.get, path)))
            #expect(response.status.code == status)
            #expect(response.headers["x-path"] == path)
        }
    }

    @Test func `a literal segment takes precedence over a placeholder, which is tried next`()
        async throws
    {
        var router = Router()
        router.on(.get, "/{kind}/list") { request in Response(text: request.parameters["kind"]) }
        router.on(.get, "/items/one") { _ in Response(text: "one") }
        #expect(await router.respond(to: try #require(Request(.get, "/items/one"))).text == "one")
        #expect(await router.respond(to: try #require(Request(.get, "/items/list"))).text == "items")
    }

    @Test(arguments: [
        ("/l/home/items?x=/y", "/items", "/items?x=/y"), ("/l/home", "/", ""), ("/l/home/", "/", "/"),
        ("/l/home?x=1", "/", "?x=1"), ("/l/home/l/home/items", "/l/home/items", "/l/home/items"),
        ("http://a/l/home/items", "/items", "/items"),
    ])
    func `a mounted router sees addresses without its path`(_ target: String, _ path: String, _ rest: String)
        async throws
    {
        var inner = Router()
        inner.finish { request, response in
            response.headers["Seen"] = "\(request.base) \(request.path) \(request.target)"
        }
        var outer = router()
        outer.check { _ in throw HTTPError(.conflict, "This check is for other requests.") }
        outer.mount("/l/home", inner)
        let answer = await outer.respond(to: try #require(Request(.get, target)))
        #expect(answer.headers["Seen"] == "/l/home \(path) \(rest)")
    }

    @Test(arguments: ["/l/homes", "/l/hom", "/l", "/L/home", "/l/home%2Fitems"])
    func `a mounted router handles only requests under its path`(_ target: String) async throws {
        var inner = Router()
        inner.finish { _, response in response.headers["Seen"] = "inner" }
        var outer = router()
        outer.mount("/l/home", inner)
        #expect(await outer.respond(to: try #require(Request(.get, target))).headers["Seen"] == nil)
    }

    @Test func `a handler without await is immediate`() throws {
        let router = router()
        func isImmediate(_ method: Method, _ path: String) throws -> Bool {
            let request = try #require(Request(method, path))
            if case .immediate = CompiledRouter(router).match(request.head).route.handler { return true }
            return false
        }
        #expect(try isImmediate(.get, "/items"))
        #expect(try !isImmediate(.post, "/items"))
    }
}

extension Response {
    var text: String {
        guard case .bytes(let bytes) = body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
