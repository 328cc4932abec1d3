import LootAPI
import LootCore
import LootFormats
import LootPlugins
import Testing
import WebServer

/// `loot actions --format json` lists which front end offers which action. These tests check each front end.
@Suite struct `The list of actions` {
    private struct Listed {
        let id: String
        let isForList: Bool
        let summary: String
        let key: String?
        let parameters: Set<String>
        /// The parameters that are arguments of the command.
        let arguments: Set<String>
        let minimumItems: Int
    }

    private let house: Household

    private let example: TrustedExample?

    init() async throws {
        example = TrustedExample.isPossible ? try await TrustedExample() : nil
        house = try Household(
            actions: [.pack] + (example?.actions ?? []),
            configuration: example.map { _ in TrustedExample.serving })
    }

    private func listed() async throws -> [Listed] {
        let text = try await house.runCommand(["actions", "--format", "json"])
        let entries = try #require(try DocumentValue(json: Array(text.utf8).span, strict: true).elements)
        return try entries.map { entry in
            let id = try #require(entry["id"]?.text)
            let isForList = entry["target"]?.text == "list"
            let command = isForList ? id.replacing("-", with: " ", maxReplacements: 1) : id
            #expect(entry["offeredBy"]?["cli"]?.text == command && entry["offeredBy"]?["mcp"]?.text == id)
            let parameters = entry["parameters"]?.elements ?? []
            let arguments = parameters.filter { $0["positional"]?.content == .flag(true) }
            var least = 1
            if case .number(let digits) = entry["minimumItems"]?.content { least = Int(digits) ?? 1 }
            return Listed(
                id: id, isForList: isForList, summary: try #require(entry["summary"]?.text),
                key: entry["offeredBy"]?["tui"]?.text,
                parameters: Set(parameters.compactMap { $0["name"]?.text }),
                arguments: Set(arguments.compactMap { $0["name"]?.text }),
                minimumItems: least)
        }
    }

    private func ids() async throws -> Set<String> { Set(try await listed().map(\.id)) }
    private func onItems() async throws -> [Listed] { try await listed().filter { !$0.isForList } }

    @Test func `the list contains at least one action, and each action once`() async throws {
        let all = try await listed()
        #expect(!all.isEmpty && Set(all.map(\.id)).count == all.count)
    }

    @Test func `the list matches the command line, its help and its completions`() async throws {
        let help = try await house.runCommand(["help"])
        for action in try await onItems() {
            #expect(help.contains("\(action.id) ") && help.contains(action.summary), "\(action.id)")
            let own = try await house.runCommand(["help", action.id])
            for parameter in action.parameters.subtracting(action.arguments) {
                #expect(own.contains("--\(parameter) "), "\(action.id)")
            }
            let usage = "loot \(action.id) [OPTION...] ITEM"
            #expect(action.arguments.isEmpty || own.contains("\(usage) [NUMBER]"), "\(action.id)")
            let offered = try await house.runCommand(["__complete", action.id])
            #expect(offered.contains("\(action.id)\t\(action.summary)\n"))
            let items = try await house.runCommand(["__complete", action.id, "1000000"])
            #expect(items.split(separator: "\n").count == Household.items.count)
        }
    }

