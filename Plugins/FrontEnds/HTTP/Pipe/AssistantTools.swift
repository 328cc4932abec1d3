import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import Platform
import WebServer

/// The server side of the Model Context Protocol, which lets assistants answer questions such as what is in the
/// attic. The tools send requests to the API. Tools that change items are available only if the user has allowed it.
struct AssistantTools: Sendable {
    /// The supported versions of the protocol, newest first.
    static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

    private let router: Router
    private let host: any ProgramHost
    private let actions: [Action]
    private let mayChange: Bool

    init(_ site: Site, mayChange: Bool) {
        router = site.router
        host = site.host
        actions = site.actions
        self.mayChange = mayChange
    }

    /// Returns the response to a message, or `nil` for a notification.
    func answer(to line: [UInt8]) async -> [UInt8]? {
        let message: DocumentValue
        do throws(FormatError) { message = try DocumentValue(json: line.span, strict: true) } catch {
            return Self.failure(JSON(.null), -32_700, "Parse error: \(error.description)")
        }
        guard case .object = message.content, case .text(let method)? = message["method"]?.content else {
            // Ignore responses, because this side sends no requests.
            if message["result"] != nil || message["error"] != nil { return nil }
            return Self.failure(JSON(.null), -32_600, "Invalid request: a message is an object with a method")
        }
        guard let given = message["id"], given.content != .null else { return nil }
        let id = JSON(ForeignValue(given))
        switch method {
        case "initialize": return Self.success(id, initialized(message["params"]))
        case "ping": return Self.success(id, JSON(.object([])))
        case "tools/list": return Self.success(id, ["tools": JSON(tools.map(\.description))])
        case "tools/call":
            guard case .text(let name)? = message["params"]?["name"]?.content,
                let tool = tools.first(where: { $0.name == name })
            else { return Self.failure(id, -32_602, "Unknown tool") }
            let (text, isError) = await run(tool, message["params"]?["arguments"])
            var result: [(String, JSON)] = [("content", [["type": "text", "text": JSON(text)]])]
            if isError { result.append(("isError", true)) }
            return Self.success(id, JSON(result))
        default: return Self.failure(id, -32_601, "Method not found: \(TextRules.visible(method))")
        }
    }

    private func initialized(_ params: DocumentValue?) -> JSON {
        var version = AssistantTools.versions[0]
        if case .text(let asked)? = params?["protocolVersion"]?.content,
            AssistantTools.versions.contains(asked)
        {
            version = asked
        }
        let instructions =
            "A person's inventory: what they own, where it is, what it is worth, who has it. "
            + (mayChange ? "Every change can be undone." : "It can be read and not changed.")
            + (host.listSettings.currency.map { " Amounts without a currency are in \($0.code)." } ?? "")
        return [
            "protocolVersion": JSON(version), "capabilities": ["tools": ["listChanged": false]],
            "serverInfo": ["name": "LootLogger", "version": JSON(ThisProcess.version)],
            "instructions": JSON(instructions),
        ]
    }

    private static func success(_ id: JSON, _ result: JSON) -> [UInt8] {
        JSON([("jsonrpc", "2.0"), ("id", id), ("result", result)]).bytes
    }

    private static func failure(_ id: JSON, _ code: Int, _ message: String) -> [UInt8] {
        JSON([("jsonrpc", "2.0"), ("id", id), ("error", ["code": JSON(code), "message": JSON(message)])])
            .bytes
    }

    // MARK: Tools

    private var tools: [AssistantTool] {
        mayChange
            ? AssistantTool.resources + actions.map { AssistantTool($0) }
            : AssistantTool.resources.filter { !$0.changes }
    }

    private func run(_ tool: AssistantTool, _ arguments: DocumentValue?) async -> (
        text: String, isError: Bool
    ) {
        let given = AssistantArguments(arguments)
        if let problem = given.problem(for: tool) { return (problem, true) }
        guard let (method, target, body) = tool.request(given) else {
            return ("An argument is missing.", true)
        }
        let headers: Headers = body == nil ? [:] : [.contentType: "application/json"]
        guard let request = Request(method, target, headers: headers, body: body ?? []) else {
            return ("An argument is too long.", true)
        }
        let response = await router.respond(to: request)
        guard let bytes = await response.collected() else { return ("There is no answer.", true) }
        return (String(decoding: bytes, as: UTF8.self), response.status.code >= 400)
    }
}
