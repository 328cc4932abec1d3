import Foundation
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import LootTesting
import MemoryStorePlugin
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Shared links` {
    /// Sends a request without a session to a server for the site's store.
    private func read(_ home: PeopledSite, _ path: String, as name: String? = nil) async throws -> String {
        let token = name.flatMap { home.tokens[$0] }.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let server = try Server(ServerConfiguration(), router: home.site.router)
        let address = server.address
        let answer = try await blocking {
            let client = try LoopbackClient(address)
            client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(token)Connection: close\r\n\r\n")
            return client.receiveAll()
        }
        await server.stop()
        return answer
    }

    private func share(
        _ home: PeopledSite, _ conditions: [String], until end: Moment = .last
    ) throws -> String {
        try home.file.change { $0.share(SavedView("dear", QueryText(conditions: conditions)), until: end) }
    }

    @Test func `a link shows the items of its view and nothing else`() async throws {
        let three = items("Lamp", "Vase", "Chair")
        let home = try await PeopledSite(three, [("Ada", .write)])
        defer { home.remove() }
        let secret = try share(home, ["value > 30"])
        var answer = ""
        // The server reads the file again within a second.
        while !answer.hasPrefix("HTTP/1.1 200") { answer = try await read(home, "/shared/\(secret)") }
        #expect(answer.contains("Vase") && answer.contains("Chair") && !answer.contains("Lamp"))
        #expect(!answer.contains("<form") && !answer.contains("href=\"/\"") && !answer.contains("/items/"))
        for path in ["/", "/api/items", "/items/\(three[1].id)", "/report"] {
            let headers: Headers = [.authorization: "Bearer \(secret)"]
            #expect(try await home.site.get(path, headers: headers).status == 401, "\(path)")
        }
        #expect(try await home.site.ask(.post, "/shared/\(secret)", form: "").status == 401)
    }

    @Test func `a link shows prices and serial numbers only if it includes them`() async throws {
        var lamp = items("Lamp")[0]
        (lamp.serialNumber, lamp.purchasePrice, lamp.notes) = ("SN-4711", 99, "By the door")
        let home = try await PeopledSite([lamp], [("Ada", .write)])
        defer { home.remove() }
        for (fields, hasSerial, hasPrice) in [
            ([], false, false), (["serialNumber"], true, false), (["purchasePrice"], false, true),
            (["purchasePrice", "serialNumber"], true, true),
        ] as [(Set<FieldKey>, Bool, Bool)] {
            let secret = try home.file.change {
                $0.share(SavedView("all", QueryText()), showing: fields, until: .last)
            }
            var answer = ""
            while !answer.hasPrefix("HTTP/1.1 200") { answer = try await read(home, "/shared/\(secret)") }
            #expect(answer.contains("SN-4711") == hasSerial && answer.contains("Serial number") == hasSerial)
            #expect(answer.contains("$99") == hasPrice, "\(fields)")
            #expect(answer.contains("By the door") && answer.contains("$20"))
            let columns = answer.split(separator: "<th scope=\"col\"").count - 1
            #expect(answer.contains("colspan=\"\(columns - 1)\""))
        }
        // The list's own report contains everything.
        let own = try await read(home, "/report", as: "Ada")
        #expect(own.contains("SN-4711") && own.contains("$99"))
    }

    @Test func `a link shows only the photos of its items`() async throws {
        let two = items("Lamp", "Vase")
        let (shown, hidden) = (try FileFixtures.file(1), try FileFixtures.file(2))
        let home = try await PeopledSite(two, [("Ada", .write)])
        defer { home.remove() }
        try await Inventory(home.site.store, for: .owner).setPhoto(shown, of: two[1].id)
        try await Inventory(home.site.store, for: .owner).setPhoto(hidden, of: two[0].id)
        let secret = try share(home, ["value > 30"])
        var answer = try await home.site.get("/shared/\(secret)/\(shown.id)")
        while answer.status == 404, answer.text.contains("no such link") {
            answer = try await home.site.get("/shared/\(secret)/\(shown.id)")
        }
        #expect(answer.status == 200 && answer.bytes == shown.bytes)
        for path in ["\(secret)/\(hidden.id)", "\(secret)/nothing", "wrong/\(shown.id)", "\(secret)/..%2f"] {
            #expect(try await home.site.get("/shared/\(path)").status == 404, "\(path)")
        }
    }

    @Test func `a link ends when it expires or is revoked`() async throws {
        let home = try await PeopledSite([], [("Ada", .write)]) { _ in }
        defer { home.remove() }
        let past = try #require(Moment(secondsSinceEpoch: Moment.now.secondsSinceEpoch - 1))
        let (ended, taken) = (try share(home, [], until: past), "nothing-like-it")
        var status = 404
        while status == 404 { status = try await home.site.get("/shared/\(ended)").status }
        #expect(status == 410)
        #expect(try await home.site.get("/shared/\(taken)").status == 404)
        let id = try #require(try home.file.read().links.first?.id)
        try home.file.takeBack(id)
        #expect(try home.file.read().links.isEmpty)
    }
}
