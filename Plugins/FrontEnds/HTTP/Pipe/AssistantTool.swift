import Localization
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// A tool that an assistant can call, and the corresponding API request.
struct AssistantTool: Sendable {
    /// An argument of a tool.
    struct Argument: Sendable {
        let name: String
        let type: String
        let summary: String
        var choices: [String] = []
        var isRequired = false

        /// The JSON Schema of the argument.
        var schema: JSON {
            var members: [(String, JSON)] = [("type", JSON(type)), ("description", JSON(summary))]
            if type == "array" { members.append(("items", ["type": "string"])) }
            if !choices.isEmpty { members.append(("enum", JSON(choices.map { JSON($0) }))) }
            return JSON(members)
        }
    }

    let name: String
    let title: String
    let summary: String
    var changes = false
    let arguments: [Argument]
    let request: @Sendable (AssistantArguments) -> (Method, String, [UInt8]?)?

    /// The description for `tools/list`.
    var description: JSON {
        let required = arguments.filter(\.isRequired).map { JSON($0.name) }
        var schema: [(String, JSON)] = [
            ("type", "object"), ("properties", JSON(arguments.map { ($0.name, $0.schema) })),
        ]
        if !required.isEmpty { schema.append(("required", JSON(required))) }
        schema.append(("additionalProperties", false))
        return [
            "name": JSON(name), "title": JSON(title), "description": JSON(summary),
            "inputSchema": JSON(schema),
            "annotations": [
                "readOnlyHint": JSON(.flag(!changes)), "destructiveHint": false, "openWorldHint": false,
            ],
        ]
    }

    private static let id = Argument(
        name: "id", type: "string", summary: "The ID of the item, from list or find.", isRequired: true)
    private static let limit = Argument(
        name: "limit", type: "integer", summary: "The number of items; the default is 20 and the maximum 200."
    )
    fileprivate static let conditions = Argument(
        name: "where", type: "array",
        summary:
            "Conditions that must all hold, such as value >= 50, location = Attic, warranty < today, tag = light."
    )
    private static let at = Argument(
        name: "at", type: "string",
        summary: "A day, such as 2025-12-31: only items owned on that day, with their book value on it.")
    private static let fields = Argument(
        name: "fields", type: "object",
        summary:
            "Fields and their values, such as name, valueInDollars, location, quantity, notes, tags, serialNumber, "
            + "purchaseDate; custom contains custom fields.", isRequired: true)

    /// The tools that don't run actions.
    static let resources: [AssistantTool] = [
        AssistantTool(
            name: "list", title: "List items", summary: "Lists items that match conditions, in an order.",
            arguments: [
                conditions,
                Argument(name: "sort", type: "string", summary: "Fields to sort by, as value:desc,name."),
                limit,
                Argument(name: "offset", type: "integer", summary: "The first row."), at,
            ]
        ) { given in (.get, "/api/items?" + given.query(["where", "sort", "limit", "offset", "at"]), nil) },
        AssistantTool(
            name: "totals", title: "Show totals",
            summary: "Shows the number of items that match conditions and their total value.",
            arguments: [
                conditions, at,
                Argument(
                    name: "chart", type: "string", summary: "The chart to include.",
                    choices: Chart.Kind.allCases.map(\.rawValue)),
            ]
        ) { given in (.get, "/api/statistics?" + given.query(["where", "at", "chart"]), nil) },
        AssistantTool(
            name: "find", title: "Find items",
            summary: "Finds items that contain all words in any field.",
            arguments: [
                Argument(name: "words", type: "string", summary: "The words.", isRequired: true), conditions,
                limit,
            ]
        ) { given in
            guard let words = given.text("words") else { return nil }
            return (
                .get,
                "/api/items?search=\(PercentEncoding.encode(words))&" + given.query(["where", "limit"]), nil
            )
        },
        AssistantTool(
            name: "show", title: "Show an item", summary: "Shows all details of an item.", arguments: [id]
        ) { given in given.id.map { (.get, "/api/items/\($0)", nil) } },
        AssistantTool(
            name: "add", title: "Add an item", summary: "Adds an item at the end.", changes: true,
            arguments: [fields]
        ) { given in given.object("fields").map { (.post, "/api/items", $0) } },
        AssistantTool(
            name: "edit", title: "Edit an item", summary: "Changes fields of an item; null clears a field.",
            changes: true,
            arguments: [id, fields]
        ) { given in
            guard let id = given.id, let fields = given.object("fields") else { return nil }
            return (.patch, "/api/items/\(id)", fields)
        },
        AssistantTool(
            name: "move", title: "Move an item",
            summary: "Changes the position of an item in the user's order.",
            changes: true,
            arguments: [
                id,
                Argument(
                    name: "before", type: "string", summary: "The ID of the item before which it is moved."),
                Argument(
                    name: "after", type: "string", summary: "The ID of the item after which it is moved."),
                Argument(name: "to", type: "integer", summary: "The new position; the first is 0."),
            ]
        ) { given in
            given.id.map { (.post, "/api/items/\($0)/move", given.members(["before", "after", "to"])) }
        },
        AssistantTool(
            name: "settings", title: "Show the settings",
            summary: "Shows the settings of the list, such as title, currency, views and custom fields.",
            arguments: []
        ) { _ in (.get, "/api/settings", nil) },
        AssistantTool(
            name: "change-settings", title: "Change settings",
            summary: "Changes settings of the list; null removes one.", changes: true,
            arguments: [
                Argument(
                    name: "settings", type: "object",
                    summary: KnownSetting.all.map { "\($0.key.rawValue): \($0.summary.text(in: .english))" }
                        .joined(separator: " "), isRequired: true)
            ]
        ) { given in given.object("settings").map { (.patch, "/api/settings", $0) } },
        AssistantTool(
            name: "undo", title: "Undo", summary: "Undoes the newest change.", changes: true,
            arguments: []
        ) { _ in (.post, "/api/undo", nil) },
    ]
}

