import LootCore
import Testing
import WebServer

@testable import HTTP

@Suite struct `The import page without script` {
    private func send(_ site: TestSite, _ file: String, _ fields: [String: String] = [:]) async throws
        -> Answered
    {
        var body = """
            --b\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n\r\n\(file)\r\n
            """
        for (name, value) in fields {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return try await site.send(
            .post, "/import", Array((body + "--b--\r\n").utf8),
            headers: [.contentType: "multipart/form-data; boundary=b"])
    }

    @Test func `looks first, and then takes the file over`() async throws {
        let site = try await TestSite(items("Lamp"))
        let file = "name,valueInDollars\n<b>Chair</b>,40\nLamp,41\n"
        let looked = try await send(site, file, ["look": "true", "update": "name"])
        #expect(looked.status == 200)
        #expect(looked.text.contains("1 item to add, 1 to change."))
        #expect(looked.text.contains("+ &lt;b&gt;Chair&lt;/b&gt;"))
        #expect(looked.text.contains("Lamp: valueInDollars"))
        #expect(looked.text.contains("value=\"name\" selected"), "it is sent again like that")
        #expect(try await site.names() == ["Lamp"])
        let taken = try await send(site, file, ["update": "name"])
        #expect(taken.status == 200 && taken.text.contains("1 item added, 1 changed."))
        #expect(try await site.names() == ["Lamp", "<b>Chair</b>"])
    }

    @Test func `says what can't be imported, and leaves it out if that is wanted`() async throws {
        let site = try await TestSite()
        let file = "name,valueInDollars\nChair,many\nTable,60\n"
        let refused = try await send(site, file)
        #expect(refused.status == 422)
        #expect(refused.text.contains("1 that can’t be imported") && refused.text.contains("Line 2:"))
        #expect(try await site.names().isEmpty)
        #expect(try await send(site, file, ["skip": "on"]).status == 200)
        #expect(try await site.names() == ["Table"])
    }

    @Test func `names the keys that no field has, to programs too`() async throws {
        let site = try await TestSite()
        let file = #"[{"name":"Chair","vlaue":40,"hue":"red"},{"name":"Table","hue":"blue"}]"#
        let remark = "Keys that no field has, kept but not shown: “hue”, “vlaue” (did you mean “value”?)."
        #expect(try await send(site, file, ["look": "true"]).text.contains("<p>\(remark)</p>"))
        let answer = try await site.send(.post, "/api/import?dryRun=true", Array(file.utf8))
        #expect(
            answer.text.contains("\"remarks\":[\"Keys that no field has") && answer.text.contains("“vlaue”"))
    }

    @Test func `says what is wrong with a file that is none`() async throws {
        let site = try await TestSite()
        let answer = try await send(site, "{]")
        #expect((400..<500).contains(answer.status))
        #expect(answer.text.contains("class=\"problem\"") && answer.text.contains("<form class=\"import\""))
    }
}
