import Basics
import Foundation
import LootActions
import LootCore
import LootFormats
import LootPlugins
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

/// A provider on this machine. Each code is valid once, and only for the person's own sign-in.
final class FakeProvider: Sendable {
    /// The claims of the next person who signs in, as the members of a JSON object.
    let claims = Mutex(#""email": "ada@example.org", "email_verified": true"#)
    /// The claims of the userinfo endpoint, or `nil` if the provider has none.
    let userinfo = Mutex<String?>(nil)
    /// Whether browsers can sign out at the provider.
    let endsSessions = Mutex(false)
    /// The nonce to use instead of the right one.
    let wrongNonce = Mutex<String?>(nil)
    private let codes = Mutex<[String: QueryItems]>([:])
    private let server: Server
    let issuer: String

    init() throws {
        // The handlers need the issuer, whose port is known only after the server has started.
        let holder = Holder()
        var router = Router()
        router.on(.get, "/.well-known/openid-configuration") { _ in
            let provider = try #require(holder.provider.withLock { $0 })
            let issuer = provider.issuer
            var more =
                provider.userinfo.withLock { $0 } == nil ? "" : #", "userinfo_endpoint": "\#(issuer)/me""#
            if provider.endsSessions.withLock({ $0 }) {
                more += #", "end_session_endpoint": "\#(issuer)/end?a=b""#
            }
            return Self.json(
                #"{"issuer": "\#(issuer)", "authorization_endpoint": "\#(issuer)/authorize", "token_endpoint": "\#(issuer)/token"\#(more)}"#
            )
        }
        router.on(.post, "/token") { request in
            let provider = try #require(holder.provider.withLock { $0 })
            return try provider.answer(QueryItems(form: await request.body.bytes()), request)
        }
        router.on(.get, "/me") { request in
            #expect(request.bearerToken == "access")
            return Self.json(holder.provider.withLock { $0 }?.userinfo.withLock { $0 } ?? "{}")
        }
        var limits = Limits()
        limits.graceTime = .zero
        server = try Server(ServerConfiguration(threads: 1, limits: limits), router: router)
        issuer = "http://\(server.address)"
        holder.provider.withLock { $0 = self }
    }

    private final class Holder: Sendable {
        let provider = Mutex<FakeProvider?>(nil)
    }

    func stop() async { await server.stop() }

    private static func json(_ text: String, _ status: Status = .ok) -> Response {
        var response = Response(bytes: Array(text.utf8), type: "application/json")
        response.status = status
        return response
    }

    /// Signs a person in at the address that the server has redirected to. Returns the query of the callback.
    func signIn(at address: String) throws -> (state: String, code: String) {
        let query = QueryItems(form: Array(address.split(separator: "?", maxSplits: 1)[1].utf8))
        #expect(query["response_type"] == "code" && query["client_id"] == "loot")
        #expect(query["scope"]?.split(separator: " ").contains("openid") == true)
        #expect(query["code_challenge_method"] == "S256")
        let code = UUID().uuidString
        codes.withLock { $0[code] = query }
        return (try #require(query["state"]), code)
    }

    private func answer(_ form: QueryItems, _ request: Request) throws -> Response {
        guard let start = codes.withLock({ $0.removeValue(forKey: form["code"] ?? "") }) else {
            return Self.json(#"{"error": "invalid_grant"}"#, .badRequest)
        }
        #expect(request.headers[.authorization] == "Basic \(Base64.encode(Array("loot:secret%20%26".utf8)))")
        #expect(form["grant_type"] == "authorization_code" && form["redirect_uri"] == start["redirect_uri"])
        let digest = SHA256.bytes(of: Array((form["code_verifier"] ?? "").utf8).span)
        #expect(url(Base64.encode(digest)) == start["code_challenge"])
        let now = Moment.now.secondsSinceEpoch
        let nonce = wrongNonce.withLock { $0 } ?? start["nonce"] ?? ""
        let payload = """
            {"iss": "\(issuer)", "aud": "loot", "sub": "1", "exp": \(now + 60), "iat": \(now), "nonce": "\(nonce)", \
            \(claims.withLock { $0 })}
            """
        let token = "e30." + url(Base64.encode(Array(payload.utf8))) + ".x"
        return Self.json(#"{"id_token": "\#(token)", "access_token": "access", "token_type": "Bearer"}"#)
    }

    private func url(_ base64: String) -> String {
        base64.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Signing in at a provider` {
    /// Runs a test with a server and a provider. Ada is in the file of people by her email.
    private func running(
        groups: [String: Role] = [:], log: @escaping @Sendable (String) -> Void = { _ in },
        _ body: (PeopledSite, TestSite, FakeProvider) async throws -> Void
    ) async throws {
        let provider = try FakeProvider()
        let home = try await PeopledSite(items("Lamp"), [("Ada@example.org", .write)])
        defer { home.remove() }
        var configuration = HTTPConfiguration()
        configuration.people = home.file
        configuration.provider = ProviderSignIn.Settings(
            issuer: provider.issuer, client: "loot", secret: "secret &", title: "Our login", groups: groups)
        let result: Result<Void, any Error>
        do {
            let site = try await TestSite(try MemoryStore(items("Lamp")), configuration, log: log)
            result = .success(try await body(home, site, provider))
        } catch { result = .failure(error) }
        await provider.stop()
        try result.get()
    }

    /// Starts to sign in, and returns the browser's headers and the address of the provider.
    private func start(_ site: TestSite, next: String = "/") async throws -> (
        browser: Headers, address: String
    ) {
        let answer = try await site.get(
            "/sign-in/provider?next=\(PercentEncoding.encode(next))", headers: [:])
        #expect(answer.status == 303, "\(answer.text)")
        let cookie = try #require(answer.headers[.setCookie])
        for part in ["HttpOnly", "SameSite=Lax", "Max-Age=600"] { #expect(cookie.contains(part)) }
        return (
            [.cookie: String(cookie.prefix { $0 != ";" })], try #require(answer.headers[.location])
        )
    }

    private func callback(
        _ site: TestSite, _ browser: Headers, state: String, code: String
    ) async throws -> Answered {
        try await site.get("/sign-in/callback?state=\(state)&code=\(code)", headers: browser)
    }

    /// Signs in, and returns the headers of the browser.
    private func signIn(_ site: TestSite, _ provider: FakeProvider) async throws -> Headers {
        let (browser, address) = try await start(site)
        let back = try provider.signIn(at: address)
        let answer = try await callback(site, browser, state: back.state, code: back.code)
        #expect(answer.status == 200, "\(answer.text)")
        return try session(answer)
    }

    private func session(_ answer: Answered) throws -> Headers {
        let cookies = answer.headers.values(of: .setCookie)
        let cookie = try #require(
            cookies.first { $0.hasPrefix("loot-session=") && !$0.contains("Max-Age=0") })
        #expect(cookie.contains("SameSite=Strict"))
        return [.cookie: String(cookie.prefix { $0 != ";" })]
    }

    private func expectNoSession(_ answer: Answered, _ status: Int) {
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.headers.values(of: .setCookie).allSatisfy { $0.contains("Max-Age=0") })
        #expect(answer.headers["Refresh"] == nil)
    }

    @Test func `a person in the file signs in and returns to the page that they opened`() async throws {
        try await running { home, site, provider in
            #expect(try await site.get("/sign-in").text.contains("/sign-in/provider?next=%2F"))
            let (browser, address) = try await start(site, next: "/places?a=b%20c")
            #expect(address.hasPrefix("\(provider.issuer)/authorize?"))
            let back = try provider.signIn(at: address)
            let answer = try await callback(site, browser, state: back.state, code: back.code)
            #expect(answer.headers["Refresh"] == "0;url=/places?a=b%20c")
            let cookie = try session(answer)
            #expect(try await site.get("/api/items", headers: cookie).status == 200)
            #expect(try await site.ask(.post, "/undo", headers: cookie, form: "").status != 403)
            let stored = try #require(try home.file.read().sessions.first)
            let nextWeek = try #require(Day.today.adding(CalendarSpan(8, .day)))
            #expect(stored.guest == nil)
            #expect(stored.isOver(on: nextWeek))
            #expect(try await site.ask(.post, "/sign-out", headers: cookie, form: "").status == 303)
            #expect(try await site.get("/api/items", headers: cookie).status == 401)
        }
    }

    @Test func `signing out also leads to the provider, with the token of the sign-in`() async throws {
        try await running { home, site, provider in
            provider.endsSessions.withLock { $0 = true }
            let browser = try await signIn(site, provider)
            let token = try #require(try home.file.read().sessions.first?.idToken)
            #expect(token.hasPrefix("e30."))
            let answer = try await site.ask(.post, "/sign-out", headers: browser, form: "")
            #expect(answer.status == 200 && answer.headers[.setCookie]?.contains("Max-Age=0") == true)
            let fields = [
                ("id_token_hint", token), ("client_id", "loot"),
                ("post_logout_redirect_uri", "http://localhost/sign-in"),
            ]
            let query = PercentEncoding.query(fields).dropFirst()
            #expect(answer.headers["Refresh"] == "0;url=\(provider.issuer)/end?a=b&\(query)")
            #expect(try await site.get("/api/items", headers: browser).status == 401)
            // A session with a token of this server ends here only.
            let form = "token=\(home.tokens["Ada@example.org"] ?? "")"
            let own = try session(try await site.ask(.post, "/sign-in", form: form))
            #expect(try await site.ask(.post, "/sign-out", headers: own, form: "").status == 303)
        }
    }

    @Test func `a code, a state or a cookie of another sign-in never starts a session`() async throws {
        let lines = Lines()
        try await running(log: lines.add) { home, site, provider in
            let (browser, address) = try await start(site)
            let (otherBrowser, _) = try await start(site)
            let back = try provider.signIn(at: address)
            expectNoSession(try await callback(site, [:], state: back.state, code: back.code), 401)
            expectNoSession(try await callback(site, otherBrowser, state: back.state, code: back.code), 401)
            expectNoSession(try await callback(site, browser, state: "x", code: back.code), 401)
            expectNoSession(try await callback(site, browser, state: back.state, code: "x"), 401)
            #expect(try await callback(site, browser, state: back.state, code: back.code).status == 200)
            expectNoSession(try await callback(site, browser, state: back.state, code: back.code), 401)
            #expect(try home.file.read().sessions.count == 1)
            #expect(lines.all.count == 6 && !lines.all.contains { $0.contains(back.code) })
        }
    }

    @Test func `a canceled sign-in and a token of another sign-in are refused`() async throws {
        try await running { home, site, provider in
            let (browser, address) = try await start(site)
            let back = try provider.signIn(at: address)
            let canceled = try await site.get(
                "/sign-in/callback?error=access_denied&state=\(back.state)", headers: browser)
            expectNoSession(canceled, 403)
            provider.wrongNonce.withLock { $0 = "other" }
            expectNoSession(try await callback(site, browser, state: back.state, code: back.code), 401)
            #expect(try home.file.read().sessions.isEmpty)
        }
    }

    @Test(arguments: [
        #""email": "eve@example.org", "email_verified": true"#, #""email": "ada@example.org""#,
        #""preferred_username": "ada@example.org""#,
        #""email": "eve@example.org", "email_verified": true, "groups": ["strangers"]"#,
    ])
    func `an unknown person and an unverified email have no access, and the page says why`(claims: String)
        async throws
    {
        try await running(groups: ["family": .write]) { home, site, provider in
            provider.claims.withLock { $0 = claims }
            let (browser, address) = try await start(site)
            let back = try provider.signIn(at: address)
            let answer = try await callback(site, browser, state: back.state, code: back.code)
            expectNoSession(answer, 403)
            #expect(answer.text.contains("Our login"))
            #expect(try home.file.read().sessions.isEmpty)
        }
    }

    @Test func `groups give roles to people who aren't in the file`() async throws {
        let groups: [String: Role] = ["friends": .read, "family": .write]
        try await running(groups: groups) { home, site, provider in
            provider.userinfo.withLock { $0 = #"{"sub": "1", "groups": ["friends", "others"]}"# }
            provider.claims.withLock { $0 = #""email": "eve@example.org", "email_verified": true"# }
            let eve = try await signIn(site, provider)
            #expect(try await site.get("/api/items", headers: eve).status == 200)
            #expect(try await site.ask(.post, "/undo", headers: eve, form: "").status == 403)
            provider.userinfo.withLock { $0 = #"{"sub": "1", "groups": ["friends", "family"]}"# }
            let again = try await signIn(site, provider)
            #expect(try await site.ask(.post, "/undo", headers: again, form: "").status != 403)
            #expect(try await site.get("/devices", headers: again).status == 200)
            // Another server with the same file also knows the sessions.
            let people = try home.file.read()
            #expect(people.sessions.map(\.guest?.role) == [.read, .write])
            // The role in the file takes precedence.
            _ = try home.file.add("eve@example.org", .none)
            while try await site.get("/api/items", headers: again).status == 200 {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await site.get("/api/items", headers: again).status == 403)
        }
    }

    @Test func `the userinfo of another person is refused`() async throws {
        try await running(groups: ["family": .write]) { _, site, provider in
            provider.userinfo.withLock { $0 = #"{"sub": "2", "groups": ["family"]}"# }
            let (browser, address) = try await start(site)
            let back = try provider.signIn(at: address)
            expectNoSession(try await callback(site, browser, state: back.state, code: back.code), 401)
        }
    }

    @Test func `if the provider can't be reached, the page says so, and tokens still work`() async throws {
        try await running { home, site, provider in
            await provider.stop()
            let answer = try await site.get("/sign-in/provider")
            expectNoSession(answer, 503)
            let form = "token=\(home.tokens["Ada@example.org"] ?? "")"
            #expect(try await site.ask(.post, "/sign-in", form: form).status == 303)
        }
    }

    @Test(
        arguments: [
            ["oidcIssuer": "http://id.example", "oidcClient": "loot"],
            ["oidcIssuer": "http://127.0.0.1.evil.example", "oidcClient": "loot"],
            ["oidcIssuer": "https://id.example?x", "oidcClient": "loot"],
            ["oidcIssuer": "https://a:b@id.example", "oidcClient": "loot"],
            ["oidcIssuer": "https://id.example"], ["oidcIssuer": "", "oidcClient": "loot"],
            ["oidcIssuer": "https://id.example", "oidcClient": "loot", "oidcScopes": ["email"]],
            ["oidcIssuer": "https://id.example", "oidcClient": "loot", "oidcGroups": ["family"]],
            ["oidcIssuer": "https://id.example", "oidcClient": "loot", "oidcGroups": ["family=king"]],
        ] as [[String: SettingValue]])
    func `invalid settings of a provider are reported when the server starts`(
        settings: [String: SettingValue]
    ) async throws {
        let error = await #expect(throws: LootError.self) {
            try await TestSite([], HTTPConfiguration(PluginSettings(settings)))
        }
        #expect(error?.code == .configuration)
    }
}
