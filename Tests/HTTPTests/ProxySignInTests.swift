import LootActions
import LootCore
import LootPlugins
import Testing
import WebServer

@testable import HTTP

@Suite struct `Signing in by a reverse proxy` {
    private static let proxy = "10.0.0.1"

    private func home(
        _ roles: [(name: String, role: Role)] = [("Ada", .write), ("Ben", .read)],
        unknown role: Role = .none
    ) async throws -> PeopledSite {
        try await PeopledSite(items("Lamp"), roles) { configuration in
            configuration.remoteUser = "Remote-User"
            configuration.remoteUserRole = role
            configuration.trustedProxies = [Self.proxy]
        }
    }

    private func ask(
        _ home: PeopledSite, _ method: Method = .get, _ target: String = "/api/items",
        from peer: String = proxy, as names: [String],
        _ others: Headers = [:]
    ) async throws -> Answered {
        var headers = others
        for name in names { headers.append("Remote-User", name) }
        let request = try #require(Request(method, target, headers: headers))
        return Answered(await home.site.router.respond(to: request.from(SocketAddress(host: peer, port: 1))))
    }

    @Test func `the person whom a trusted proxy names has their role, without a token or session`()
        async throws
    {
        let home = try await home()
        defer { home.remove() }
        #expect(try await ask(home, as: ["Ada"]).status == 200)
        #expect(try await ask(home, as: ["ada"]).status == 200)
        #expect(try await ask(home, .post, "/undo", as: ["Ben"]).status == 403)
        #expect(try await ask(home, .post, "/items", as: ["Ada"], [.accept: "text/html"]).status != 403)
        #expect(try home.file.read().sessions.isEmpty)
        let more = try await ask(home, .get, "/more", as: ["Ada"]).text
        #expect(!more.contains("/sign-out") && !more.contains("/devices"))
    }

    @Test func `people who aren't in the file of people see no link to its page`() async throws {
        let home = try await home([("Ada", .manage)], unknown: .manage)
        defer { home.remove() }
        for (name, status) in [("Ada", 200), ("Eve", 403)] {
            #expect(try await ask(home, .get, "/people", as: [name]).status == status)
            let more = try await ask(home, .get, "/more", as: [name]).text
            #expect(more.contains("href=\"/people\"") == (status == 200), "\(name)")
        }
    }

    @Test(arguments: ["10.0.0.2", "127.0.0.1", "10.0.0.1.evil", "::1", ""])
    func `the header of anyone else is ignored`(peer: String) async throws {
        let home = try await home(unknown: .write)
        defer { home.remove() }
        for forwarded: Headers in [[:], ["X-Forwarded-For": Self.proxy]] {
            #expect(try await ask(home, from: peer, as: ["Ada"], forwarded).status == 401)
            #expect(try await ask(home, from: peer, as: ["Ada", "Ada"], forwarded).status == 401)
        }
        let tokens = home.headers("Ben")
        #expect(try await ask(home, from: peer, as: ["Ada"], tokens).status == 200)
        #expect(try await ask(home, .post, "/undo", from: peer, as: ["Ada"], tokens).status == 403)
    }

    @Test func `a proxy that passes on the client's header is rejected`() async throws {
        let home = try await home()
        defer { home.remove() }
        for names in [["Ada", "Ben"], ["Ada", "Ada"], ["", "Ada"]] {
            #expect(try await ask(home, as: names).status == 400)
            #expect(try await ask(home, .get, "/sign-in", as: names).status == 400)
        }
    }

    @Test(arguments: ["Eve", "Adä", "Ada,Ben", "Ada Ben", "Áda", "\u{212A}en"])
    func `a name that isn't in the file of people has no access, and the page says why`(name: String)
        async throws
    {
        let home = try await home([("Ada", .write), ("Ken", .write)])
        defer { home.remove() }
        let answer = try await ask(home, .get, "/", as: [name], [.accept: "text/html"])
        #expect(answer.status == 403)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.text.contains(name) && !answer.text.contains("Lamp"))
        #expect(try await ask(home, .post, "/undo", as: [name]).status == 403)
    }

    @Test func `other people can have a default role`() async throws {
        let home = try await home([("Ada", .none)], unknown: .read)
        defer { home.remove() }
        #expect(try await ask(home, as: ["Eve"]).status == 200)
        #expect(try await ask(home, .post, "/undo", as: ["Eve"]).status == 403)
        #expect(try await ask(home, as: ["Ada"]).status == 403, "the role in the file takes precedence")
        #expect(try await ask(home, as: [String(repeating: "a", count: 61)]).status == 403)
    }

    @Test func `without a name from the proxy, people sign in with their token`() async throws {
        let home = try await home()
        defer { home.remove() }
        for names in [[], [""]] {
            #expect(try await ask(home, as: names).status == 401)
            #expect(try await ask(home, as: names, home.headers("Ada")).status == 200)
        }
        #expect(try await ask(home, .get, "/sign-in", as: []).status == 200)
    }

    @Test func `the proxy's name takes precedence over a session and a token`() async throws {
        let home = try await home([("Ada", .write), ("Ben", .none)])
        defer { home.remove() }
        for headers in [home.headers("Ada"), try await home.signIn("Ada")] {
            #expect(try await ask(home, as: [], headers).status == 200)
            #expect(try await ask(home, as: ["Ben"], headers).status == 403)
        }
    }

    @Test func `the server is closed even if nobody is in the file of people`() async throws {
        let home = try await home([], unknown: .read)
        defer { home.remove() }
        #expect(try await ask(home, from: "127.0.0.1", as: []).status == 401)
        #expect(try await ask(home, as: ["Eve"]).status == 200)
    }

    @Test(
        arguments: [
            ["remoteUser": "Remote-User"], ["remoteUser": "Remote User", "trustedProxies": ["10.0.0.1"]],
            ["remoteUser": "", "trustedProxies": ["10.0.0.1"]],
        ] as [[String: SettingValue]])
    func `a header without trusted proxies or with an invalid name is rejected`(
        settings: [String: SettingValue]
    ) async throws {
        let error = await #expect(throws: LootError.self) {
            try await TestSite([], HTTPConfiguration(PluginSettings(settings)))
        }
        #expect(error?.code == .configuration)
    }
}
