import LootCore
import LootPlugins
import Testing
import WebServer

@testable import HTTP

@Suite struct `A page of another site` {
    private static let friend = "https://friend.example"

    private func site() async throws -> TestSite {
        var configuration = HTTPConfiguration()
        configuration.origins = [Self.friend]
        configuration.token = "correct-horse"
        return try await TestSite(items("Lamp"), configuration)
    }

    @Test func `a configured site can use the API with a token`() async throws {
        let site = try await site()
        let ask: Headers = [
            .origin: Self.friend, "Access-Control-Request-Method": "PATCH", .secFetchSite: "cross-site",
        ]
        let preflight = try await site.ask(.options, "/api/items", headers: ask)
        #expect(preflight.status == 204)
        #expect(preflight.headers["Access-Control-Allow-Origin"] == Self.friend)
        #expect(preflight.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
        #expect(preflight.headers["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
        #expect(preflight.headers["Access-Control-Allow-Credentials"] == nil)
        let headers: Headers = [
            .origin: Self.friend, .secFetchSite: "cross-site", .authorization: "Bearer correct-horse",
        ]
        let list = try await site.get("/api/items", headers: headers)
        #expect(list.status == 200 && list.headers["Access-Control-Allow-Origin"] == Self.friend)
        #expect(list.headers.values(of: "Vary").contains("Origin"))
        #expect(
            try await site.ask(.post, "/api/items", headers: headers, json: #"{"name": "x"}"#).status == 201)
        let refused = try await site.get("/api/items", headers: [.origin: Self.friend])
        #expect(refused.status == 401 && refused.headers["Access-Control-Allow-Origin"] == Self.friend)
    }

    @Test func `other sites can't read or change anything`() async throws {
        let site = try await site()
        for origin in [
            "https://evil.example", "null", "https://friend.example.evil.example", "http://friend.example",
        ] {
            let ask: Headers = [.origin: origin, "Access-Control-Request-Method": "PATCH"]
            let preflight = try await site.ask(.options, "/api/items", headers: ask)
            #expect(preflight.headers["Access-Control-Allow-Origin"] == nil && preflight.status == 401)
            let headers: Headers = [.origin: origin, .authorization: "Bearer correct-horse"]
            #expect(
                try await site.get("/api/items", headers: headers).headers["Access-Control-Allow-Origin"]
                    == nil)
            let change = try await site.ask(.post, "/api/items", headers: headers, json: #"{"name": "x"}"#)
            #expect(change.status == 403)
        }
        #expect(
            try await site.get("/sign-in", headers: [.origin: Self.friend]).headers[
                "Access-Control-Allow-Origin"] == nil)
    }

    @Test(arguments: [
        "*", "https://*.example", "friend.example", "https://friend.example/", "https://", "null",
    ])
    func `a site is identified by its exact origin`(text: String) {
        #expect(throws: LootError.self) { try CrossOrigin([text]) }
    }
}