extension AssistantTool {
    /// Creates the tool that runs an action through its endpoint.
    init(_ action: Action) {
        let parameters = action.parameters
        self.init(
            name: action.id, title: action.title.text(in: .english),
            summary: "\(action.summary.text(in: .english)).", changes: true,
            arguments: (action.isForList
                ? []
                : [
                    Argument(
                        name: "items", type: "array", summary: "The IDs of the items, from list and find."),
                    AssistantTool.conditions,
                ])
                + parameters.map {
                    Argument(
                        name: $0.name, type: $0.schemaType, summary: $0.summary.text(in: .english),
                        choices: $0.choices,
                        isRequired: $0.isRequired)
                }
        ) { given in
            var members: [(String, JSON)] = []
            if let items = given.json("items") { members.append(("items", items)) }
            if let conditions = given.json("where") { members.append(("matching", ["where": conditions])) }
            let arguments = parameters.compactMap { parameter in
                given.json(parameter.name).map { (parameter.name, $0) }
            }
            if !arguments.isEmpty { members.append(("arguments", JSON(arguments))) }
            return (.post, API.run(action).about.pattern, JSON(members).bytes)
        }
    }
}

/// The arguments of a tool call.
struct AssistantArguments: Sendable {
    private let value: DocumentValue?

    init(_ value: DocumentValue?) { self.value = value }

    /// Returns a text argument.
    func text(_ name: String) -> String? {
        if case .text(let text)? = value?[name]?.content { return text }
        return nil
    }

    /// Returns an argument as JSON, or `nil` if it is missing.
    func json(_ name: String) -> JSON? {
        guard let member = value?[name], member.content != .null else { return nil }
        return JSON(ForeignValue(member))
    }

    /// The argument `id`, or `nil` if it isn't a valid ID.
    var id: ItemID? { text("id").flatMap { ItemID($0) } }

    /// Returns an object argument as JSON.
    func object(_ name: String) -> [UInt8]? {
        guard let member = value?[name], case .object = member.content else { return nil }
        return JSON(ForeignValue(member)).bytes
    }

    /// Returns some of the arguments as a JSON object.
    func members(_ names: [String]) -> [UInt8] {
        JSON(names.compactMap { name in value?[name].map { (name, JSON(ForeignValue($0))) } }).bytes
    }

    /// Returns some of the arguments as a query string. Limits are capped to what an assistant can process.
    func query(_ names: [String]) -> String {
        var parts: [String] = []
        for name in names {
            switch value?[name]?.content {
            case .text(let text): parts.append("\(name)=\(PercentEncoding.encode(text))")
            case .number(let digits):
                let number = Int(digits) ?? 0
                parts.append("\(name)=\(name == "limit" ? min(max(number, 1), 200) : max(number, 0))")
            case .array(let elements):
                for case .text(let text) in elements.map(\.content) {
                    parts.append("\(name)=\(PercentEncoding.encode(text))")
                }
            default: if name == "limit" { parts.append("limit=20") }
            }
        }
        return parts.joined(separator: "&")
    }

    /// Returns the problem that prevents calling a tool with these arguments, if there is one.
    func problem(for tool: AssistantTool) -> String? {
        if let value, value.content != .null {
            guard case .object(let entries) = value.content else { return "The arguments aren't an object." }
            let known = tool.arguments.map(\.name)
            for entry in entries where !known.contains(entry.key) {
                let advice = Suggestions.advice(for: entry.key, among: known)
                let problem: Message = "There is no argument \(TextRules.quoted(entry.key)). \(advice)"
                return problem.text(in: .english)
            }
        }
        for argument in tool.arguments {
            guard let given = value?[argument.name] else {
                if argument.isRequired { return "The argument \(argument.name) is missing." }
                continue
            }
            let isRight =
                switch (argument.type, given.content) {
                case ("string", .text), ("integer", .number), ("object", .object), ("array", .array),
                    ("boolean", .flag):
                    true
                default: false
                }
            if !isRight { return "The argument \(argument.name) doesn't have the type \(argument.type)." }
        }
        return tool.arguments.contains { $0.name == "id" } && id == nil ? "The ID is invalid." : nil
    }
}
