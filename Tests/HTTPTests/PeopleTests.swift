import Foundation
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import MemoryStorePlugin
import Platform
import Testing
import WebServer

@testable import HTTP

extension PeopleFile {
    func add(_ name: String, _ role: Role) throws(LootError) -> String {
        try change { (people) throws(LootError) in try people.add(name, role) }
    }

    func remove(_ name: String) throws(LootError) {
        _ = try change { (people) throws(LootError) in try people.remove(name) }
    }

    func takeBack(_ link: String) throws(LootError) {
        _ = try change { (people) throws(LootError) in try people.takeBack(link) }
    }
}

/// A site with people.
struct PeopledSite {
    let folder: URL
    let file: PeopleFile
    let site: TestSite

    init(
        _ items: [Item] = [], _ roles: [(name: String, role: Role)],
        _ allowances: Allowances = Allowances(), _ change: (inout HTTPConfiguration) -> Void = { _ in }
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "loot-people-\(UUID())")
        file = PeopleFile("\(folder.path())/loot/people.json")
        let file = file
        for (name, role) in roles { tokens[name] = try file.add(name, role) }
        var configuration = HTTPConfiguration()
        configuration.people = file
        change(&configuration)
        site = try await TestSite(try MemoryStore(items), configuration, allowances: allowances)
    }

    private(set) var tokens: [String: String] = [:]

    /// Returns the headers of a program that acts for a person.
    func headers(_ name: String) -> Headers { [.authorization: "Bearer \(tokens[name] ?? "")"] }

    /// Signs a person in and returns the headers of their browser.
    func signIn(_ name: String) async throws -> Headers {
        let form = "token=\(PercentEncoding.encode(tokens[name] ?? ""))&next=/"
        let answer = try await site.ask(.post, "/sign-in", form: form)
        let cookie = try #require(answer.headers[.setCookie])
        return [.cookie: String(cookie.prefix { $0 != ";" })]
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

@Suite struct `People with tokens` {
    private static let roles: [(name: String, role: Role)] = [("Ada", .write), ("Ben", .read)]

    @Test func `people with a token have access, and others don't`() async throws {
        let home = try await PeopledSite(items("Lamp"), Self.roles)
        defer { home.remove() }
        for name in ["Ada", "Ben"] {
            #expect(try await home.site.get("/api/items", headers: home.headers(name)).status == 200)
            let cookie = try await home.signIn(name)
            #expect(try await home.site.get("/", headers: cookie).status == 200)
        }
        #expect(try await home.site.get("/api/items").status == 401)
        let digest = try #require(try home.file.read().people.first?.digest.description)
        for token in [digest, "Ada", "", String((home.tokens["Ada"] ?? "").dropLast())] {
            let headers: Headers = [.authorization: "Bearer \(token)"]
            #expect(try await home.site.get("/api/items", headers: headers).status != 200)
        }
    }

    @Test func `a token can be typed with capitals, spaces and without dashes`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let token = home.tokens["Ada"] ?? ""
        for typed in [
            token.uppercased(), token.replacing("-", with: " "), " \(token.replacing("-", with: ""))\n",
        ] {
            let form = "token=\(PercentEncoding.encode(typed))&next=/"
            #expect(try await home.site.ask(.post, "/sign-in", form: form).status == 303)
        }
    }

    @Test func `people are the authors of their changes, regardless of the request`() async throws {
        let lamp = items("Lamp")[0]
        let home = try await PeopledSite([lamp], Self.roles)
        defer { home.remove() }
        let ada = home.headers("Ada")
        let batch = #"{"changes": [{"update": "\#(lamp.id)", "set": {"valueInDollars": 1}}], "author": "B"}"#
        _ = try await home.site.ask(.post, "/api/batch", headers: ada, json: batch)
        var cookie = try await home.signIn("Ada")
        cookie[.accept] = "text/html"
        let form = "name=Vase&valueInDollars=1&dateCreated=2026-01-02T03:04"
        #expect(try await home.site.ask(.post, "/items", headers: cookie, form: form).status == 303)
        _ = try await home.site.ask(
            .post, "/do/favorite", headers: cookie, form: "item=\(lamp.id)")
        let history = try await home.site.store.history(limit: 10)
        let authors = (history.undoable + history.redoable).map(\.author)
        #expect(authors.count >= 3 && authors.allSatisfy { $0 == "Ada" }, "\(authors)")
    }

    static let changes: [(Method, String, String?)] = [
        (.post, "/api/items", #"{"name": "x"}"#), (.patch, "/api/items/ID", #"{"name": "x"}"#),
        (.delete, "/api/items/ID", nil), (.post, "/api/items/ID/move", #"{"to": 0}"#),
        (.post, "/api/batch", #"{"changes": []}"#), (.post, "/api/undo", nil), (.post, "/api/redo", nil),
        (.put, "/api/views/x", "{}"), (.delete, "/api/views/x", nil), (.post, "/api/import", "x"),
        (.post, "/api/import?dryRun=false", "x"), (.post, "/api/import?dryRun=false&dryRun=true", "x"),
        (.put, "/api/items/ID/photo", "x"), (.post, "/api/items/ID/files?name=a", "x"),
        (.post, "/api/places/move", #"{"from": "a", "to": "b"}"#), (.post, "/api/files/sweep", "{}"),
        (.post, "/items", nil), (.post, "/items/ID", nil), (.post, "/do/favorite", nil),
        (.post, "/items/ID/delete", nil), (.post, "/undo", nil), (.post, "/views", nil),
        (.post, "/import", nil),
    ]

    @Test func `the role read prevents all changes`() async throws {
        let lamp = items("Lamp")[0]
        let home = try await PeopledSite([lamp], Self.roles)
        defer { home.remove() }
        let before = try await home.site.store.summary().revision
        let cookie = try await home.signIn("Ben")
        for (method, path, body) in Self.changes {
            let path = path.replacing("ID", with: "\(lamp.id)")
            for headers in [home.headers("Ben"), cookie] {
                let answer = try await home.site.ask(method, path, headers: headers, json: body ?? "")
                #expect(answer.status == 403, "\(method) \(path)")
            }
        }
        #expect(try await home.site.store.summary().revision == before)
    }

    @Test func `the role read can view everything, without controls that change it`() async throws {
        let lamp = items("Lamp", "Vase")[0]
        let home = try await PeopledSite([lamp], Self.roles)
        defer { home.remove() }
        let (ada, ben) = (try await home.signIn("Ada"), try await home.signIn("Ben"))
        for path in ["/", "/?edit=true", "/items/\(lamp.id)", "/places"] {
            let page = try await home.site.get(path, headers: ben)
            #expect(page.status == 200, "\(path)")
            let forms = page.text.matches(of: /<form[^>]*method="post" action="([^"]*)"/).map { String($0.1) }
            #expect(Set(forms).isSubset(of: ["/sign-out", "/text-size"]), "\(path): \(forms)")
        }
        let writers = try await home.site.get("/items/\(lamp.id)", headers: ada)
        #expect(writers.text.contains("action=\"/do/favorite\""))
        for path in ["/import", "/items/new", "/items/\(lamp.id)/delete"] {
            #expect(try await home.site.get(path, headers: ben).status == 403, "\(path)")
            #expect(try await home.site.get(path, headers: ada).status == 200, "\(path)")
        }
        let store = try await home.site.get("/api/store", headers: home.headers("Ben"))
        #expect(!store.text.contains("\"writable\""))
        let form = try await home.site.get("/items/\(lamp.id)?edit", headers: ben)
        #expect(form.text.contains("<fieldset class=\"card fields\" disabled>"))
        let trial = try await home.site.ask(
            .post, "/api/import?dryRun=true", headers: home.headers("Ben"), json: #"[{"name": "x"}]"#)
        #expect(trial.status == 200)
    }

    @Test func `a revoked token ends all access`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let cookie = try await home.signIn("Ada")
        try home.file.remove("ada")
        // The server reads the file again within a second.
        var status = 200
        while status == 200 {
            status = try await home.site.get("/api/items", headers: cookie).status
            await Task.yield()
        }
        #expect(status == 401)
        #expect(try await home.site.get("/api/items", headers: home.headers("Ada")).status == 401)
        #expect(try await home.site.get("/api/items", headers: home.headers("Ben")).status == 200)
    }

    @Test(arguments: ["/api/events", "/live", "/api/live"])
    func `a person who is removed loses open streams`(path: String) async throws {
        let home = try await PeopledSite(items("Lamp"), Self.roles)
        defer { home.remove() }
        let server = try Server(ServerConfiguration(threads: 1), router: home.site.router)
        let client = try EventClient(
            server.address, path, headers: "Authorization: Bearer \(home.tokens["Ben"] ?? "")\r\n")
        _ = try await client.event()
        try home.file.remove("Ben")
        await #expect(throws: EventClient.Ended.self) { while true { _ = try await client.event() } }
        await server.stop()
    }

    @Test func `a token is still required after the last person was removed`() async throws {
        let home = try await PeopledSite([], [("Ada", .write)])
        defer { home.remove() }
        let headers = home.headers("Ada")
        #expect(try await home.site.get("/api/items", headers: headers).status == 200)
        try home.file.remove("Ada")
        var status = 200
        while status == 200 { status = try await home.site.get("/api/items", headers: headers).status }
        #expect(status == 401)
        #expect(try await home.site.get("/api/items").status == 401)
    }

    @Test func `an idempotency key is valid only for its person`() async throws {
        let home = try await PeopledSite([], [("Ada", .write), ("Eve", .write)])
        defer { home.remove() }
        for name in ["Ada", "Ada", "Eve"] {
            var headers = home.headers(name)
            headers["Idempotency-Key"] = "1"
            let answer = try await home.site.ask(
                .post, "/api/items", headers: headers, json: #"{"name": "Lamp"}"#)
            #expect(answer.status == 201)
        }
        #expect(try await home.site.names() == ["Lamp", "Lamp"])
    }

    @Test func `with people, the server listens to others without a shared token`() async throws {
        let home = try await PeopledSite([], Self.roles)
        defer { home.remove() }
        let settings: [String: SettingValue] = ["address": "0.0.0.0", "people": .text(home.file.path)]
        _ = try HTTPConfiguration(PluginSettings(settings))
        for person in try home.file.read().people { try home.file.remove(person.name) }
        #expect(throws: LootError.self) { try HTTPConfiguration(PluginSettings(settings)) }
    }
}

@Suite struct `The file of people` {
    @Test func `an unreadable file of people is reported, and the people are kept`() async throws {
        let home = try await PeopledSite([], [("Ada", .write)])
        defer { home.remove() }
        let lines = Lines()
        let known = try KnownPeople(home.file, log: lines.add)
        try Data("{".utf8).write(to: URL(filePath: home.file.path))
        #expect(known.current(at: .now + .seconds(2)).people.map(\.name) == ["Ada"])
        #expect(known.current(at: .now + .seconds(4)).people.map(\.name) == ["Ada"])
        #expect(lines.all.count == 1)
    }

    private func file() -> (URL, PeopleFile) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-people-\(UUID())")
        return (folder, PeopleFile("\(folder.path())/loot/people.json"))
    }

    @Test func `the file of people is private and contains no token`() throws {
        let (folder, file) = file()
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = try file.add("Ada", .write)
        let secret = try file.change { $0.share(SavedView("all", QueryText()), until: .last) }
        #expect(!file.isOpenToOthers)
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        for hidden in [token, secret, token.replacing("-", with: "")] { #expect(!text.contains(hidden)) }
        let people = try file.read()
        #expect(people.person(knowing: token)?.name == "Ada" && people.link(knowing: secret) != nil)
        #expect(people.person(knowing: secret) == nil && people.link(knowing: token) == nil)
    }

    @Test func `concurrent changes of the file of people are kept`() async throws {
        let (folder, file) = file()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withThrowingTaskGroup { group in
            for number in 0..<20 { group.addTask { _ = try file.add("P\(number)", .read) } }
            try await group.waitForAll()
        }
        #expect(try file.read().people.count == 20)
    }

    @Test func `waiting for another program that changes the file has a limit`() throws {
        let (folder, _) = file()
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func lock(_ body: () throws(SystemFailure) -> Bool) throws(SystemFailure) -> Bool {
            try Files.locking(
                folder.path(), waitingAtMost: .milliseconds(20), failing: { $0 },
                { () throws(SystemFailure) in try body() })
        }
        #expect(throws: SystemFailure.busy) { try lock { () throws(SystemFailure) in try lock { true } } }
        #expect(try lock { true })
    }

    @Test(arguments: ["", " Ada", "A\u{7}da", String(repeating: "a", count: 61), "ADA"])
    func `invalid and duplicate names are rejected`(name: String) throws {
        var people = People()
        _ = try people.add("Ada", .write)
        #expect(throws: LootError.self) { try people.add(name, .read) }
    }

    @Test(arguments: [
        "garbage", #"{"people": [{"name": "Ada"}]}"#, #"{"links": [{"until": "2026-01-01T00:00:00Z"}]}"#,
        #"{"people": [{"name": "Ada", "role": "king", "since": "2026-01-01", "digest": "00"}]}"#,
    ])
    func `the server doesn't start if the file of people can't be read`(text: String) throws {
        let (folder, file) = file()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try file.add("Ada", .write)
        try Data(text.utf8).write(to: URL(filePath: file.path))
        let error = #expect(throws: LootError.self) { try file.read() }
        #expect(error?.code == .damaged && error?.advice.isEmpty == false)
    }
}
