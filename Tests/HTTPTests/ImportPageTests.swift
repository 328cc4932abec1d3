import Foundation
import LootAPI
import LootCore
import LootFormats
import Testing
import WebServer

@testable import HTTP

@Suite struct `The import page without JavaScript` {
    private func send(_ site: TestSite, _ file: String, _ fields: [String: String] = [:]) async throws
        -> Answered
    {
        try await send(site, Array(file.utf8), named: "list.csv", fields)
    }

    private func send(
        _ site: TestSite, _ file: [UInt8], named name: String, _ fields: [String: String] = [:]
    ) async throws -> Answered {
        let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
        var body = "\r\n"
        for (name, value) in fields {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return try await site.send(
            .post, "/import", Array(head.utf8) + file + Array((body + "--b--\r\n").utf8),
            headers: [.contentType: "multipart/form-data; boundary=b"])
    }

    @Test func `the page shows a preview and then imports the file`() async throws {
        let site = try await TestSite(items("Lamp"))
        let file = "name,valueInDollars\n<b>Chair</b>,40\nLamp,41\n"
        let looked = try await send(site, file, ["look": "true", "update": "name"])
        #expect(looked.status == 200)
        #expect(looked.text.contains("1 item to add, 1 to change."))
        #expect(looked.text.contains("+ &lt;b&gt;Chair&lt;/b&gt;"))
        #expect(looked.text.contains("Lamp: value</li>"))
        #expect(looked.text.contains("value=\"name\" selected"), "the form keeps the choice")
        #expect(try await site.names() == ["Lamp"])
        let taken = try await send(site, file, ["update": "name"])
        #expect(taken.status == 200 && taken.text.contains("1 item added, 1 changed."))
        #expect(try await site.names() == ["Lamp", "<b>Chair</b>"])
    }

    @Test func `the sheets of a spreadsheet are a choice`() async throws {
        let site = try await TestSite(items("Lamp"))
        #expect(
            try await site.get("/import").text.contains(
                "<option value=\"\" selected>First sheet</option></select>"))
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../LootActionsTests/Fixtures/household.xlsx")
        let bytes = [UInt8](try Data(contentsOf: file))
        let first = try await send(site, bytes, named: "list.xlsx", ["look": "true"])
        #expect(first.text.contains("sheet “House &amp; Home”"))
        let house = "<option value=\"House &amp; Home\">House &amp; Home</option>"
        #expect(first.text.contains("<option value=\"\" selected>First sheet</option>\(house)"))
        #expect(first.text.contains("<option value=\"Problems\">Problems</option></select>"))
        let second = try await send(site, bytes, named: "list.xlsx", ["look": "true", "sheet": "Problems"])
        #expect(second.text.contains("sheet “Problems”"))
        #expect(second.text.contains("<option value=\"Problems\" selected>Problems</option></select>"))
        #expect(try await site.names() == ["Lamp"])
    }

    @Test func `a list in another currency is imported after the person has confirmed its currency`()
        async throws
    {
        let site = try await TestSite(items("Lamp"))
        try await site.store.apply([.set("currency", .text("EUR"))])
        let file =
            "{\"format\":\"loot\",\"version\":1,\"settings\":{\"currency\":\"CHF\"},\"items\":[{\"name\":\"Mug\",\"valueInDollars\":3}]}"
        let asked = try await send(site, file)
        #expect(asked.status == 409 && asked.text.contains("id=\"failed\""))
        #expect(
            asked.text.contains("name=\"currency\" value=\"CHF\"") && asked.text.contains("name=\"held\""))
        #expect(try await site.names() == ["Lamp"])
        #expect(try await send(site, file, ["currency": "CHF"]).status == 200)
        #expect(try await site.store.items().map(\.currency) == [nil, Currency("CHF")])

