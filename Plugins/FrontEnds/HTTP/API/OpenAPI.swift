import LootCore
import WebServer

/// The OpenAPI 3.1 document, made from the routes and the field table.
enum OpenAPI {
    static let bytes = document.bytes

    private static var document: JSON {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "LootLogger", "version": "1.0.0",
                "description": "What a person owns: the items, their order, their sections and every change.",
            ],
            "paths": paths,
            "components": [
                "schemas": JSON(schemas),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
            "security": [[:], ["token": []]],
        ]
    }

    private static var paths: JSON {
        var patterns: [String] = []
        for endpoint in API.endpoints where !patterns.contains(endpoint.pattern) {
            patterns.append(endpoint.pattern)
        }
        return JSON(
            patterns.map { pattern in
                let endpoints = API.endpoints.filter { $0.pattern == pattern }
                return (pattern, JSON(endpoints.map { ($0.method.name.lowercased(), operation($0)) }))
            })
    }

    private static func operation(_ endpoint: Endpoint) -> JSON {
        var members: [(String, JSON)] = [
            ("operationId", JSON(endpoint.operation)), ("summary", JSON(endpoint.summary)),
        ]
        if !endpoint.parameters.isEmpty {
            members.append(("parameters", JSON(endpoint.parameters.map(parameter))))
        }
        if let body = endpoint.body {
            let schema = body.schema.map(reference) ?? [:]
            let content = body.types.map { ($0, JSON([("schema", schema)])) }
            members.append(("requestBody", ["required": true, "content": JSON(content)]))
        }
        var responses = [(String(endpoint.success.status.code), success(endpoint.success))]
        let failures = endpoint.failures + [.unauthorized, .serviceUnavailable]
        for status in failures.sorted(by: { $0.code < $1.code }) {
            responses.append((String(status.code), problem(status)))
        }
        members.append(("responses", JSON(responses)))
        return JSON(members)
    }

    private static func parameter(_ parameter: Parameter) -> JSON {
        var members: [(String, JSON)] = [
            ("name", JSON(parameter.name)), ("in", JSON(parameter.place.rawValue)),
            ("description", JSON(parameter.summary)), ("schema", parameter.schema),
        ]
        if parameter.place == .path { members.append(("required", true)) }
        return JSON(members)
    }

    private static func success(_ success: Endpoint.Success) -> JSON {
        var members: [(String, JSON)] = [("description", JSON(success.summary))]
        if let type = success.type {
            let schema = success.schema.map(reference) ?? ["type": "string"]
            members.append(("content", JSON([(type, JSON([("schema", schema)]))])))
        }
        return JSON(members)
    }

    private static func problem(_ status: Status) -> JSON {
        [
            "description": JSON(status.reason),
            "content": ["application/problem+json": ["schema": reference("Problem")]],
        ]
    }

    static func reference(_ schema: String) -> JSON { ["$ref": JSON("#/components/schemas/\(schema)")] }
}
