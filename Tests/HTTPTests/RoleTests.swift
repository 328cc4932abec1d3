import Basics
import Foundation
import LootAPI
import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `Roles in several lists` {
    /// The way in which a request identifies a person.
    enum SignIn: CaseIterable { case bearer, cookie, password, calendar, proxy, provider }

    private static let methods: Set<String> = ["GET", "HEAD"]

    /// Returns the headers with which a person sends requests.
    private func headers(
        _ server: TwoLists, _ name: String, _ way: SignIn, _ provider: FakeProvider?
    ) async throws -> Headers {
        switch way {
        case .provider: try await server.signIn(name, with: #require(provider), at: "cabin")
        case .password: try await server.signIn(name, withPassword: "correct horse", at: "cabin")
        case .bearer: server.bearer(name)
        case .cookie: try await server.signIn(name, at: "cabin")
        case .proxy: ["Remote-User": name]
        case .calendar:
            [.authorization: "Basic \(Base64.encode(Array("x:\(server.tokens[name] ?? "")".utf8)))"]
        }
    }

    /// Addresses that everyone can read.
    private static func isOpen(_ method: String, _ pattern: String) -> Bool {
        pattern == "/healthz" || pattern.hasPrefix("/join/") || pattern.hasPrefix("/sign-")
            || pattern.hasPrefix("/assets/")
            || methods.contains(method) && pattern.hasPrefix("/shared/")
    }

    private func address(_ pattern: String, _ item: Item) -> String {
        pattern.replacing("{id}", with: "\(item.id)").replacing(/\{[a-z]+(\.\.\.)?\}/, with: "1")
    }

    @Test(arguments: SignIn.allCases)
    func `without access to a list, no route of the list returns or changes anything`(_ way: SignIn)
        async throws
    {
        let provider = way == .provider ? try FakeProvider() : nil
        let server = try await TwoLists([("Ben", .none)], [("Ben", .write, "cabin")], provider: provider)
        defer { server.remove() }
        let site = try #require(server.lists.lists[0].site)
        let before = try await site.store.summary().revision
        let headers = try await headers(server, "Ben", way, provider)
        var count = 0
        for (method, pattern) in site.router.routes where !Self.isOpen(method.name, pattern) {
            let path = "/l/home" + address(pattern, server.lamp)
            for headers in [headers, [:]] {
                let answer = try await server.ask(method, path, headers, form: method.isSafe ? nil : "")
                #expect([401, 403].contains(answer.status), "\(method.name) \(path) \(answer.status)")
                #expect(!answer.text.contains("Green lamp") && !answer.text.contains("Turret"), "\(path)")
                count += 1
            }
        }
        #expect(count > 200)
        #expect(try await site.store.summary().revision == before)
    }

    /// The role that a route needs. Actions and endpoints declare theirs.
    private static func role(_ method: Method, _ pattern: String) -> Role {
        if ["/text-size", "/language", "/devices/sign-out", "/password"].contains(pattern) { return .read }
        if pattern.hasPrefix("/people") { return .manage }
        if pattern.hasPrefix("/do/") {
            return Action.builtIn.named(String(pattern.dropFirst(4)))?.requiredRole ?? .write
        }
        let endpoints = API.all + Action.builtIn.map { API.run($0).about }
        // An import is checked after its body was received, because a dry run needs only the role “read”.
        if let known = endpoints.first(where: { $0.method.name == method.name && $0.pattern == pattern }) {
            return known.requiredRole
        }
        if ["/items/new", "/items/{id}/delete", "/import"].contains(pattern) { return .write }
        return method.isSafe ? .read : .write
    }

    @Test(arguments: SignIn.allCases, [Role.read, .lend, .write, .manage])
    func `each route requires its role`(_ way: SignIn, _ role: Role) async throws {
        let provider = way == .provider ? try FakeProvider() : nil
        let server = try await TwoLists([("Ben", .none)], [("Ben", role, "cabin")], provider: provider)
        defer { server.remove() }
        let site = try #require(server.lists.lists[1].site)
        let before = try await site.store.summary().revision
        let headers = try await headers(server, "Ben", way, provider)
        for (method, pattern) in site.router.routes where !Self.isOpen(method.name, pattern) {
            // Calendar programs send the token as a password, which no other route accepts.
            let isCalendar = pattern == "/due.ics"
            if method.isSafe, Self.role(method, pattern) == .read, way != .calendar { continue }
            let path = "/l/cabin" + address(pattern, server.canoe)
            let answer = try await server.ask(method, path, headers, form: method.isSafe ? nil : "")
            if way == .calendar, !isCalendar {
                #expect([401, 303].contains(answer.status), "\(method.name) \(path) \(answer.status)")
            } else {
                let isRefused = role < Self.role(method, pattern)
                #expect((answer.status == 403) == isRefused, "\(method.name) \(path) \(answer.status)")
            }
        }
        if role < .lend { #expect(try await site.store.summary().revision == before) }
    }

    @Test func `no route of a list returns an item of another list`() async throws {
        let server = try await TwoLists([("Ada", .write)])
        defer { server.remove() }
        for (method, pattern) in try #require(server.lists.lists[1].site).router.routes where method.isSafe {
            let path = "/l/cabin" + address(pattern, server.lamp)
            let answer = try await server.ask(method, path, server.bearer("Ada"))
            #expect(!answer.text.contains("Green lamp") && !answer.text.contains("Turret"), "\(path)")
            if pattern.contains("/{id}"), !pattern.hasSuffix("/history"), !pattern.hasSuffix("/position") {
                #expect(answer.status >= 400, "\(path) \(answer.status)")
            }
        }
    }

    @Test func `roles in single lists are kept in the file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-roles-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = PeopleFile("\(folder.path())/people.json")
        _ = try file.add("Ada", .read)
        _ = try file.change { (people) throws(LootError) in
            _ = try people.grant("ada", .write, in: "cabin")
            return try people.grant("Ada", .none, in: "firm")
        }
        let ada = try #require(try file.read().people.first)
        #expect(ada.role(in: "cabin") == .write)
        #expect(ada.role(in: "firm") == .none)
        #expect(ada.role(in: "home") == .read && ada.role(in: nil) == .read)
        #expect(throws: LootError.self) {
            try file.change { (people) throws(LootError) in try people.grant("Eve", .read, in: "cabin") }
        }
    }
}

@Suite struct `What each role can do` {
    @Test func `roles are ordered, and each includes those before it`() {
        #expect(Role.allCases == [.none, .read, .lend, .write, .manage])
        #expect(Role.allCases.sorted() == Role.allCases && Role.none < .read && Role.write < .manage)
    }

    private static let roles: [(name: String, role: Role)] = [
        ("Ann", .read), ("Leo", .lend), ("Wim", .write), ("Mia", .manage),
    ]

    @Test func `the role lend can lend and return items and take stock, and nothing else`() async throws {
        let lamp = items("Lamp")[0]
        let home = try await PeopledSite([lamp], Self.roles)
        defer { home.remove() }
        let (program, browser) = (home.headers("Leo"), try await home.signIn("Leo"))
        func act(_ action: String, _ body: String) async throws -> Int {
            try await home.site.ask(.post, "/api/actions/\(action)", headers: program, json: body).status
        }
        let item = #""items": ["\#(lamp.id)"]"#
        #expect(try await act("lend", #"{\#(item), "arguments": {"to": "Eve"}}"#) == 200)
        #expect(try await home.site.store.item(lamp.id)?.lentTo == "Eve")
        #expect(try await act("favorite", "{\(item)}") == 403)
        for (form, status) in [("return", 303), ("favorite", 403), ("sell", 403)] {
            let answer = try await home.site.ask(
                .post, "/do/\(form)", headers: browser, form: "item=\(lamp.id)&price=1")
            #expect(answer.status == status, "\(form)")
        }
        #expect(try await act("stocktake-start", "{}") == 200)
        #expect(try await act("stocktake-scan", #"{"arguments": {"code": "Lamp", "count": "3"}}"#) == 200)
        // Changing the place or the quantity of an item requires the role “write”.
        for option in ["move", "quantities"] {
            let body = #"{"arguments": {"\#(option)": "true"}}"#
            #expect(try await act("stocktake-finish", body) == 403, "\(option)")
            #expect(try await act("stocktake-finish?dryRun=true", body) == 403, "\(option)")
        }
        for (name, isShown) in [("Leo", false), ("Wim", true)] {
            let page = try await home.site.get("/stocktake", headers: try await home.signIn(name)).text
            #expect(page.contains("name=\"quantities\"") == isShown, "\(name)")
        }
        #expect(try await act("stocktake-finish", #"{"arguments": {"move": "false"}}"#) == 200)
        #expect(try await home.site.store.item(lamp.id)?.seenBy == "Leo")
        #expect(try await home.site.store.item(lamp.id)?.quantity != 3)
        #expect(try await home.site.ask(.post, "/api/undo", headers: program).status == 403)
    }

    @Test func `pages show only the controls that a role can use`() async throws {
        let lamp = items("Lamp")[0]
        let home = try await PeopledSite([lamp], Self.roles)
        defer { home.remove() }
        for (name, role) in Self.roles {
            let browser = try await home.signIn(name)
            for path in ["/", "/?select=true", "/items/\(lamp.id)", "/stocktake"] {
                let page = try await home.site.get(path, headers: browser).text
                let shown = page.matches(of: #/(?:action|href)="/do/([a-z-]+)/#).map { String($0.1) }
                for name in shown {
                    let action = try #require(Action.builtIn.named(name))
                    #expect(action.requiredRole <= role, "\(name) on \(path) for \(role)")
                }
                #expect(shown.isEmpty == (role == .read), "\(path) for \(role)")
                #expect(
                    page.contains("/delete?")
                        == (role >= .write && ["/", "/items/\(lamp.id)"].contains(path)))
                #expect(page.contains("data-can-write") == (role >= .write))
            }
            let settings = try await home.site.get("/settings", headers: browser).text
            #expect(settings.contains(#"id="setting-currency" name="currency""#))
            #expect(settings.contains("new-views") == (role >= .write))
            #expect(settings.contains("new-customFields") == (role >= .manage))
        }
    }

    @Test func `settings require the role manage by all routes, and views require write`() async throws {
        let home = try await PeopledSite(items("Lamp"), Self.roles)
        defer { home.remove() }
        let (wim, mia) = (home.headers("Wim"), home.headers("Mia"))
        let patch = #"{"currency": "CHF"}"#
        let batch = #"{"changes": [{"setting": "currency", "value": "CHF"}]}"#
        for (name, headers) in [("Wim", wim), ("Mia", mia)] {
            let status = name == "Mia" ? 200 : 403
            let site = home.site
            #expect(
                try await site.ask(.patch, "/api/settings", headers: headers, json: patch).status == status)
            #expect(try await site.ask(.post, "/api/batch", headers: headers, json: batch).status == status)
            let form = try await site.ask(
                .post, "/settings", headers: try await home.signIn(name),
                form: "shown-title=&title=\(name)&shown-currency=CHF&currency=CHF")
            #expect(form.status == (name == "Mia" ? 303 : 403), "\(name) \(form.status)")
        }
        #expect(try await home.site.store.settings().currency?.code == "CHF")
        #expect(try await home.site.ask(.post, "/api/undo", headers: wim).status == 403)
        #expect(
            try await home.site.ask(
                .patch, "/api/settings", headers: wim, json: #"{"views": {"dear": "value > 5"}}"#
            ).status == 200)
        #expect(try await home.site.ask(.post, "/api/undo", headers: wim).status == 200)
        #expect(try await home.site.ask(.post, "/api/undo", headers: mia).status == 200)
    }

    @Test func `the token of the server has the role manage`() async throws {
        var configuration = HTTPConfiguration()
        configuration.token = "a long shared token"
        let site = try await TestSite(items("Lamp"), configuration)
        let answer = try await site.ask(
            .patch, "/api/settings", headers: [.authorization: "Bearer a long shared token"],
            json: #"{"currency": "CHF"}"#)
        #expect(answer.status == 200)
    }
}