        let problem = try await site.send(.post, "/api/import?dryRun=true", Array(file.utf8))
        #expect(problem.status == 409)
        #expect(try problem.json["code"]?.text == "other-currency")
        #expect(try problem.json["candidates"]?.elements?.map(\.text) == ["CHF", "EUR"])
        let taken = try await site.send(.post, "/api/import?currency=EUR", Array(file.utf8))
        #expect(taken.status == 200)
        #expect(try await site.store.items().last?.currency == Currency("EUR"))
    }

    @Test func `the page shows the mapping of columns and uses the menus`() async throws {
        let site = try await TestSite()
        let file = "Ding;Neupreis;Notiz;Raum\nLampe;1.299,50;alt;Keller\n"
        let failed = try await send(site, file, ["look": "true"])
        #expect(failed.text.contains("No column contains the name. Choose “Name” for one of the columns."))
        #expect(failed.text.contains("name=\"column.1\"") && failed.text.contains("Line 2: It has no name."))
        let looked = try await send(site, file, ["look": "true", "column.1": "name"])
        #expect(looked.text.contains("CSV with semicolons, read as UTF-8."))
        #expect(looked.text.contains("<select form=\"import\" name=\"column.2\""))
        #expect(looked.text.contains("<option value=\"custom\" selected>Custom field</option>"))
        #expect(!looked.text.contains("No column contains the name"))
        #expect(looked.text.contains("<td>1.299,50</td>") && looked.text.contains("nothing was imported."))
        // The file needn't be selected again, because the page keeps it.
        let held = try #require(looked.text.firstMatch(of: /name="held" value="([^"]*)"/)?.1)
        let taken = try await send(
            site, "",
            [
                "held": String(held), "column.1": "name", "column.2": "valueInDollars", "column.3": "-",
                "column.4": "custom", "own.4": "Zimmer", "currency": "EUR",
            ])
        #expect(taken.status == 200 && taken.text.contains("1 item added"))
        let item = try #require(try await site.store.items().first)
        #expect(item.value == "1299.5" && item.currency == Currency("EUR") && item.notes == nil)
        #expect(item.custom == ["Zimmer": .text("Keller")] && item.location == nil)
    }

    @Test func `the page explains that prices aren't values, and the menus can change that`() async throws {
        let site = try await TestSite()
        let file = "name,Price <each>\nLamp,40\n"
        let remark =
            "The value of 1 item remains unknown: no column contains it, and “Price &lt;each&gt;” is read as the purchase price."
        let hint = "If “Price &lt;each&gt;” contains the current values, choose “Value” for it."
        let fields = ["look": "true", "column.2": "purchasePrice"]
        let looked = try await send(site, file, fields)
        #expect(looked.text.contains("<p>\(remark)</p><p>\(hint)</p>"), "\(looked.text)")
        let mapped = try await send(site, file, ["look": "true", "column.2": "valueInDollars"])
        #expect(!mapped.text.contains("stays unknown") && !mapped.text.contains(hint))
        let taken = try await send(site, file, ["column.2": "purchasePrice"])
        #expect(taken.text.contains(remark) && !taken.text.contains(hint))
    }

    @Test func `the settings for one file don't apply to another`() async throws {
        let site = try await TestSite()
        let first = try await send(site, "name,a\nLamp,1\n", ["look": "true"])
        let held = try #require(first.text.firstMatch(of: /name="held" value="([^"]*)"/)?.1)
        let second = try await send(
            site, "a,name\n1,Mug\n",
            ["held": String(held), "column.1": "name", "column.2": "custom", "own.2": "a"])
        #expect(second.status == 200)
        #expect(try await site.names() == ["Mug"])
    }

    @Test func `the page lists each line once, and at most ten refused entries`() async throws {
        let site = try await TestSite()
        let file = "name,valueInDollars\n" + (0..<12).map { "T\($0),many\n" }.joined()
        let looked = try await send(site, file, ["look": "true"])
        #expect(looked.text.contains("<li>Line 2, column “valueInDollars”"))
        #expect(looked.text.contains("“many” isn&#39;t an amount."))
        #expect(looked.text.contains("<li>and 2 more</li>") && !looked.text.contains("(byte"))
    }

    @Test func `the page lists invalid entries and skips them on request`() async throws {
        let site = try await TestSite()
        let file = "name,valueInDollars\nChair,many\nTable,60\n"
        let refused = try await send(site, file)
        #expect(refused.status == 422)
        #expect(refused.text.contains("1 can&#39;t be imported") && refused.text.contains("Line 2, column"))
        #expect(try await site.names().isEmpty)
        #expect(try await send(site, file, ["skip": "on"]).status == 200)
        #expect(try await site.names() == ["Table"])
    }

    @Test func `unknown keys are reported, also to programs`() async throws {
        let site = try await TestSite()
        let file = #"[{"name":"Chair","vlaue":40,"hue":"red"},{"name":"Table","hue":"blue"}]"#
        let remark = "Unknown keys (kept, but not shown): “hue”, “vlaue” (did you mean “value”?)."
        #expect(try await send(site, file, ["look": "true"]).text.contains("<p>\(remark)</p>"))
        let answer = try await site.send(.post, "/api/import?dryRun=true", Array(file.utf8))
        #expect(
            answer.text.contains("\"remarks\":[\"Unknown keys") && answer.text.contains("“vlaue”"))
    }

    @Test func `an invalid file is reported`() async throws {
        let site = try await TestSite()
        let answer = try await send(site, "{]")
        #expect((400..<500).contains(answer.status))
        #expect(
            answer.text.contains("class=\"problem\"") && answer.text.contains("<form class=\"card import\""))
    }

    @Test func `columns are identified by position, regardless of their names`() async throws {
        let site = try await TestSite()
        let file = "column 2,Ding,column 1\nalt,Lampe,Keller\n"
        let fields = [
            "column.1": "notes", "column.2": "name", "column.3": "custom", "own.3": "Zimmer",
        ]
        let taken = try await send(site, file, fields)
        #expect(taken.status == 200 && taken.text.contains("1 item added"), "\(taken.text)")
        let item = try #require(try await site.store.items().first)
        #expect(item.name == "Lampe" && item.notes == "alt" && item.custom == ["Zimmer": .text("Keller")])
    }
}
