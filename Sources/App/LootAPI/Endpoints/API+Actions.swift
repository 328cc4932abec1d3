import Localization
package import LootCore
import LootFormats
package import LootPlugins
package import LootQueryText

extension API {
    /// Returns the endpoint that runs an action.
    package static func run(_ action: Action) -> Endpoint<(ActionCall, Bool), [UInt8]> {
        Endpoint(
            .post, "/api/actions/\(action.id)", "run\(schema(of: action))",
            "\(action.summary.text(in: .english)).",
            takes: RequestPart<ActionCall>.call(of: action), Parameters.dryRun,
            answers: .made("ActionResult", "The changes made, or the changes of a dry run."),
            failing: [404, 409], requiredRole: action.requiredRole)
    }

    /// Returns the name of the schema for calls of an action: `FavoriteAction`.
    static func schema(of action: Action) -> String {
        action.id.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined() + "Action"
    }
}

/// The body of a request that runs an action.
package struct ActionCall: Hashable, Sendable {
    /// The items to change.
    package enum Items: Hashable, Sendable {
        /// The items with the given IDs.
        case listed([ItemID])
        /// The items that a query selects.
        case matching(QueryText)
    }

    package let items: Items
    /// The arguments as text, by name.
    package let arguments: [String: String]

    package init(_ items: Items, arguments: [String: String] = [:]) {
        self.items = items
        self.arguments = arguments
    }
}

extension RequestPart where Value == ActionCall {
    static func call(of action: Action) -> RequestPart {
        .json(API.schema(of: action)) { call, bytes in
            var members: [(String, JSON)] = []
            switch call.items {
            case .listed(let ids) where action.isForList && ids.isEmpty: break
            case .listed(let ids): members.append(("items", JSON(ids.map { JSON($0.description) })))
            case .matching(let text):
                members.append(
                    (
                        "matching",
                        ["search": JSON(text.search), "where": JSON(text.conditions.map { JSON($0) })]
                    ))
            }
            let arguments = call.arguments.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) }
            if !arguments.isEmpty { members.append(("arguments", JSON(arguments))) }
            bytes += JSON(members).bytes
        } read: { reader, value in
            guard reader.object(value, keys: ["items", "matching", "arguments"]) != nil else { return nil }
            if action.isForList {
                if value["items"] != nil || value["matching"] != nil {
                    reader.refuse("The action applies to the whole list and doesn't accept items.")
                    return nil
                }
                let arguments = reader.member("arguments", of: value) { $0.arguments($1) } ?? [:]
                return ActionCall(.listed([]), arguments: arguments)
            }
            if (value["items"] == nil) == (value["matching"] == nil) {
                reader.refuse("Either “items” or “matching” is required.")
                return nil
            }
            let arguments = reader.member("arguments", of: value) { $0.arguments($1) } ?? [:]
            if value["items"] != nil {
                return reader.member("items", of: value) { $0.itemIDs($1) }
                    .map { ActionCall(.listed($0), arguments: arguments) }
            }
            return reader.member("matching", of: value) { $0.selection($1) }
                .map { ActionCall(.matching($0), arguments: arguments) }
        }
    }
}

extension ChangeReader {
    fileprivate mutating func itemIDs(_ value: DocumentValue) -> [ItemID]? {
        let ids = value.elements?.map { $0.text.flatMap { ItemID($0) } }
        if let ids, !ids.contains(nil) { return ids.compactMap(\.self) }
        refuse("This must be a list of item IDs.")
        return nil
    }

    fileprivate mutating func selection(_ value: DocumentValue) -> QueryText? {
        guard object(value, keys: ["search", "where"]) != nil else { return nil }
        let search = member("search", of: value) { $0.text($1) }
        let conditions = member("where", of: value) { (reader, value) -> [String]? in
            let texts = value.elements?.map(\.text)
            if let texts, !texts.contains(nil) { return texts.compactMap(\.self) }
            reader.refuse("This must be a list of filters.")
            return nil
        }
        return QueryText(search: search ?? "", conditions: conditions ?? [])
    }

    /// Returns the arguments of an action as text. `null` counts as missing.
    fileprivate mutating func arguments(_ value: DocumentValue) -> [String: String]? {
        guard case .object(let entries) = value.content else {
            refuse("It isn't an object.")
            return nil
        }
        var arguments: [String: String] = [:]
        for entry in entries {
            switch entry.value.content {
            case .text(let text): arguments[entry.key] = text
            case .number(let digits): arguments[entry.key] = digits
            case .flag(let flag): arguments[entry.key] = String(flag)
            case .null: arguments[entry.key] = ""
            default: refuse("“\(TextRules.visible(entry.key))” isn't a string, a number or a Boolean value.")
            }
        }
        return arguments
    }
}

extension OpenAPI {
    /// Returns the schemas for calls of actions.
    static func schemas(of actions: [Action]) -> [(String, JSON)] {
        actions.map { (API.schema(of: $0), schema(of: $0)) }
    }

    private static func schema(of action: Action) -> JSON {
        var ids: [(String, JSON)] = [("type", "array"), ("items", ["type": "string", "format": "uuid"])]
        // An action on an empty list of items changes nothing.
        if action.minimumItems > 1 { ids.append(("minItems", JSON(action.minimumItems))) }
        let query: JSON = [
            "type": "object", "additionalProperties": false,
            "properties": [
                "search": ["type": "string"], "where": ["type": "array", "items": ["type": "string"]],
            ],
        ]
        var properties: [(String, JSON)] =
            action.isForList ? [] : [("items", JSON(ids)), ("matching", query)]
        var schema: [(String, JSON)] = [("type", "object"), ("additionalProperties", false)]
        let parameters = action.parameters
        if !parameters.isEmpty {
            properties.append(("arguments", arguments(parameters)))
            if parameters.contains(where: \.isRequired) { schema.append(("required", ["arguments"])) }
        }
        schema.append(("properties", JSON(properties)))
        if !action.isForList {
            schema.append(("oneOf", [["required": ["items"]], ["required": ["matching"]]]))
        }
        return JSON(schema)
    }

    private static func arguments(_ parameters: [ParameterDeclaration]) -> JSON {
        var schema: [(String, JSON)] = [("type", "object"), ("additionalProperties", false)]
        let required = parameters.filter(\.isRequired).map { JSON($0.name) }
        if !required.isEmpty { schema.append(("required", JSON(required))) }
        schema.append(("properties", JSON(parameters.map { ($0.name, $0.schema) })))
        return JSON(schema)
    }
}

extension ParameterDeclaration {
    /// The JSON Schema of the parameter's value.
    package var schema: JSON {
        var members: [(String, JSON)] = [
            ("type", JSON(schemaType)), ("description", JSON(summary.text(in: .english))),
        ]
        if type == .day { members.append(("examples", ["2026-12-24", "+14d"])) }
        if type == .amount { members.append(("examples", ["49.95"])) }
        if !choices.isEmpty { members.append(("enum", JSON(choices.map { JSON($0) }))) }
        return JSON(members)
    }

    /// The JSON type of the value.
    package var schemaType: String {
        switch type {
        case .integer: "integer"
        case .flag: "boolean"
        default: "string"
        }
    }
}
