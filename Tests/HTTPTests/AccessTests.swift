import LootCore
import LootPlugins
import LootFormats
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Who may ask` {
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
        ("127.0.0.1.nip.io", 421),
    ]

    @Test(arguments: hosts)
    func `names the server as its host`(host: String, status: Int) async throws {
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
    func `comes from no foreign page to change anything`(headers: Headers, status: Int) async throws {
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
        ([.cookie: "loot-session="], 401),
    ]

    @Test(arguments: credentials)
    func `knows the token`(headers: Headers, status: Int) async throws {
        let site = try await TestSite([], configuration())
        let answer = try await site.get("/api/items", headers: headers)
        #expect(answer.status == status)
        if status == 401 { #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true) }
    }

    @Test func `signs in by a page, and gets a cookie that no script reads`() async throws {
        let site = try await TestSite([], configuration())
        let turned = try await site.get("/?search=a", headers: [.accept: "text/html"])
        #expect(turned.headers[.location] == "/sign-in?next=%2F%3Fsearch%3Da")
        let wrong = try await site.ask(.post, "/sign-in", form: "token=wrong&next=/")
        #expect(wrong.status == 401)
        #expect(wrong.headers[.setCookie] == nil)
        let right = try await site.ask(.post, "/sign-in", form: "token=correct-horse&next=/%3Fsearch=a")
        #expect(right.headers[.location] == "/?search=a")
        let cookie = try #require(right.headers[.setCookie])
        for part in ["HttpOnly", "SameSite=Strict", "Secure"] { #expect(cookie.contains(part)) }
        let value = String(cookie.prefix { $0 != ";" })
        #expect(!value.contains(Self.token))
        #expect(try await site.get("/", headers: [.cookie: value]).status == 200)
        let out = try await site.ask(.post, "/sign-out", headers: [.cookie: value])
        #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
    }

    @Test func `signs in again in between, and sends what was typed before`() async throws {
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
    func `is led to no other server`(next: String) async throws {
        let site = try await TestSite([], configuration())
        let answer = try await site.ask(.post, "/sign-in", form: "token=correct-horse&next=\(next)")
        #expect(answer.headers[.location] == "/")
    }

    @Test(arguments: ["/healthz", "/sign-in", "/assets/page.css"])
    func `sees without a token what tells nothing`(path: String) async throws {
        #expect(try await TestSite([], configuration()).get(path).status == 200)
    }

    @Test(arguments: ["/", "/api/items", "/metrics", "/nothing", "/evil"])
    func `gets on every answer what keeps a browser from harm`(path: String) async throws {
        let headers = try await TestSite().get(path).headers
        #expect(
            headers["Content-Security-Policy"] == """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
                connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
                """)
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["Referrer-Policy"] == "no-referrer")
    }
}

@Suite struct `The server's configuration` {
    @Test(arguments: ["0.0.0.0", "192.168.1.5", "::", "127.evil", "128.0.0.1"])
    func `opens no address to others without a token`(address: String) throws {
        let error = #expect(throws: LootError.self) {
            try HTTPConfiguration(PluginSettings(["address": .text(address)]))
        }
        #expect(error?.code == .configuration)
        #expect(error?.next.contains("token") == true)
        _ = try HTTPConfiguration(PluginSettings(["address": .text(address), "token": "correct-horse"]))
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
    func `serves this machine without one`(address: String) throws {
        _ = try HTTPConfiguration(PluginSettings(["address": .text(address)]))
    }

    @Test func `sets every limit`() throws {
        let configuration = try HTTPConfiguration(
            PluginSettings(["connections": 7, "headerSeconds": 3, "bodyBytes": 2_048, "port": 0]))
        #expect(configuration.limits.connections == 7)
        #expect(configuration.limits.headerTime == .seconds(3))
        #expect(configuration.limits.bodyBytes == 2_048)
        #expect(configuration.address.port == 0)
    }

    @Test func `has defaults that are those of the server`() throws {
        let defaults = Dictionary(
            uniqueKeysWithValues: HTTPConfiguration.options.map { ($0.name, $0.defaultValue) })
        let limits = Limits()
        #expect(defaults["connections"] == .integer(limits.connections))
        #expect(defaults["headerBytes"] == .integer(limits.headerBytes))
        #expect(defaults["bodyBytes"] == .integer(limits.bodyBytes))
        #expect(defaults["bufferedBytes"] == .integer(limits.bufferedBytes))
    }

    @Test func `takes no token that is easily guessed`() {
        #expect(throws: LootError.self) { try HTTPConfiguration(PluginSettings(["token": "1234"])) }
    }
}
