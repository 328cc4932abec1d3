import Foundation
import LootCore
import LootFormats
import LootPlugins
import MemoryStorePlugin
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Access to the server` {
    private static let token = "correct-horse"

    private func configuration(token: String? = Self.token) -> HTTPConfiguration {
        var configuration = HTTPConfiguration()
        configuration.token = token
        configuration.publicURL = "https://loot.example:8443/"
        return configuration
    }

    static let hosts: [(String, Int)] = [
        ("localhost:8080", 200), ("127.0.0.1", 200), ("[::1]:80", 200), ("loot.example", 200),
        ("LOOT.EXAMPLE:8443", 200), ("evil.example", 421), ("localhost.evil.example", 421),
        ("127.0.0.1.nip.io", 421), ("192.168.1.5:8080", 200), ("[fd00::5]:8080", 200), ("192.168.1", 421),
        ("192.168.1.256", 421), ("192.168.1.5.evil.example", 421), ("1.2.3.4.", 421), ("0x7f.0.0.1", 421),
    ]

    @Test(arguments: hosts)
    func `a request must name the server as its host`(host: String, status: Int) async throws {
        let site = try await TestSite([], configuration(token: nil))
        #expect(try await site.get("/api/items", headers: [.host: host]).status == status)
    }

    static let origins: [(Headers, Int)] = [
        ([:], 201), ([.origin: "http://localhost"], 201), ([.origin: "https://evil.example"], 403),
        ([.origin: "null"], 403), ([.secFetchSite: "cross-site"], 403), ([.secFetchSite: "same-site"], 403),
        ([.secFetchSite: "same-origin"], 201), ([.secFetchSite: "none"], 201),
        ([.origin: "http://localhost.evil.example"], 403),
    ]

    @Test(arguments: origins)
    func `a page of another site can't change anything`(headers: Headers, status: Int) async throws {
        let site = try await TestSite()
        let answer = try await site.ask(.post, "/api/items", headers: headers, json: #"{"name": "x"}"#)
        #expect(answer.status == status)
        #expect(try await site.names().count == (status == 201 ? 1 : 0))
    }

    static let credentials: [(Headers, Int)] = [
        ([:], 401), ([.authorization: "Bearer correct-horse"], 200),
        ([.authorization: "bearer correct-horse"], 200),
        ([.authorization: "Bearer correct-hors"], 401), ([.authorization: "Bearer correct-horse2"], 401),
        ([.authorization: "Basic correct-horse"], 401), ([.cookie: "loot-session=correct-horse"], 401),
        ([.cookie: "loot-session="], 401), ([.cookie: "loot-session=0"], 401),
    ]

    @Test(arguments: credentials)
    func `a request needs the token`(headers: Headers, status: Int) async throws {
        let site = try await TestSite([], configuration())
        let answer = try await site.get("/api/items", headers: headers)
        #expect(answer.status == status)
        if status == 401 { #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true) }
    }

    @Test func `a person signs in on a page and gets a cookie that scripts can't read`() async throws {
        let site = try await TestSite([], configuration())
        let turned = try await site.get("/?search=a", headers: [.accept: "text/html"])
        #expect(turned.headers[.location] == "/sign-in?next=%2F%3Fsearch%3Da")
        let wrong = try await site.ask(.post, "/sign-in", form: "token=wrong&next=/")
        #expect(wrong.status == 401)
        #expect(wrong.headers[.setCookie] == nil)
        let right = try await site.ask(
            .post, "/sign-in", headers: [.host: "loot.example:8443"],
            form: "token=correct-horse&next=/%3Fsearch=a")
        #expect(right.headers[.location] == "/?search=a")
        let cookie = try #require(right.headers[.setCookie])
        for part in ["HttpOnly", "SameSite=Strict", "Secure"] { #expect(cookie.contains(part)) }
        let value = String(cookie.prefix { $0 != ";" })
        #expect(!value.contains(Self.token))
        let headers: Headers = [.cookie: value, .host: "loot.example:8443"]
        #expect(try await site.get("/", headers: headers).status == 200)
        let out = try await site.ask(.post, "/sign-out", headers: headers)
        #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try await site.get("/api/items", headers: headers).status == 401, "the session has ended")
    }

    @Test func `a person can sign in at an IP address without TLS`() async throws {
        let site = try await TestSite([], configuration())
        let home: Headers = [.host: "192.168.1.5:8080", .origin: "http://192.168.1.5:8080"]
        let answer = try await site.ask(.post, "/sign-in", headers: home, form: "token=correct-horse&next=/")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(!cookie.contains("Secure") && cookie.hasPrefix("loot-session-8080="))
        var other = home
        other[.origin] = "http://192.168.1.6:8080"
        let foreign = try await site.ask(
            .post, "/sign-in", headers: other, form: "token=correct-horse&next=/")
        #expect(foreign.status == 403)
    }

    @Test func `each port of a host has a separate session`() async throws {
        let site = try await TestSite([], configuration())
        func session(_ host: String) async throws -> String {
            let answer = try await site.ask(
                .post, "/sign-in", headers: [.host: host], form: "token=correct-horse&next=/")
            return String(try #require(answer.headers[.setCookie]).prefix { $0 != ";" })
        }
        let first = try await session("localhost:8080")
        let second = try await session("localhost:8081")
        #expect(first.hasPrefix("loot-session-8080=") && second.hasPrefix("loot-session-8081="))
        #expect(first.split(separator: "=").last != second.split(separator: "=").last)
        let stolen = try await site.get("/api/items", headers: [.cookie: first, .host: "localhost:8081"])
        #expect(stolen.status == 401)
    }

    @Test func `a request for an unknown host name gets an explanation`() async throws {
        let site = try await TestSite([], configuration())
        let page = try await site.get("/", headers: [.host: "nas:8080", .accept: "text/html,*/*;q=0.8"])
        #expect(page.status == 421 && page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains("“nas”") && page.text.contains("--names nas"))
        let document = try await site.get("/api/items", headers: [.host: "nas:8080"])
        #expect(document.headers[.contentType] == "application/problem+json")
        #expect(try document.json["detail"]?.text?.contains("--names nas") == true)
    }

    @Test func `wrong tokens cause a wait that doubles each time`() {
        let throttle = LoginThrottle()
        let start = ContinuousClock.now
        for _ in 0..<LoginThrottle.free { #expect(throttle.recordFailure(of: "a", at: start).delay == 0) }
        #expect([1, 2, 4, 8].allSatisfy { throttle.recordFailure(of: "a", at: start).delay == $0 })
        #expect(throttle.delay(for: "a", at: start) == 8 && throttle.delay(for: "b", at: start) == 0)
        #expect(throttle.delay(for: "a", at: start + .seconds(8)) == 0)
        for _ in 0..<100 { _ = throttle.recordFailure(of: "a", at: start) }
        #expect(throttle.delay(for: "a", at: start) == 900)
        #expect(throttle.recordFailure(of: "a", at: start + .seconds(3_600)).count == 1)
    }

    @Test func `while an address has to wait, all its tokens are ignored`() async throws {
        let log = Lines()
        let site = try await TestSite(try MemoryStore([]), configuration(), log: log.add)
        let session = try await site.ask(.post, "/sign-in", form: "token=correct-horse&next=/")
        let cookie = String(try #require(session.headers[.setCookie]).prefix { $0 != ";" })
        #expect(try await site.ask(.post, "/sign-in", form: "token=wrong-horse-1").status == 401)
        let wrong = try await site.get("/api/items", headers: [.authorization: "Bearer wrong-horse-2"])
        #expect(wrong.status == 401)
        #expect(log.all.filter { $0.contains("127.0.0.1 gave a wrong token") }.count == 2)
        for _ in 0..<20 { _ = site.site.access.service.throttle.recordFailure(of: "127.0.0.1") }
        let refused = try await site.ask(.post, "/sign-in", form: "token=correct-horse&next=/")
        #expect(refused.status == 429 && refused.headers[.retryAfter] == "900")
        #expect(refused.headers[.setCookie] == nil && refused.text.contains("Wait 900 seconds"))
        let program = try await site.get("/api/items", headers: [.authorization: "Bearer correct-horse"])
        #expect(program.status == 429 && program.headers[.retryAfter] == "900")
        #expect(try await site.get("/api/items", headers: [.cookie: cookie]).status == 200, "it stays valid")
    }

    @Test(arguments: [
        ("192.168.1.9", "", "192.168.1.9"), ("::ffff:192.168.1.9", "", "192.168.1.9"),
        ("2001:db8::1", "", "2001:db8:0:0"), ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2"),
        ("fd00::", "", "fd00:0:0:0"), ("10.0.0.1", "203.0.113.7, 10.0.0.1", "203.0.113.7"),
        ("10.0.0.2", "203.0.113.7", "10.0.0.2"),
    ])
    func `a client is identified by its address, or by its IPv6 network`(
        peer: String, forwarded: String, client: String
    ) throws {
        let headers: Headers = forwarded.isEmpty ? [:] : ["X-Forwarded-For": forwarded]
        let request = try #require(Request(.get, "/", headers: headers))
            .from(SocketAddress(host: peer, port: 1))
        #expect(ClientAddress(trustedProxies: ["10.0.0.1"]).household(of: request) == client)
    }

    @Test func `an unknown address is a page for people and a document for programs`() async throws {
        let site = try await TestSite()
        for path in ["/nothing", "/api/nothing", "/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000009"] {
            let page = try await site.get(path, headers: [.accept: "text/html,*/*;q=0.8"])
            #expect(page.headers[.contentType] == "text/html; charset=utf-8" && page.status == 404)
            #expect(page.text.contains("<h1>Not Found</h1>"))
            let document = try await site.get(path, headers: [.accept: "application/json"])
            #expect(document.headers[.contentType] == "application/problem+json" && document.status == 404)
        }
        let path = "/items/2f1d7c60-95e4-4c6e-8f3e-000000000009"
        let program = try await site.get(path, headers: [.accept: "text/html;q=0.1, application/json"])
        #expect(program.headers[.contentType] == "application/problem+json" && program.status == 404)
        #expect(try await site.get("/", headers: [.accept: "application/json"]).status == 406)
    }

    @Test func `a person can sign in again and then send the form`() async throws {
        var configuration = HTTPConfiguration()
        configuration.token = Self.token
        let site = try await TestSite([], configuration)
        let server = try Server(ServerConfiguration(), router: site.router)
        let body = "name=A+%22Lamp%22&location=Attic"
        let address = server.address
        let answer = try await blocking {
            let client = try LoopbackClient(address)
            client.send(
                "POST /items HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/html\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return client.receiveAll()
        }
        await server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("name=\"token\""))
        #expect(answer.contains("name=\"action\" value=\"/items\""))
        #expect(answer.contains("name=\"body\" value=\"name=A+%22Lamp%22&amp;location=Attic\""))
        let form = "action=/items&body=\(PercentEncoding.encode(body))"
        let wrong = try await site.ask(.post, "/sign-in", form: "token=wrong&\(form)")
        #expect(wrong.status == 401 && wrong.text.contains("name=\"body\""))
        let right = try await site.ask(.post, "/sign-in", form: "token=correct-horse&\(form)")
        #expect(right.headers[.setCookie] != nil)
        #expect(right.text.contains("action=\"/items\""))
        #expect(right.text.contains("name=\"name\" value=\"A &quot;Lamp&quot;\""))
        let foreign = try await site.ask(
            .post, "/sign-in", form: "token=correct-horse&action=//evil.example&body=a=b")
        #expect(!foreign.text.contains("evil.example"))
    }

    @Test(arguments: [
        "//evil.example", "https://evil.example", "/\\evil.example", "", "javascript:alert(1)", "/a%0d%0ab",
    ])
    func `signing in doesn't redirect to other servers`(next: String) async throws {
        let site = try await TestSite([], configuration())
        let answer = try await site.ask(.post, "/sign-in", form: "token=correct-horse&next=\(next)")
        #expect(answer.headers[.location] == "/")
    }

    @Test(arguments: ["/healthz", "/sign-in", Asset.path("page.css")])
    func `resources without private data need no token`(path: String) async throws {
        #expect(try await TestSite([], configuration()).get(path).status == 200)
    }

    @Test(arguments: ["/", "/api/items", "/metrics", "/nothing", "/evil"])
    func `every response has security headers`(path: String) async throws {
        let headers = try await TestSite().get(path).headers
        #expect(
            headers["Content-Security-Policy"] == """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
                """)
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["Referrer-Policy"] == "same-origin")
    }
}

@Suite struct `The server's configuration` {
    @Test(arguments: ["0.0.0.0", "192.168.1.5", "::", "128.0.0.1"])
    func `the server doesn't listen to others without a token`(address: String) throws {
        let error = #expect(throws: LootError.self) {
            try HTTPConfiguration(PluginSettings(["address": .text(address)]))
        }
        #expect(error?.code == .configuration)
        #expect(error?.advice.text.contains("token") == true)
        _ = try HTTPConfiguration(PluginSettings(["address": .text(address), "token": "correct-horse"]))
    }

    @Test(arguments: ["foo", "127.evil", "example.org", ""])
    func `the server listens at IP addresses only`(address: String) throws {
        let error = #expect(throws: LootError.self) {
            try HTTPConfiguration(PluginSettings(["address": .text(address), "token": "correct-horse"]))
        }
        #expect(error?.reason == "It isn't an IP address.")
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
    func `the server serves this machine without a token`(address: String) throws {
        _ = try HTTPConfiguration(PluginSettings(["address": .text(address)]))
    }

    @Test func `the configuration sets every limit`() throws {
        let configuration = try HTTPConfiguration(
            PluginSettings(["connections": 7, "headerSeconds": 3, "bodyBytes": 2_048, "port": 0]))
        #expect(configuration.limits.connections == 7)
        #expect(configuration.limits.headerTime == .seconds(3))
        #expect(configuration.limits.bodyBytes == 2_048)
        #expect(configuration.address.port == 0)
    }

    @Test func `the configuration has the server's defaults`() throws {
        let defaults = Dictionary(
            uniqueKeysWithValues: HTTPConfiguration.options.map { ($0.name, $0.defaultValue) })
        let limits = Limits()
        #expect(defaults["connections"] == .integer(limits.connections))
        #expect(defaults["headerBytes"] == .integer(limits.headerBytes))
        #expect(defaults["bodyBytes"] == .integer(limits.bodyBytes))
        #expect(defaults["bufferedBytes"] == .integer(limits.bufferedBytes))
    }

    @Test(arguments: ["1234", "aaaaaaaa", "aaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabc", "short-token"])
    func `the server rejects a token that is easy to guess`(token: String) {
        #expect(throws: LootError.self) {
            try HTTPConfiguration(PluginSettings(["token": .text(token)]))
        }
    }

    @Test func `the server warns about secrets that other users can read`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "token")
        try Data("correct-horse\n".utf8).write(to: file)
        for (permissions, isWarned) in [(0o644, true), (0o640, true), (0o600, false)] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path())
            let configuration = try HTTPConfiguration(PluginSettings(["tokenFile": .text(file.path())]))
            #expect(configuration.warnings.isEmpty != isWarned)
            #expect(!isWarned || configuration.warnings[0].text.contains("chmod 600"))
        }
    }
}
