import LootActions
import LootCore
import LootPlugins
import MemoryStorePlugin
import Testing
import WebServer

@testable import HTTP

@Suite struct `The caller of a request` {
    @Test func `nobody has a role by default`() async throws {
        #expect(Caller.current.role == .none && Inventory.role == .none)
        let request = try #require(Request(.get, "/"))
        #expect(request.caller.role == .none && request.caller.role(in: "home") == .none)
        #expect(throws: HTTPError.self) { try request.caller.require(.read) }
        // The limits of the person who runs the server are higher.
        #expect(Caller.current.account != nil)
        let site = try await TestSite(items("Lamp"))
        #expect(throws: LootError.self) { try site.site.managedPeople() }
        let error = await #expect(throws: LootError.self) {
            try await site.site.inventory.add(items("Vase"))
        }
        #expect(error?.code == .readOnly)
    }

    @Test func `a request that wasn't checked is refused, even if the server requires no token`() async throws
    {
        let site = try await TestSite(items("Lamp"))
        let request = try #require(Request(.get, "/api/items"))
        await #expect(throws: HTTPError.self) {
            try await site.site.answer(request, for: .read) {
                Issue.record("The request was answered.")
                return Response(.ok)
            }
        }
    }

    @Test func `the caller is determined once, so a request ends as the person who sent it`() async throws {
        let home = try await PeopledSite(items("Lamp"), [("Ada", .write)])
        defer { home.remove() }
        let site = home.site.site
        var request = try #require(Request(.get, "/more", headers: try await home.signIn("Ada")))
        #expect(try site.check(&request) == nil)
        try site.access.people.edit { (people) throws(LootError) in _ = try people.remove("Ada") }
        let response = try await site.answer(request, for: .write) {
            #expect(Caller.current.name == "Ada" && Inventory.person == "Ada" && Inventory.role == .write)
            return Response(.ok)
        }
        #expect(response.status == .ok && request.sender.session != nil)
        #expect(site.access.sender(of: request).caller.role == .none)
    }

    @Test func `a program that starts the server to talk to it needs no token`() async throws {
        for change in [{ $0.servesAssistant = true }, { $0.isPiped = true }]
            as [(inout HTTPConfiguration) -> Void]
        {
            let home = try await PeopledSite(items("Lamp"), [("Ada", .read)], Allowances(), change)
            defer { home.remove() }
            #expect(try await home.site.get("/api/items").status == 200)
            #expect(try await home.site.ask(.post, "/api/items", json: #"{"name": "Vase"}"#).status == 201)
            let tools = AssistantTools(home.site.site, mayChange: false)
            let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list"}}"#
            let reply = try #require(await tools.answer(to: Array(call.utf8)))
            #expect(String(decoding: reply, as: UTF8.self).contains("Lamp"))
        }
    }

    @Test(
        arguments: [
            ["publicURL": "https://things.example.org"], ["trustedProxies": ["10.0.0.1"]], ["names": ["nas"]],
        ] as [[String: SettingValue]])
    func `a server without people warns if others may reach it`(settings: [String: SettingValue]) throws {
        #expect(try HTTPConfiguration(PluginSettings(settings)).warnings.count == 1)
        let token = settings.merging(["token": "0123456789abcdef"]) { $1 }
        #expect(try HTTPConfiguration(PluginSettings(token)).warnings.isEmpty)
        #expect(try HTTPConfiguration(PluginSettings([:])).warnings.isEmpty)
    }
}
