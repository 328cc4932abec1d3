import LootCore
import Testing
import WebServer

@testable import HTTP

/// The page that a label's QR code opens.
@Suite struct `The address on a label` {
    private let lamp = Item(id: ItemID("2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa") ?? ItemID(), name: "Lamp")
    private let vase = Item(id: ItemID("2f1d7c60-0000-4c6e-8f3e-0d2b9a51c7ab") ?? ItemID(), name: "Vase <b>")
    private let mug = Item(id: ItemID("12345678-0000-4c6e-8f3e-0d2b9a51c7ab") ?? ItemID(), name: "Mug")

    @Test(arguments: ["12345678", "12345678-0000-4c6e-8f3e-0d2b9a51c7ab", "123", "12345678-0000-4C6E"])
    func `a label's address opens the item's page, with a complete or a short id`(id: String) async throws {
        let answer = try await TestSite([lamp, vase, mug]).get("/i/\(id)")
        #expect(answer.status == 303 && answer.headers[.location] == "/items/\(mug.id)")
    }

    @Test func `if several ids match a label's address, the page lists them`() async throws {
        var shelved = vase
        shelved.location = "Shelf & case"
        let answer = try await TestSite([lamp, shelved, mug]).get("/i/2f1d7c60")
        #expect(answer.status == 300)
        for part in [
            "<a href=\"/items/\(lamp.id)\"><bdi>Lamp</bdi></a></li>",
            "<a href=\"/items/\(vase.id)\"><bdi>Vase &lt;b&gt;</bdi></a> <small><bdi>Shelf &amp; case</bdi></small>",
        ] { #expect(answer.text.contains(part), "\(part)") }
        #expect(!answer.text.contains("Mug"))
    }

    @Test(arguments: [
        "ffffffff", "ffffffff-0000-4c6e-8f3e-0d2b9a51c7ab", "77", "%231", "nothing", "%3Cb%3E", "-",
    ])
    func `a label's address without an item shows an error page`(id: String) async throws {
        let answer = try await TestSite([lamp, vase, mug]).get("/i/\(id)", headers: [.accept: "text/html"])
        #expect(answer.status == 404)
        #expect(answer.text.contains("<h1>Not Found</h1>") && answer.text.contains("Show the list"))
        #expect(!answer.text.contains("<b>"))
    }

    @Test func `a label's address is remembered while a person signs in`() async throws {
        var configuration = HTTPConfiguration()
        configuration.token = "correct-horse"
        let answer = try await TestSite([mug], configuration).get(
            "/i/12345678", headers: [.accept: "text/html"])
        #expect(answer.status == 303 && answer.headers[.location] == "/sign-in?next=%2Fi%2F12345678")
    }
}

@Suite struct `Labels of selected items` {
    @Test func `the page makes labels of the selected items, with codes that lead to the server`()
        async throws
    {
        let things = ["Lamp", "Vase <b>", "Mug"].map { Item(name: $0) }
        var configuration = HTTPConfiguration()
        configuration.publicURL = "https://loot.example"
        let site = try await TestSite(things, configuration)
        #expect(try await site.get("/?select=true").text.contains("value=\"labels\""))
        let answer = try await site.ask(
            .post, "/bulk", form: "do=labels&item=\(things[0].id)&item=\(things[1].id)&back=%2F")
        #expect(
            answer.status == 200 && answer.headers["Content-Disposition"]?.contains("labels.html") == true)
        #expect(answer.text.contains(">Lamp</text>") && answer.text.contains(">Vase &lt;b&gt;</text>"))
        #expect(!answer.text.contains("Mug"))
        // Without the address, the codes contain only the IDs.
        let others = try await TestSite(things).ask(.post, "/bulk", form: "do=labels&item=\(things[0].id)")
        #expect(others.status == 200 && others.text.contains(">Lamp</text>"))
        let paths = [answer, others].map { $0.text.split(separator: "<path d=\"")[1].prefix { $0 != "\"" } }
        #expect(paths[0] != paths[1])
    }
}