    @Test func `the list matches the palette and the keys of the screen`() async throws {
        let keys = try await house.type("?").split(separator: "\n").map(String.init)
        for action in try await listed() {
            let palette = try await house.type(":\(action.id)")
            let line = palette.split(separator: "\n").first { $0.contains("\(action.id): \(action.summary)") }
            // One item is selected.
            #expect((line != nil) == (action.minimumItems == 1), "\(action.id)")
            guard let key = action.key else { continue }
            #expect(line?.contains(" \(key)") == true, "\(action.id)")
            // The key that two opposite actions share is listed once.
            let names = ["\(key) ", ": \(action.id) "]
            #expect(
                keys.contains { line in
                    line.contains(action.summary) && names.contains { line.contains($0) }
                },
                "\(action.id)")
        }
    }

    @Test func `the list matches the help of plain mode`() async throws {
        let said = try await house.say("help").split(separator: "\n")
        for action in try await listed() {
            let isListed = said.contains {
                ["\(action.id) ", "\(action.id):"].contains(where: $0.hasPrefix)
                    && $0.hasSuffix(": \(action.summary).")
            }
            #expect(isListed == (action.minimumItems == 1), "\(action.id)")
        }
    }

    @Test func `the list matches the page's rows and the form for marked items`() async throws {
        // One item is disposed of, and one has several pieces.
        let several = Change.update(Household.items[0].id, ["quantity": .integer(2)])
        _ = try await house.store.apply(ItemTransaction([several], title: "Edit"))
        _ = try await house.runCommand(["lose", Household.items[1].id.description])
        let list = try await house.ask(.get, "/?disposed=true").body
        let rows = Set(list.matches(of: /(?:action|href)="\/do\/([^"?]*)["?]/).map { String($0.1) })
        let expected = try await onItems()
        #expect(rows == Set(expected.filter { $0.minimumItems == 1 }.map(\.id)))
        let editing = try await house.ask(.get, "/?select=true").body
        let bulk = Set(editing.matches(of: /formaction="\/do\/([^"]*)"/).map { String($0.1) })
        #expect(bulk == Set(expected.map(\.id)))
    }

    @Test func `the list matches the forms that ask for arguments`() async throws {
        for action in try await listed() where !action.parameters.isEmpty {
            let form = try await house.ask(.get, "/do/\(action.id)?item=\(Household.items[0].id)").body
            let names = form.matches(of: /<(?:input|select) name="([^"]*)"/).map { String($0.1) }
            #expect(Set(names) == action.parameters, "\(action.id)")
        }
    }

    @Test func `an action that needs several items is refused for one`() async throws {
        #expect(try await listed().contains { $0.id == "join" && $0.minimumItems == 2 })
        let id = Household.items[0].id
        let answer = try await house.ask(.post, "/api/actions/join", "{\"items\":[\"\(id)\",\"\(id)\"]}")
        #expect(answer.status == 422 && answer.body.contains("\"invalid-value\""))
        let error = await #expect(throws: LootError.self) {
            _ = try await house.runCommand(["join", id.description])
        }
        #expect(error?.code == .invalidValue)
    }

    @Test func `the list matches the API description`() async throws {
        let text = try await house.ask(.get, "/openapi.json").body
        let document = try DocumentValue(json: Array(text.utf8).span, strict: true)
        let prefix = "/api/actions/"
        let paths = (document["paths"]?.entries ?? []).filter { $0.key.hasPrefix(prefix) }
        #expect(Set(paths.map { String($0.key.dropFirst(prefix.count)) }) == (try await ids()))
        for action in try await listed() {
            let body = paths.first { $0.key == prefix + action.id }?.value["post"]?["requestBody"]
            let reference = body?["content"]?["application/json"]?["schema"]?["$ref"]?.text ?? ""
            let name = String(reference.split(separator: "/").last ?? "")
            let schema = document["components"]?["schemas"]?[name]
            let arguments = schema?["properties"]?["arguments"]?["properties"]?.entries ?? []
            #expect(schema != nil && Set(arguments.map(\.key)) == action.parameters, "\(action.id)")
        }
    }

    @Test func `the API description requires arguments only for actions with required parameters`()
        async throws
    {
        let stamp = Action(
            "stamp", title: "Stamp", summary: "Stamp items", parameters: [Parameter.optional("on", .day)]
        ) { input throws(LootError) in try await input.plan(title: { $0 }, done: { $0 }) { _ in nil } }
        let text = try await Household(actions: [.pack, stamp]).ask(.get, "/openapi.json").body
        let document = try DocumentValue(json: Array(text.utf8).span, strict: true)
        func required(_ schema: DocumentValue?) -> [String?]? { schema?["required"]?.elements?.map(\.text) }
        for (id, call, arguments) in [
            ("favorite", nil, nil), ("stamp", nil, nil), ("pack", ["arguments"], ["box"]),
        ] as [(String, [String]?, [String]?)] {
            let body = document["paths"]?["/api/actions/\(id)"]?["post"]?["requestBody"]
            let reference = body?["content"]?["application/json"]?["schema"]?["$ref"]?.text ?? ""
            let schemas = document["components"]?["schemas"]
            let schema = schemas?[String(reference.split(separator: "/").last ?? "")]
            #expect(schema != nil && required(schema) == call, "\(id)")
            #expect(required(schema?["properties"]?["arguments"]) == arguments, "\(id)")
        }
    }

    @Test func `the list matches the assistant's tools`() async throws {
        let tools = try #require(try await house.callTools("tools/list")["tools"]?.elements)
        for action in try await listed() {
            let tool = tools.first { $0["name"]?.text == action.id }
            let properties = tool?["inputSchema"]?["properties"]?.entries ?? []
            #expect(
                Set(properties.map(\.key))
                    == action.parameters.union(action.isForList ? [] : ["items", "where"]), "\(action.id)")
        }
    }
}
