import Foundation
import LootActions
import LootCore
import LootFormats
import LootPlugins
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `The sessions of browsers` {
    private static let roles: [(name: String, role: Role)] = [("Ada", .write), ("Ben", .read)]

    /// Starts another server with the same people.
    private func restarted(
        _ home: PeopledSite, _ change: (inout HTTPConfiguration) -> Void = { _ in }
    ) async throws -> TestSite {
        var configuration = HTTPConfiguration()
        configuration.people = home.file
        change(&configuration)
        return try await TestSite(try MemoryStore([]), configuration)
    }

    @Test func `a session survives a restart of the server, until the person is removed`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let cookie = try await home.signIn("Ada")
        let secret = try #require(cookie[.cookie]?.split(separator: "=").last)
        #expect(try !String(contentsOfFile: home.file.path, encoding: .utf8).contains(secret))
        #expect(try await restarted(home).get("/api/items", headers: cookie).status == 200)
        try home.file.remove("Ada")
        #expect(try home.file.read().sessions.isEmpty)
        #expect(try await restarted(home).get("/api/items", headers: cookie).status == 401)
        _ = try home.file.add("Ada", .write)
        #expect(try await restarted(home).get("/api/items", headers: cookie).status == 401)
    }

    @Test func `a session with the shared token ends when the token changes`() async throws {
        let home = try await PeopledSite([], Self.roles) { $0.token = "correct-horse" }
        defer { home.remove() }
        let answer = try await home.site.ask(.post, "/sign-in", form: "token=correct-horse&next=/")
        let cookie: Headers = [.cookie: String(try #require(answer.headers[.setCookie]).prefix { $0 != ";" })]
        let same = try await restarted(home) { $0.token = "correct-horse" }
        #expect(try await same.get("/api/items", headers: cookie).status == 200)
        let other = try await restarted(home) { $0.token = "battery-staple" }
        #expect(try await other.get("/api/items", headers: cookie).status == 401)
    }

    @Test func `a session that another program ends is ended within a second`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let cookie = try await home.signIn("Ben")
        let id = try #require(try home.file.read().sessions.first?.id)
        _ = try home.file.change { (people) throws(LootError) in try people.signOut(id) }
        try await Task.sleep(for: .seconds(1.1))
        #expect(try await home.site.get("/api/items", headers: cookie).status == 401)
    }

    @Test func `signing in again ends the earlier session of the browser`() async throws {
        let home = try await PeopledSite([], [("Ada", .write), ("Ben", .read)])
        defer { home.remove() }
        let browser = try await home.signIn("Ada")
        let form = "token=\(PercentEncoding.encode(home.tokens["Ben"] ?? ""))&next=/"
        #expect(try await home.site.ask(.post, "/sign-in", headers: browser, form: form).status == 303)
        #expect(try await home.site.get("/api/items", headers: browser).status == 401)
        let people = try home.file.read()
        #expect(people.sessions.map(\.token) == people.people.filter { $0.name == "Ben" }.map(\.digest))
    }

    @Test func `people see and end only their own sessions on the page`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        var browsers: [Headers] = []
        for name in ["Ada", "Ben", "Ben"] {
            var browser = try await home.signIn(name)
            browser[.accept] = "text/html"
            browsers.append(browser)
        }
        let ids = try home.file.read().sessions.map(\.id)
        #expect(ids.count == 3)
        let page = try await home.site.get("/devices", headers: browsers[1])
        // The browser's own session has no button.
        #expect(ids.map { page.text.contains($0) } == [false, false, true])
        for id in [ids[0], ids[2], "nothing"] {
            let answer = try await home.site.ask(
                .post, "/devices/sign-out", headers: browsers[1], form: "session=\(id)")
            #expect(answer.status == 303)
        }
        #expect(try home.file.read().sessions.map(\.id) == [ids[0], ids[1]])
        for (browser, status) in zip(browsers, [200, 200, 303]) {
            #expect(try await home.site.get("/", headers: browser).status == status)
        }
        #expect(try await home.site.ask(.post, "/devices/sign-out", form: "session=\(ids[0])").status == 401)
    }

    @Test func `signing out removes the session from the file`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let cookie = try await home.signIn("Ben")
        #expect(try await home.site.ask(.post, "/sign-out", headers: cookie, form: "").status == 303)
        #expect(try home.file.read().sessions.isEmpty)
        #expect(try await home.site.get("/api/items", headers: cookie).status == 401)
    }

    @Test func `sessions work if the file of people is damaged while the server runs`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        try Data("{".utf8).write(to: URL(filePath: home.file.path))
        let cookie = try await home.signIn("Ada")
        #expect(try await home.site.get("/api/items", headers: cookie).status == 200)
    }

    @Test func `signing out reports that the file can't be changed, and ends the session until a restart`()
        async throws
    {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let (ada, ben) = (try await home.signIn("Ada"), try await home.signIn("Ben"))
        let id = try #require(home.file.read().sessions.last?.id)
        try Data("{".utf8).write(to: URL(filePath: home.file.path))
        #expect(try await home.site.ask(.post, "/sign-out", headers: ada, form: "").status == 500)
        #expect(try await home.site.get("/api/items", headers: ada).status == 401)
        let answer = try await home.site.ask(
            .post, "/devices/sign-out", headers: ben, form: "session=\(id)")
        #expect(answer.status == 500)
        #expect(try await home.site.get("/api/items", headers: ben).status == 401)
    }

    @Test func `the first visit of a day extends a session in the file`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let yesterday = try #require(Day.today.adding(CalendarSpan(-1, .day)))
        let secret = try home.file.change { people in
            people.signIn(with: people.people[0].digest, device: "", on: yesterday)
        }
        let site = try await restarted(home)
        let cookie: Headers = [.cookie: "loot-session=\(secret)"]
        #expect(try await site.get("/api/items", headers: cookie).status == 200)
        for _ in 0..<100 where try home.file.read().sessions.first?.seen == yesterday {
            try await Task.sleep(for: .milliseconds(20))
        }
        let session = try #require(try home.file.read().sessions.first)
        #expect(session.since == yesterday && session.seen >= Day.today)
    }

    // MARK: Limits

    @Test func `a session lasts as long as it is used`() throws {
        var people = People()
        _ = try people.add("Ada", .read)
        let start = Day.today
        func day(_ number: Int) throws -> Day { try #require(start.adding(CalendarSpan(number, .day))) }
        let secret = people.signIn(with: people.people[0].digest, device: "", on: start)
        for number in [20, 50, 79] {
            let session = try #require(people.session(knowing: secret, on: day(number)))
            people.visit(session, on: try day(number))
        }
        #expect(try people.session(knowing: secret, on: day(109)) != nil)
        #expect(try people.session(knowing: secret, on: day(110)) == nil)
        _ = people.signIn(with: people.people[0].digest, device: "", on: try day(110))
        #expect(people.sessions.count == 1)
    }

    @Test func `one person's many sessions don't end those of others`() throws {
        var people = People()
        for name in ["Ada", "Ben"] { _ = try people.add(name, .read) }
        let ada = people.signIn(with: people.people[0].digest, device: "")
        let first = people.signIn(with: people.people[1].digest, device: "")
        for _ in 0..<People.Session.greatestCount {
            _ = people.signIn(with: people.people[1].digest, device: "")
        }
        #expect(people.sessions.count == People.Session.greatestCount + 1)
        #expect(people.session(knowing: ada) != nil && people.session(knowing: first) == nil)
    }

    @Test(arguments: [
        ("Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0", "Firefox, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Safari/604.1",
            "Safari, iPhone"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0",
            "Edge, Windows"
        ), ("curl/8.5", "curl/8.5"), ("", ""),
    ])
    func `a device has a short name`(agent: String, name: String) {
        #expect(People.Session.device(of: agent) == name)
    }
}
