import LootCore
package import LootPlugins
import Platform

/// The OpenAPI 3.1 document, generated from the endpoints and the field table.
package enum OpenAPI {
    /// Returns the document of a server that offers the given actions. `address` is the URL of the server for
    /// clients, if known.
    package static func bytes(address: String? = nil, actions: [Action] = []) -> [UInt8] {
        let endpoints = API.all + actions.map { API.run($0).about }
        let tags: [JSON] = tagSummaries.map { ["name": JSON($0.0), "description": JSON($0.1)] }
        return
            ([
                "openapi": "3.1.0",
                "info": [
                    "title": "LootLogger", "version": JSON(ThisProcess.version),
                    "description":
                        JSON(description),
                ],
                "servers": [["url": JSON(address ?? "/")]], "tags": JSON(tags), "paths": paths(of: endpoints),
                "components": [
                    "schemas": JSON(schemas + schemas(of: actions)), "headers": JSON(headers),
                    "responses": JSON(failures.map { (String($0.0), failure($0.0, $0.1)) }),
                    "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                ],
                "security": [[:], ["token": []]],
            ] as JSON).bytes
    }

    private static let description = """
        The inventory of a person or household: items, their order, their sections, and the history of changes.

        Paths don't contain a version. New versions add paths, parameters and members of responses; clients ignore \
        unknown members. An incompatible change gets a new path, and the old path stays for at least one major version \
        of the program.

        Errors are problem documents (RFC 9457). Their type is urn:lootlogger:problem: followed by a code, which \
        clients can match, or about:blank if the status is sufficient.
        """

    static let tagSummaries = [
        ("items", "Single items and pages of items."), ("actions", "Actions on items."),
        ("sections", "The sections of a list."),
        ("statistics", "Totals of items."), ("due", "Due dates."),
        ("places", "Places of items, as a tree."),
        ("products", "Products in catalogs."),
        ("settings", "The settings of the list."), ("stocktake", "The running stocktake."),
        ("views", "Saved views."),
        ("snapshots", "Snapshots of the list."),
        ("files", "Stored files."), ("batch", "Several changes in one request."),
        ("undo", "Undo."), ("redo", "Redo."), ("history", "The history of changes."),
        ("events", "Notifications of changes."), ("live", "Live results of queries."),
        ("export", "Export of items."), ("import", "Import of items."), ("store", "The store."),
        ("openapi", "The OpenAPI document."), ("healthz", "Health check."), ("metrics", "Metrics."),
    ]

    /// The statuses of partial, unchanged and failed responses, with their descriptions.
    static let failures = [
        (206, "The part that the Range field requests. With If-Range, the whole content if it has changed."),
        (304, "The client's version is current, according to If-None-Match."),
        (400, "The request is malformed."), (401, "The request requires a valid token."),
        (403, "The token doesn't permit changes, or the request comes from a page of another site."),
        (404, "The item, file or address doesn't exist."),
        (405, "The address doesn't support the method. The Allow field lists the supported methods."),
        (406, "None of the media types in the Accept field is available."),
        (409, "The change conflicts with the current state of the list."),
        (410, "The snapshot no longer exists."),
        (411, "The request requires a body with a length."),
        (
            412,
            "The item doesn't meet the precondition in If-Match or If-None-Match. The response contains the current item."
        ),
        (413, "The body is too long."), (415, "The media type of the body isn't supported."),
        (416, "The range is outside the content. Content-Range contains the number of bytes."),
        (421, "The server isn't configured for the host name in the Host field."),
        (422, "A value is invalid."),
        (
            429,
            "This address has sent too many invalid tokens, or the person has exceeded their share of the server's resources."
        ),
        (501, "The store or the server's configuration doesn't support the request."),
        (502, "A product catalog isn't available, and no other catalog contains the product."),
        (503, "The store isn't available or is damaged, or the server is overloaded."),
    ]

    /// The error statuses that all endpoints share.
    private static let usualFailures = [401, 405, 406, 421, 429, 503]

    private static let headers: [(String, JSON)] = [
        ("ETag", "The entity tag. It identifies the version of an item, or the state of a list."),
        ("Cache-Control", "The time for which the response can be cached."),
        ("Location", "The address of the new resource."),
        ("Link", "Links to other pages, with rel=\"first\", \"prev\", \"next\" and \"last\"."),
        (
            "Idempotency-Replayed",
            "Set if the response repeats that of an earlier request with the same Idempotency-Key."
        ),
        ("Content-Disposition", "The name of the file."),
        ("Loot-Problem", "The error code of the store. Missing if the store works."),
        ("Accept-Ranges", "The unit of supported range requests: bytes."),
        ("Content-Range", "The range of bytes in the response, and their total number."),
        ("Allow", "The methods that the address supports."),
        ("Retry-After", "The number of seconds after which to try again."),
        ("WWW-Authenticate", "The authentication scheme for the token."),
    ].map { ($0, ["description": JSON($1), "schema": ["type": "string"]]) }

    // MARK: Operations

    private static func paths(of endpoints: [EndpointDescription]) -> JSON {
        var patterns: [String] = []
        for endpoint in endpoints where !patterns.contains(endpoint.pattern) {
            patterns.append(endpoint.pattern)
        }
        return JSON(
            patterns.map { pattern in
                let same = endpoints.filter { $0.pattern == pattern }
                return (pattern, JSON(same.map { ($0.method.rawValue, operation($0)) }))
            })
    }

    private static func operation(_ endpoint: EndpointDescription) -> JSON {
        var members: [(String, JSON)] = [
            ("operationId", JSON(endpoint.operation)), ("tags", [JSON(endpoint.tag)]),
            ("summary", JSON(endpoint.summary)),
        ]
        if !endpoint.parameters.isEmpty {
            members.append(("parameters", JSON(endpoint.parameters.map(parameter))))
        }
        if let body = endpoint.body {
            members.append(
                ("requestBody", ["required": true, "content": content(body.types, body.schema)]))
        }
        let failures = Set(endpoint.failures + usualFailures).sorted()
        let responses =
            [(String(endpoint.success.status), success(endpoint))]
            + failures.map { (String($0), ["$ref": JSON("#/components/responses/\($0)")] as JSON) }
        members.append(("responses", JSON(responses)))
        return JSON(members)
    }

    private static func parameter(_ parameter: EndpointDescription.Parameter) -> JSON {
        var members: [(String, JSON)] = [
            ("name", JSON(parameter.name)), ("in", JSON(parameter.place.rawValue)),
            ("description", JSON(parameter.summary)), ("schema", parameter.schema),
        ]
        if parameter.place == .path { members.append(("required", true)) }
        return JSON(members)
    }

    private static func success(_ endpoint: EndpointDescription) -> JSON {
        let success = endpoint.success
        let names =
            success.headers + (endpoint.pattern.hasPrefix("/api/") ? ["Loot-Problem"] : [])
            + (endpoint.isRepeatable ? ["Idempotency-Replayed"] : [])
        var members: [(String, JSON)] = [("description", JSON(success.summary))]
        if !names.isEmpty { members.append(("headers", references(to: names))) }
        if !success.types.isEmpty { members.append(("content", content(success.types, success.schema))) }
        return JSON(members)
    }

    private static func failure(_ status: Int, _ summary: String) -> JSON {
        let names = [
            206: ["Content-Range", "ETag"], 304: ["ETag"], 401: ["WWW-Authenticate"], 405: ["Allow"],
            416: ["Content-Range"], 429: ["Retry-After"], 503: ["Retry-After"],
        ]
        var members: [(String, JSON)] = [("description", JSON(summary))]
        if let names = names[status] { members.append(("headers", references(to: names))) }
        if status >= 400 { members.append(("content", content(["application/problem+json"], "Problem"))) }
        return JSON(members)
    }

    private static func references(to headers: [String]) -> JSON {
        JSON(headers.map { ($0, ["$ref": JSON("#/components/headers/\($0)")] as JSON) })
    }

    /// Returns the content of a body: a schema, text, any JSON, or binary data in the notation that client generators
    /// expect.
    private static func content(_ types: [String], _ schema: String?) -> JSON {
        func shape(of type: String) -> JSON {
            if let schema { return type == ServerSentEvent.mediaType ? event(schema) : reference(schema) }
            if type.hasPrefix("text/") { return ["type": "string"] }
            return type.contains("json") ? [:] : ["type": "string", "format": "binary"]
        }
        return JSON(types.map { ($0, ["schema": shape(of: $0)] as JSON) })
    }

    /// Returns the schema of a stream's events, whose data is JSON that conforms to a schema.
    private static func event(_ schema: String) -> JSON {
        let text: JSON = ["type": "string"]
        let data: JSON = [
            "type": "string", "contentMediaType": "application/json", "contentSchema": reference(schema),
        ]
        return [
            "type": "object", "required": ["data"],
            "properties": ["event": text, "id": text, "data": data] as JSON,
        ]
    }

    static func reference(_ schema: String) -> JSON { ["$ref": JSON("#/components/schemas/\(schema)")] }
}
