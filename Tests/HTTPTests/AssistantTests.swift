import LootCore
import LootFormats
import MemoryStorePlugin
import Platform
import Testing

@testable import HTTP

/// Tests the Model Context Protocol against its published schema (2025-06-18), and the API on standard input and
/// output.
@Suite struct AssistantTests {
    private func talk(
        _ items: [Item] = [], mayChange: Bool = false
    ) async throws -> (store: any ItemStore, say: (String) async throws -> DocumentValue?) {
        let site = try await TestSite(items)
        let tools = AssistantTools(site.site, mayChange: mayChange)
        return (
            site.store,
            { line in
                guard let reply = await tools.answer(to: Array(line.utf8)) else { return nil }
                #expect(!reply.contains(0x0A), "a message is one line")
                return try DocumentValue(json: reply.span, strict: true)
            }
        )
    }

    private func call(_ name: String, _ arguments: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)}}"#
    }

    /// Returns the text of a tool's result, and whether it is an error.
    private func result(_ reply: DocumentValue?) throws -> (text: String, isError: Bool) {
        let reply = try #require(reply)
        #expect(reply["jsonrpc"]?.text == "2.0")
        #expect(reply["id"]?.number == 7)
        let result = try #require(reply["result"])
        guard case .array(let content)? = result["content"]?.content else { throw Missing() }
        #expect(content.count == 1)
        #expect(content[0]["type"]?.text == "text")
        return (try #require(content[0]["text"]?.text), result["isError"]?.content == .flag(true))
    }

    private struct Missing: Error {}

    @Test func `a client and the server agree on a version, and the server describes itself`() async throws {
        let (_, say) = try await talk()
        for (asked, agreed) in [
            ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-06-18"),
        ] {
            let reply = try await say(
                #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(asked)","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#
            )
            let result = try #require(reply?["result"])
            #expect(reply?["id"]?.text == "a", "the response has the id of the request")
            #expect(result["protocolVersion"]?.text == agreed)
            #expect(result["serverInfo"]?["name"]?.text == "LootLogger")
            #expect(result["serverInfo"]?["version"]?.text == ThisProcess.version)
            #expect(result["capabilities"]?["tools"] != nil)
            #expect(result["instructions"]?.text?.contains("not changed") == true)
        }
        #expect(try await say(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
        #expect(
            try await say(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)?["result"]?.content == .object([]))
    }

    @Test func `tools are listed with schemas, and changing tools only if that is allowed`()
        async throws
    {
        for (mayChange, names) in [
            (false, ["list", "totals", "find", "show", "settings"]),
            (
                true,
                [
                    "list", "totals", "find", "show", "add", "edit", "move", "settings", "change-settings",
                    "undo",
                    "favorite", "unfavorite", "lend", "return", "serviced", "sell", "discard", "lose",
                    "give", "bring-back", "use", "refill", "split", "join", "duplicate", "stocktake-start",
                    "stocktake-scan", "stocktake-finish", "stocktake-cancel",
                ]
            ),
        ] {
            let (_, say) = try await talk(mayChange: mayChange)
            let reply = try await say(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
            guard case .array(let tools)? = reply?["result"]?["tools"]?.content else { throw Missing() }
            #expect(tools.compactMap { $0["name"]?.text } == names)
            for tool in tools {
                #expect(tool["description"]?.text?.isEmpty == false)
                #expect(tool["inputSchema"]?["type"]?.text == "object")
                #expect(tool["annotations"]?["readOnlyHint"]?.content != nil)
            }
        }
    }

    @Test func `an assistant lists, finds and shows items`() async throws {
        let (_, say) = try await talk(items("Lamp", "Sofa", "Lamp shade"))
        #expect(
            try result(try await say(call("list", #"{"where":["value >= 40"],"limit":1}"#))).text.contains(
                "Sofa"))
        let found = try result(try await say(call("find", #"{"words":"lamp sha"}"#)))
        #expect(found.text.contains("Lamp shade"))
        #expect(!found.text.contains("Sofa"))
        let id = items("Lamp")[0].id
        #expect(
            try result(try await say(call("show", #"{"id":"\#(id)"}"#))).text.contains("\"name\":\"Lamp\""))
    }

    @Test func `an assistant reads and changes the settings of the list`() async throws {
        let (store, say) = try await talk(items("Lamp"), mayChange: true)
        let changed = try result(
            try await say(
                call("change-settings", #"{"settings":{"currency":"EUR","views":{"a":"value > 1"}}}"#)))
        #expect(!changed.isError, "\(changed.text)")
        #expect(try result(try await say(call("settings"))).text.contains("EUR"))
        let begun = try await say(#"{"jsonrpc":"2.0","id":9,"method":"initialize"}"#)
        #expect(begun?["result"]?["instructions"]?.text?.contains("in EUR") == true)
        #expect(try result(try await say(call("undo"))).isError == false)
        #expect(try await store.settings().isEmpty)
    }

    @Test func `changes by an assistant can be undone`() async throws {
        let (store, say) = try await talk(items("Lamp", "Sofa"), mayChange: true)
        let (lamp, sofa) = (items("Lamp", "Sofa")[0].id, items("Lamp", "Sofa")[1].id)
        #expect(
            try !result(try await say(call("add", #"{"fields":{"name":"Vase","location":"Attic"}}"#))).isError
        )
        #expect(
            try !result(try await say(call("edit", #"{"id":"\#(lamp)","fields":{"notes":"old"}}"#))).isError)
        #expect(try !result(try await say(call("move", #"{"id":"\#(sofa)","before":"\#(lamp)"}"#))).isError)
        #expect(
            try !result(try await say(call("lend", #"{"items":["\#(sofa)"],"to":"Ann","until":"+14d"}"#)))
                .isError)
        #expect(try await store.items().map(\.name) == ["Sofa", "Lamp", "Vase"])
        #expect(try await store.item(lamp)?.notes == "old")
        #expect(try await store.item(sofa)?.lentTo == "Ann")
        let again = try result(try await say(call("lend", #"{"items":["\#(sofa)"],"to":"Bob"}"#)))
        #expect(again.isError && again.text.contains("Ann has it"))
        #expect(try !result(try await say(call("return", #"{"items":["\#(sofa)"]}"#))).isError)
        #expect(try await store.item(sofa)?.lentTo == nil)
        #expect(try !result(try await say(call("undo"))).isError)
        #expect(try await store.item(sofa)?.lentTo == "Ann")
        let last = try #require(try await store.history(limit: 1).undoable.last)
        #expect(last.title.hasPrefix("Lend"))
    }

    @Test func `changes that aren't allowed are rejected`() async throws {
        let (store, say) = try await talk(items("Lamp"))
        for tool in ["add", "edit", "move", "lend", "undo", "rm"] {
            let reply = try await say(call(tool, #"{"fields":{"name":"x"}}"#))
            guard case .number(let code)? = reply?["error"]?["code"]?.content else { throw Missing() }
            #expect(code == "-32602")
        }
        #expect(try await store.items().map(\.name) == ["Lamp"])
    }

    @Test(arguments: [
        (#"{"words":5}"#, "find"), ("{}", "find"), (#"{"id":"x"}"#, "show"), (#"{"id":"../store"}"#, "show"),
        (#"{"nonsense":1}"#, "list"), ("[]", "list"), (#"{"where":["value >"]}"#, "list"),
    ])
    func `an invalid call is an error with a reason`(arguments: String, tool: String) async throws {
        let (_, say) = try await talk(items("Lamp"))
        let (text, isError) = try result(try await say(call(tool, arguments)))
        #expect(isError)
        #expect(!text.isEmpty)
    }

    @Test func `invalid messages get the error codes of JSON-RPC`() async throws {
        let (_, say) = try await talk()
        for (line, code) in [
            ("hello", "-32700"), ("[]", "-32600"), ("{}", "-32600"), (#"{"jsonrpc":"2.0","id":1}"#, "-32600"),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, "-32601"),
        ] {
            guard case .number(let found)? = try await say(line)?["error"]?["code"]?.content else {
                throw Missing()
            }
            #expect(found == code, "\(line)")
        }
        #expect(try await say(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
    }

    @Test func `the API on standard input and output responds like the server`() async throws {
        let site = try await TestSite(items("Lamp", "Sofa"))
        let api = PipedAPI(site.router)
        func ask(_ line: String) async throws -> DocumentValue {
            let reply = await api.answer(to: Array(line.utf8))
            #expect(!reply.contains(0x0A))
            return try DocumentValue(json: reply.span, strict: true)
        }
        let list = try await ask(#"{"id":1,"method":"GET","path":"/api/items?limit=1"}"#)
        #expect(list["status"]?.number == 200)
        #expect(list["body"]?["items"] != nil)
        #expect(list["headers"] != nil)
        let added = try await ask(#"{"id":2,"method":"POST","path":"/api/items","body":{"name":"Vase"}}"#)
        #expect(added["status"]?.number == 201)
        #expect(added["id"]?.number == 2)
        #expect(try await site.names() == ["Lamp", "Sofa", "Vase"])
        let file = try await ask(#"{"id":"f","path":"/api/export?format=csv"}"#)
        #expect(file["text"]?.text?.contains("Vase") == true)
        #expect(try await ask(#"{"id":3,"path":"/api/events"}"#)["status"]?.number == 501)
        #expect(try await ask("nothing")["status"]?.number == 400)
        #expect(try await ask(#"{"id":4,"path":"no slash"}"#)["status"]?.number == 400)
        #expect(try await ask(#"{"id":5,"path":"/api/nothing"}"#)["status"]?.number == 404)
    }
}
