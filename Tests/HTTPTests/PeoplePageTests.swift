import Basics
import Foundation
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import Testing
import WebServer

@testable import HTTP

@Suite struct `The page of people` {
    private static let roles: [(name: String, role: Role)] = [("Mia", .none), ("Ben", .read), ("Eve", .none)]

    private func server() async throws -> TwoLists {
        try await TwoLists(Self.roles, [("Mia", .manage, "cabin"), ("Eve", .write, "cabin")])
    }

    /// Returns the text in a field that the page shows once.
    private func shown(_ page: String, _ pattern: Regex<(Substring, Substring)>) throws -> String {
        String(try #require(page.firstMatch(of: pattern)).1)
    }

    @Test func `only managers see it`() async throws {
        let server = try await server()
        defer { server.remove() }
        for (name, list, status) in [
            ("Mia", "cabin", 200), ("Mia", "home", 403), ("Eve", "cabin", 403), ("Ben", "cabin", 403),
        ] {
            #expect(try await server.ask(.get, "/l/\(list)/people", server.bearer(name)).status == status)
            if status == 403, list == "home" { continue }
            let more = try await server.ask(.get, "/l/\(list)/more", server.bearer(name)).text
            #expect(more.contains("href=\"/l/\(list)/people\"") == (status == 200), "\(name)")
        }
    }

    @Test func `a person can be added, invited and signed in`() async throws {
        let server = try await server()
        defer { server.remove() }
        let mia = try await server.signIn("Mia", at: "cabin")
        let added = try await server.ask(
            .post, "/l/cabin/people/add", mia, form: "name=Leo%20%3Cb%3E&role=lend")
        #expect(added.status == 200 && added.headers[.cacheControl] == "no-store")
        #expect(!added.text.contains("<b>") && added.text.contains("<svg class=\"qr\""))
        let address = try shown(added.text, /value="http:\/\/[^"]*(\/l\/cabin\/join\/[a-z0-9-]+)"/)
        let token = try shown(added.text, /value="((?:[a-z0-9]{5}-){3}[a-z0-9]{5})"/)
        #expect(try server.people.read().person(knowing: token)?.role(in: "cabin") == .lend)
        // Opening the address changes nothing.
        for _ in 0..<2 {
            let page = try await server.ask(.get, address)
            #expect(page.status == 200 && page.text.contains("action=\"\(address)\""))
        }
        let joined = try await server.ask(.post, address, form: "")
        #expect(joined.status == 303)
        let cookie = String(try #require(joined.headers[.setCookie]).prefix { $0 != ";" })
        let leo: Headers = [.cookie: cookie]
        #expect(try await server.ask(.get, "/l/cabin/", leo).status == 200)
        #expect(try await server.ask(.get, "/l/home/", leo).status == 403)
        for method in [Method.get, .post] {
            let again = try await server.ask(method, address, form: method == .post ? "" : nil)
            #expect(again.status == 410 && again.headers[.setCookie] == nil)
        }
        let page = try await server.ask(.get, "/l/cabin/people", mia).text
        #expect(page.contains("Leo &lt;b&gt;") && !page.contains(token))
    }

    @Test func `an invitation leads to a list that the person can use`() async throws {
        let server = try await server()
        defer { server.remove() }
        let secret = try server.people.change { (people) throws(LootError) in
            try people.invite("Eve", lastDay: .today)
        }
        // The server reads the file again within a second.
        var joined = try await server.ask(.post, "/l/home/join/\(secret)", form: "")
        #expect(joined.status == 303 && joined.headers[.location] == "/l/cabin/")
        joined = try await server.ask(.post, "/l/home/join/\(secret)", form: "")
        #expect(joined.status == 410)
    }

    @Test func `roles are changed and people removed`() async throws {
        let server = try await server()
        defer { server.remove() }
        let mia = try await server.signIn("Mia", at: "cabin")
        func post(_ path: String, _ form: String) async throws -> Int {
            try await server.ask(.post, "/l/cabin/people/\(path)", mia, form: form).status
        }
        func role(_ name: String, _ list: String) throws -> Role? {
            try server.people.read().people.first { $0.name == name }?.role(in: list)
        }
        #expect(try await post("role", "name=Ben&role=write") == 303)
        #expect(try role("Ben", "cabin") == .write && role("Ben", "home") == .read)
        #expect(try await post("role", "name=Ben&role=write&general=manage") == 422)
        #expect(try await post("role", "name=Mia&role=read") == 422)
        #expect(try role("Ben", "home") == .read && role("Mia", "cabin") == .manage)
        #expect(try await server.ask(.get, "/l/cabin/people/remove?name=Eve", mia).text.contains("Eve"))
        #expect(try role("Eve", "cabin") == .write)
        for name in ["Eve", "Ben"] { #expect(try await post("remove", "name=\(name)") == 303) }
        #expect(
            try role("Eve", "cabin") == Role.none && role("Ben", "cabin") == Role.none
                && role("Ben", "home") == .read)
        #expect(try await post("add", "name=&role=read") == 422)
    }

    @Test func `a link can be created and revoked`() async throws {
        let server = try await server()
        defer { server.remove() }
        let mia = try await server.signIn("Mia", at: "cabin")
        let made = try await server.ask(
            .post, "/l/cabin/people/link", mia, form: "view=&until=\(Day.today)")
        let address = try shown(made.text, /value="http:\/\/[^"]*(\/l\/cabin\/shared\/[a-z0-9-]+)"/)
        #expect(try await server.ask(.get, address).status == 200)
        let page = try await server.ask(.get, "/l/cabin/people", mia).text
        let id = try shown(page, /name="link" value="([0-9a-f]{8})"/)
        #expect(try await server.ask(.post, "/l/cabin/people/unlink", mia, form: "link=\(id)").status == 303)
        #expect(try await server.ask(.get, address).status == 404)
        for form in ["view=&until=2020-01-01", "view=&until=", "view=none&until=\(Day.today)"] {
            #expect(try await server.ask(.post, "/l/cabin/people/link", mia, form: form).status >= 400)
        }
    }

    @Test func `only the command adds the first person, so an open server gets no manager by chance`()
        async throws
    {
        let home = try await PeopledSite(items("Lamp"), [])
        defer { home.remove() }
        let page = try await home.site.get("/people").text
        #expect(
            page.contains("loot people add NAME --role manage") && !page.contains("action=\"/people/add\""))
        let added = try await home.site.ask(.post, "/people/add", form: "name=Eve&role=manage")
        #expect(added.status >= 400 && added.headers[.setCookie] == nil)
        #expect(try home.file.read().people.isEmpty)
    }

    @Test func `an invitation says who is signed out, and ends that session`() async throws {
        let server = try await server()
        defer { server.remove() }
        let secret = try server.people.change { (people) throws(LootError) in
            try people.invite("Eve", lastDay: .today)
        }
        let mia = try await server.signIn("Mia", at: "cabin")
        let page = try await server.ask(.get, "/l/cabin/join/\(secret)", mia).text
        #expect(page.contains("“Mia” is signed in in this browser, and will be signed out."))
        #expect(try await !server.ask(.get, "/l/cabin/join/\(secret)").text.contains("Mia"))
        let joined = try await server.ask(.post, "/l/cabin/join/\(secret)", mia, form: "")
        #expect(joined.status == 303)
        let people = try server.people.read()
        let eve = try #require(people.people.first { $0.name == "Eve" })
        #expect(people.sessions.map(\.token) == [eve.digest])
        #expect(try await server.ask(.get, "/l/cabin/api/items", mia).status == 401)
    }

    @Test func `the history shows everyone who changed what`() async throws {
        let lamp = items("Lamp")[0]
        let home = try await PeopledSite([lamp], [("Ada", .write), ("Ben", .read)])
        defer { home.remove() }
        _ = try await home.site.ask(
            .patch, "/api/items/\(lamp.id)", headers: home.headers("Ada"), json: #"{"location": "Attic"}"#)
        let page = try await home.site.get("/history", headers: home.headers("Ben")).text
        #expect(page.contains("Edit “Lamp”") && page.contains("<bdi>Ada</bdi>") && page.contains("Attic"))
        #expect(try await home.site.get("/history").status == 401)
    }

    @Test func `the sign-in page says where to get access, and names managers only if configured`()
        async throws
    {
        let roles: [(name: String, role: Role)] = [("Ada", .manage), ("Ben", .write), ("Eve", .manage)]
        let usual = try await PeopledSite([], roles)
        defer { usual.remove() }
        let page = try await usual.site.get("/sign-in").text
        #expect(page.contains("ask the person who runs this server") && !page.contains("Ada"))
        let named = try await PeopledSite([], roles) { $0.namesManagers = true }
        defer { named.remove() }
        let names = try await named.site.get("/sign-in").text
        #expect(names.contains("ask Ada or Eve") && !names.contains("Ben"))
        let told = try await PeopledSite([], roles) {
            ($0.namesManagers, $0.accessHint) = (true, "Room <12>")
        }
        defer { told.remove() }
        let text = try await told.site.get("/sign-in").text
        #expect(text.contains("Room &lt;12&gt;") && !text.contains("Ada"))
    }
}
