import Foundation
import LootActions
import LootCore
import LootFormats
import LootPlugins
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `Signing in with a password` {
    /// A hash that is fast to compute: that of “password”, by an old method.
    private static let fast = PasswordHash(text: "$1$salt$qJH7.N4xYta3aEG/dfqo/0")

    /// Creates a site with Ada, who has a password, and Ben, who has none.
    private func home(_ hash: PasswordHash = fast, log: @escaping @Sendable (String) -> Void = { _ in })
        async throws -> (home: PeopledSite, site: TestSite)
    {
        let home = try await PeopledSite([], [("Ada", .write), ("Ben", .read)])
        _ = try home.file.change { (people) throws(LootError) in try people.setPassword(of: "Ada", to: hash) }
        var configuration = HTTPConfiguration()
        configuration.people = home.file
        configuration.trustedProxies = [SocketAddress.loopback(port: 0).host]
        return (home, try await TestSite(try MemoryStore([]), configuration, log: log))
    }

    private func signIn(
        _ site: TestSite, _ name: String, _ secret: String, from address: String = "10.0.0.1"
    ) async throws -> Answered {
        let form = "name=\(PercentEncoding.encode(name))&token=\(PercentEncoding.encode(secret))&next=/places"
        return try await site.ask(
            .post, "/sign-in", headers: ["X-Forwarded-For": address], form: form)
    }

    @Test func `a name and a password start a session, and the token still does`() async throws {
        let (home, site) = try await home(try PasswordHash(of: "correct horse"))
        defer { home.remove() }
        let token = try #require(home.tokens["Ada"])
        for (name, secret) in [
            ("Ada", "correct horse"), ("ada", "correct horse"), ("Ada", token), ("", token), ("Eve", token),
        ] {
            let answer = try await signIn(site, name, secret)
            #expect(answer.headers[.location] == "/places")
            let cookie = String(try #require(answer.headers[.setCookie]).prefix { $0 != ";" })
            #expect(try await site.get("/api/items", headers: [.cookie: cookie]).status == 200)
        }
    }

    @Test func `wrong passwords and unknown names get the same answer`() async throws {
        let lines = Lines()
        let (home, site) = try await home(log: lines.add)
        defer { home.remove() }
        var pages: Set<String> = []
        for (index, (name, secret)) in [
            ("Ada", "Password"), ("Ada", "password "), ("Ada", "password\0"), ("Ben", "password"),
            ("Eve", "password"), ("Ada", ""), ("Ada", "$1$salt$qJH7.N4xYta3aEG/dfqo/0"),
            ("Ada", String(repeating: "a", count: 600)),
        ].enumerated() {
            let answer = try await signIn(site, name, secret, from: "10.0.0.\(index)")
            #expect(answer.status == 401 && answer.headers[.setCookie] == nil)
            pages.insert(answer.text.replacing("value=\"\(name)\"", with: ""))
            #expect(!answer.text.contains("value=\"password"))
        }
        #expect(pages.count == 1)
        #expect(lines.all.count == 8 && !lines.all.contains { $0.contains("password\0") })
        #expect(try home.file.read().sessions.isEmpty)
    }

    @Test func `the page asks for a name only if anyone has a password`() async throws {
        let (home, site) = try await home()
        defer { home.remove() }
        let page = try await site.get("/sign-in").text
        #expect(
            page.contains("autocomplete=\"username\"") && page.contains("autocomplete=\"current-password\""))
        #expect(page.contains("name=\"name\""))
        #expect(try await !home.site.get("/sign-in").text.contains("name=\"name\""))
        #expect(try await signIn(site, "", "password").status == 401)
    }

    @Test func `many wrong passwords for a name delay this name, but not its token`() async throws {
        let (home, site) = try await home()
        defer { home.remove() }
        for number in 0...20 {
            #expect(try await signIn(site, "Ada", "wrong", from: "10.0.1.\(number)").status == 401)
        }
        let refused = try await signIn(site, "ADA", "password")
        #expect(refused.status == 429 && refused.headers[.retryAfter] != nil)
        #expect(try await signIn(site, "Ada", home.tokens["Ada"] ?? "").status == 303)
    }

    @Test func `simultaneous attempts don't avoid the delay`() async throws {
        let (home, site) = try await home()
        defer { home.remove() }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask { try await signIn(site, "Name \(number)", "wrong").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 401 } <= LoginThrottle.free + 1)
        #expect(Set(statuses) == [401, 429])
    }

    @Test func `correct passwords don't count as failures`() async throws {
        let (home, site) = try await home()
        defer { home.remove() }
        for _ in 0..<30 { #expect(try await signIn(site, "Ada", "password").status == 303) }
    }

    @Test func `a new password ends all sessions of the person, and the file doesn't contain it`()
        async throws
    {
        let (home, site) = try await home()
        defer { home.remove() }
        _ = try await signIn(site, "Ada", "password")
        let ben = try await home.signIn("Ben")
        let hash = try PasswordHash(of: "battery staple")
        let other = try PasswordHash(of: "battery staple")
        #expect(try hash.matches("battery staple"))
        #expect(hash != other)
        _ = try home.file.change { (people) throws(LootError) in try people.setPassword(of: "ada", to: hash) }
        let people = try home.file.read()
        #expect(people.sessions.map(\.token) == [people.people[1].digest])
        #expect(try people.person(named: "Ada", password: "battery staple")?.name == "Ada")
        #expect(try people.person(named: "Ada", password: "password") == nil)
        #expect(try !String(contentsOfFile: home.file.path, encoding: .utf8).contains("battery"))
        #expect(try await home.site.get("/api/items", headers: ben).status == 200)
    }

    @Test func `people change their own password on the page, which ends their other sessions`() async throws
    {
        let (home, site) = try await home()
        defer { home.remove() }
        func browser(_ secret: String) async throws -> Headers {
            let cookie = try #require(try await signIn(site, "Ada", secret).headers[.setCookie])
            return [.cookie: String(cookie.prefix { $0 != ";" })]
        }
        let (own, other) = (try await browser("password"), try await browser("password"))
        #expect(try await site.get("/more", headers: own).text.contains("href=\"/password\""))
        let page = try await site.get("/password", headers: own).text
        #expect(page.contains("autocomplete=\"new-password\"") && page.contains("Current password:"))
        func change(_ present: String, _ new: String, _ again: String) async throws -> Int {
            let form = "present=\(present)&new=\(new)&again=\(again)"
            return try await site.ask(.post, "/password", headers: own, form: form).status
        }
        #expect(try await change("wrong", "battery+staple", "battery+staple") == 422)
        #expect(try await change("password", "battery+staple", "battery+stable") == 422)
        #expect(try await change("password", "short", "short") == 422)
        #expect(try await site.get("/api/items", headers: other).status == 200)
        #expect(try await change("password", "battery+staple", "battery+staple") == 303)
        #expect(try await site.get("/api/items", headers: own).status == 200)
        #expect(try await site.get("/api/items", headers: other).status == 401)
        #expect(try await signIn(site, "Ada", "password").status == 401)
        #expect(try await signIn(site, "Ada", "battery staple").status == 303)
    }

    @Test func `people without a password have no page to change it`() async throws {
        let (home, site) = try await home()
        defer { home.remove() }
        let cookie = try #require(
            try await signIn(site, "", home.tokens["Ben"] ?? "").headers[.setCookie])
        let ben: Headers = [.cookie: String(cookie.prefix { $0 != ";" })]
        #expect(try await !site.get("/more", headers: ben).text.contains("href=\"/password\""))
        let form = "present=&new=battery+staple&again=battery+staple"
        for answer in [
            try await site.get("/password", headers: ben),
            try await site.ask(.post, "/password", headers: ben, form: form),
        ] {
            #expect(answer.headers[.location] == "/more")
        }
        #expect(try home.file.read().people.last?.password == nil)
    }

    @Test(arguments: [
        "", "nine chars", "123456789", String(repeating: "a", count: 512), "line\nbreak\n1", "null\0byte 1",
    ])
    func `passwords that are too short, too long or contain control characters are rejected`(
        password: String
    ) throws {
        if password == "nine chars" {
            _ = try PasswordHash(of: password)
        } else {
            #expect(throws: LootError.self) { try PasswordHash(of: password) }
        }
    }
}
