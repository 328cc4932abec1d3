import Basics
import Foundation
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

/// A server with the lists “home”, which contains a lamp, and “cabin”, which contains a canoe.
struct TwoLists {
    let lists: ServedLists
    let people: PeopleFile
    let folder: URL
    private(set) var tokens: [String: String] = [:]
    let lamp: Item
    let canoe: Item

    /// Creates the server. People have the given role in all lists, and then those in single lists.
    init(
        _ roles: [(name: String, role: Role)] = [],
        _ grants: [(name: String, role: Role, list: String)] = [],
        failing failure: LootError? = nil, failingList: String = "cabin", provider: FakeProvider? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "loot-lists-\(UUID())")
        people = PeopleFile("\(folder.path())/people.json")
        let people = people
        for (name, role) in roles { tokens[name] = try people.add(name, role) }
        for (name, role, list) in grants {
            _ = try people.change { (people) throws(LootError) in
                try people.grant(name, role, in: list)
            }
        }
        var configuration = HTTPConfiguration()
        configuration.people = people
        configuration.remoteUser = roles.isEmpty ? nil : "Remote-User"
        if let provider {
            configuration.provider = ProviderSignIn.Settings(
                issuer: provider.issuer, client: "loot", secret: "secret &", title: "Our login")
        }
        configuration.trustedProxies = [SocketAddress.loopback(port: 0).host]
        var both = items("Green lamp", "Red canoe")
        both[0].location = "Turret"
        both[1].location = "Boathouse"
        (lamp, canoe) = (both[0], both[1])
        func store(_ list: String, _ item: Item) throws(LootError) -> any ItemStore {
            let store = try MemoryStore([item])
            guard let failure, list == failingList else { return store }
            return FailingStore(wrapped: store, error: failure)
        }
        var host = TestHost(itemStore: try MemoryStore([lamp]))
        host.hosts = [
            TestHost(itemStore: try store("home", lamp), listName: "home"),
            TestHost(itemStore: try store("cabin", canoe), listName: "cabin"),
        ]
        lists = try await ServedLists(configuration, host: host, counters: ServerCounters(), log: log)
    }

    func ask(
        _ method: Method, _ target: String, _ headers: Headers = [:], form: String? = nil
    ) async throws -> Answered {
        var headers = headers
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let request = try #require(Request(method, target, headers: headers, body: Array((form ?? "").utf8)))
        return Answered(await lists.router.respond(to: request))
    }

    func bearer(_ name: String) -> Headers { [.authorization: "Bearer \(tokens[name] ?? "")"] }

    /// Signs a person in at a list and returns the headers of their browser.
    func signIn(_ name: String, at list: String) async throws -> Headers {
        let form = "token=\(PercentEncoding.encode(tokens[name] ?? ""))&next=/"
        let answer = try await ask(.post, "/l/\(list)/sign-in", form: form)
        #expect(answer.headers[.location] == "/l/\(list)/")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.contains("Path=/;"))
        return [.cookie: String(cookie.prefix { $0 != ";" })]
    }

    /// Signs a person in at a provider, and returns the headers of their browser.
    func signIn(_ name: String, with provider: FakeProvider, at list: String) async throws -> Headers {
        provider.claims.withLock { $0 = #""email": "\#(name)", "email_verified": true"# }
        let start = try await ask(.get, "/l/\(list)/sign-in/provider")
        let browser: Headers = [
            .cookie: String(try #require(start.headers[.setCookie]).prefix { $0 != ";" })
        ]
        let back = try provider.signIn(at: try #require(start.headers[.location]))
        // The provider knows a single address for all lists.
        let moved = try await ask(.get, "/sign-in/callback?state=\(back.state)&code=\(back.code)", browser)
        let answer = try await ask(.get, try #require(moved.headers[.location]), browser)
        #expect(answer.headers["Refresh"] == "0;url=/l/\(list)/")
        let cookies = answer.headers.values(of: .setCookie)
        let cookie = try #require(cookies.first { !$0.contains("Max-Age=0") }, "\(answer.text)")
        return [.cookie: String(cookie.prefix { $0 != ";" })]
    }

    /// Sets a person's password, signs them in with it, and returns the headers of their browser.
    func signIn(_ name: String, withPassword password: String, at list: String) async throws -> Headers {
        let hash = try PasswordHash(of: password)
        _ = try people.change { (people) throws(LootError) in try people.setPassword(of: name, to: hash) }
        // The server reads the file again within a second.
        while try await !ask(.get, "/l/\(list)/sign-in").text.contains("name=\"name\"") {
            try await Task.sleep(for: .milliseconds(50))
        }
        let form = "name=\(name)&token=\(PercentEncoding.encode(password))"
        let answer = try await ask(.post, "/l/\(list)/sign-in", form: form)
        let cookie = try #require(answer.headers[.setCookie])
        return [.cookie: String(cookie.prefix { $0 != ";" })]
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A store that can't be read.
private struct FailingStore: StoreWrapper {
    let wrapped: any ItemStore
    let error: LootError

    func outline(of query: Query) async throws(LootError) -> Outline { throw error }
}

@Suite struct `A server with several lists` {
    @Test func `each list has its own page, API and items`() async throws {
        let server = try await TwoLists()
        defer { server.remove() }
        let home = try await server.ask(.get, "/l/home/").text
        let cabin = try await server.ask(.get, "/l/cabin/").text
        #expect(home.contains("Green lamp") && !home.contains("Red canoe"))
        #expect(cabin.contains("Red canoe") && !cabin.contains("Green lamp"))
        #expect(try await server.ask(.get, "/l/cabin").text.contains("Red canoe"))
        #expect(try await server.ask(.get, "/l/cabin/api/items").text.contains("Red canoe"))
        #expect(try await server.ask(.get, "/l/cabin/items/\(server.lamp.id)").status == 404)
        for path in ["/l/garage/", "/l/", "/l/..%2Fhome/", "/l/Home/", "/l/cabin2/"] {
            #expect(try await server.ask(.get, path).text.contains("Green lamp") == false, "\(path)")
        }
    }

    @Test func `addresses without a list lead to the first one`() async throws {
        let server = try await TwoLists()
        defer { server.remove() }
        for (method, path) in [
            (Method.get, "/"), (.get, "/i/\(server.lamp.id.short)"), (.get, "/?search=lamp"),
            (.post, "/api/items"), (.get, "/due.ics"),
        ] {
            let answer = try await server.ask(method, path)
            #expect(answer.status == 307)
            #expect(answer.headers[.location] == "/l/home" + path)
        }
        #expect(try await server.ask(.get, "/healthz").status == 200)
    }

    @Test func `all addresses in the pages of a list lead to the list or to the other lists`() async throws {
        let server = try await TwoLists()
        defer { server.remove() }
        var waiting = ["/l/cabin/"]
        var known: Set<String> = ["/l/cabin/", "/l/home/"]
        var pages = 0
        while let path = waiting.popLast(), pages < 200 {
            pages += 1
            let answer = try await server.ask(.get, path, ["Accept": "text/html, */*"])
            // The host of these tests has no exporter for workbooks.
            if path != "/l/cabin/api/export?format=xlsx" {
                #expect((200..<400).contains(answer.status), "\(path) \(answer.status)")
            }
            for match in answer.text.matches(of: #/ (href|src|action|formaction|data-list)="([^"]*)"/#) {
                let address = match.2.replacing("&amp;", with: "&")
                if address.hasPrefix("#") || address.hasPrefix("https://") || address.hasPrefix("data:") {
                    continue
                }
                #expect(address.hasPrefix("/l/cabin/") || address == "/l/home/", "\(address) on \(path)")
                let page = String(address.prefix { $0 != "#" })
                let isRead = match.1 == "href" || match.1 == "src"
                if isRead, known.insert(page).inserted { waiting.append(page) }
            }
        }
        #expect(pages > 40)
        #expect(known.contains("/l/cabin/items/new?back=/l/cabin/") == false)
    }

    @Test func `forms and actions return to their list`() async throws {
        let server = try await TwoLists()
        defer { server.remove() }
        let path = "/l/cabin/items/\(server.canoe.id)"
        for back in ["/?sort=name", "/l/cabin/?sort=name", "/l/home/?sort=name"] {
            let answer = try await server.ask(
                .post, "\(path)/move", form: "back=\(PercentEncoding.encode(back))")
            #expect(answer.status == 303)
            #expect(
                answer.headers[.location]
                    == "/l/cabin/?sort=name&around=\(server.canoe.id)#item-\(server.canoe.id)")
        }
        let made = try await server.ask(.post, "/l/cabin/do/favorite", form: "item=\(server.canoe.id)&back=/")
        #expect(made.headers[.location]?.hasPrefix("/l/cabin/") == true)
    }

    @Test func `the header has a menu of the lists to which a person has access`() async throws {
        let server = try await TwoLists([("Ada", .write), ("Ben", .none)], [("Ben", .read, "cabin")])
        defer { server.remove() }
        let ada = try await server.ask(.get, "/l/cabin/", server.bearer("Ada")).text
        #expect(ada.contains("<a href=\"/l/home/\"><bdi>home</bdi></a>"))
        #expect(ada.contains("<a href=\"/l/cabin/\" aria-current=\"page\"><bdi>cabin</bdi></a>"))
        let ben = try await server.ask(.get, "/l/cabin/", server.bearer("Ben")).text
        #expect(ben.contains("Red canoe") && !ben.contains("/l/home/"))
    }

    @Test func `without access to the first list, people are led to the lists that they can use`()
        async throws
    {
        let server = try await TwoLists([("Ben", .none)], [("Ben", .read, "cabin")])
        defer { server.remove() }
        let browser = try await server.signIn("Ben", at: "home")
        #expect(try await server.ask(.get, "/", browser).headers[.location] == "/l/cabin/")
        var reader = browser
        reader["Accept"] = "text/html"
        let closed = try await server.ask(.get, "/l/home/", reader)
        #expect(closed.status == 403)
        #expect(closed.text.contains("href=\"/l/cabin/\"") && !closed.text.contains("href=\"/l/home/\""))
    }

    @Test func `signing in applies to all lists`() async throws {
        let server = try await TwoLists([("Ada", .read)], [("Ada", .write, "cabin")])
        defer { server.remove() }
        let browser = try await server.signIn("Ada", at: "home")
        #expect(try await server.ask(.get, "/l/cabin/", browser).text.contains("Red canoe"))
        let change = "item=\(server.canoe.id)&back=/"
        #expect(try await server.ask(.post, "/l/cabin/do/favorite", browser, form: change).status == 303)
        #expect(try await server.ask(.post, "/l/home/do/favorite", browser, form: change).status == 403)
        let out = try await server.ask(.post, "/l/cabin/sign-out", browser, form: "")
        #expect(out.headers[.location] == "/l/cabin/sign-in")
        #expect(try await server.ask(.get, "/l/home/api/items", browser).status == 401)
    }

    @Test func `a page that requires signing in leads to the sign-in page of its list`() async throws {
        let server = try await TwoLists([("Ada", .write)])
        defer { server.remove() }
        let answer = try await server.ask(.get, "/l/cabin/places?x=1", ["Accept": "text/html"])
        #expect(answer.headers[.location] == "/l/cabin/sign-in?next=\(PercentEncoding.encode("/places?x=1"))")
    }

    @Test func `a form that was interrupted by signing out stays in its list`() async throws {
        let server = try await TwoLists([("Ada", .write)])
        defer { server.remove() }
        // The body of this response is streamed, so it needs a connection.
        let running = try Server(ServerConfiguration(), router: server.lists.router)
        let address = running.address
        let answer = try await blocking {
            let client = try LoopbackClient(address)
            let body = "name=Anchor"
            client.send(
                "POST /l/cabin/items HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n" + body)
            return client.receiveAll()
        }
        await running.stop()
        #expect(answer.contains("action=\"/l/cabin/sign-in\"") && answer.contains("name=Anchor"))
    }

    @Test func `a list stays closed after its last person was removed, even if nobody has used it`()
        async throws
    {
        let server = try await TwoLists([("Ada", .write)])
        defer { server.remove() }
        #expect(try await server.ask(.get, "/l/home/api/items", server.bearer("Ada")).status == 200)
        try server.people.remove("Ada")
        try await Task.sleep(for: .seconds(1.1))
        #expect(try await server.ask(.get, "/l/home/api/items", server.bearer("Ada")).status == 401)
        #expect(try await server.ask(.get, "/l/cabin/api/items").status == 401)
    }

    @Test func `a server of one list also knows the addresses with the list's path`() async throws {
        let host = TestHost(itemStore: try MemoryStore(items("Lamp")), listName: "home")
        let lists = try await ServedLists(
            HTTPConfiguration(), host: host, counters: ServerCounters(), log: { _ in })
        for (path, location) in [
            ("/l/home/i/2f1d", "/i/2f1d"), ("/l/home/", "/"), ("/l/home//evil.example", "/"),
            ("/l/home", "/"),
        ] {
            let answer = await lists.router.respond(to: try #require(Request(.get, path)))
            #expect(answer.headers[.location] == location)
        }
    }

    @Test func `a link shows only the list for which it was created`() async throws {
        let server = try await TwoLists([("Ada", .write)])
        defer { server.remove() }
        let secret = try server.people.change {
            $0.share(SavedView("all", QueryText()), of: "cabin", until: .last)
        }
        // The server reads the file again within a second.
        while try await server.ask(.get, "/l/cabin/shared/\(secret)").status != 200 {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await server.ask(.get, "/l/home/shared/\(secret)").status == 404)
    }

    @Test func `if a list can't be opened, the others are served`() async throws {
        let lines = Lines()
        let server = try await TwoLists(failing: .damage, log: lines.add)
        defer { server.remove() }
        #expect(try await server.ask(.get, "/l/home/").text.contains("Green lamp"))
        #expect(try await server.ask(.get, "/l/cabin/").status == 503)
        #expect(try await server.ask(.get, "/healthz").status == 503)
        #expect(lines.all.contains { $0.contains("Can't read all items.") })
    }
}

@Suite struct `A server whose first list can't be opened` {
    @Test func `people sign in at another list`() async throws {
        let server = try await TwoLists([("Ada", .write)], failing: .damage, failingList: "home")
        defer { server.remove() }
        var address = "/"
        for _ in 0..<4 {
            let answer = try await server.ask(.get, address, ["Accept": "text/html"])
            guard let next = answer.headers[.location] else { break }
            address = next
        }
        #expect(address == "/l/cabin/sign-in?next=%2F")
        #expect(try await server.ask(.get, address).text.contains("action=\"/l/cabin/sign-in\""))
        let browser = try await server.signIn("Ada", at: "cabin")
        #expect(try await server.ask(.get, "/l/cabin/api/items", browser).text.contains("Red canoe"))
        #expect(try await server.ask(.get, "/l/home/api/items", browser).status == 503)
        #expect(try await server.ask(.get, "/l/home/api/items").status == 401)
    }
}
