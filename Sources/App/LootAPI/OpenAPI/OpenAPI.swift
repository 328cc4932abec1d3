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
        What a person owns: the items, their order, their sections and every change.

        Paths have no version. Changes are additions: new paths, parameters, and members of answers, which clients \
        ignore if they don't know them. What would break a client gets a new path, and the old one stays for at least \
        one major version of the program.

        Problems are documents of RFC 9457. The type is urn:lootlogger:problem: and the code, which clients match; \
        it is about:blank if the status says everything.
        """

    static let tagSummaries = [
        ("items", "The items, one by one and in pages."), ("actions", "Actions on items."),
        ("sections", "The sections of a list."),
        ("statistics", "What items come to."), ("due", "What is due."),
        ("places", "Where things are, as a tree."),
        ("products", "What catalogs know of products."),
        ("settings", "The settings of the list."), ("views", "Lists that are kept under a name."),
        ("snapshots", "States that are held to be read whole."),
        ("files", "Files that are kept, by their names."), ("batch", "Several changes at once."),
        ("undo", "Back."),
        ("redo", "And forth."), ("history", "What was done."), ("events", "What is being done."),
        ("live", "Lists that are followed."),
        ("export", "Items as files."), ("import", "Files as items."), ("store", "The store."),
        ("openapi", "This description."), ("healthz", "Health."), ("metrics", "Counters."),
    ]

    /// The statuses of partial, unchanged and failed responses, with their descriptions.
    static let failures = [
        (206, "The part of it that Range asks for; If-Range makes sure that it is a part of the same."),
        (304, "The client has it already, as If-None-Match says."),
        (400, "The request can't be read."), (401, "The server wants a token."),
        (403, "Nothing may be changed, by this token, or from another site's page."),
        (404, "There is no such item, file or address."),
        (405, "The address does not know the method; Allow lists those that it knows."),
        (406, "None of the media types that Accept lists is offered."),
        (409, "The list is no longer as the change wants it."), (410, "The snapshot is not held any more."),
        (411, "The request needs a body with a length."),
        (412, "The item is not as If-Match or If-None-Match wants it; the answer holds it as it is."),
        (413, "The body is too long."), (415, "The body is of a media type that is not taken here."),
        (416, "The part that Range asks for is not there; Content-Range tells how many bytes are."),
        (421, "The server does not answer to the name in Host."), (422, "A value is wrong."),
        (
            429,
            "Too many wrong tokens came from this address, or a person uses more of the server than one person may."
        ),
        (501, "The store, or the server as it is configured, can't do that."),
        (502, "A catalog of products can't be asked, and no other knows the product."),
        (503, "The store is away or damaged, or the server is full."),
    ]

    /// The error statuses that all endpoints share.
    private static let usualFailures = [401, 405, 406, 421, 429, 503]

    private static let headers: [(String, JSON)] = [
        ("ETag", "The entity tag: of an item by its fields, of a list by its state."),
        ("Cache-Control", "For how long it may be kept."), ("Location", "The address of what was made."),
        ("Link", "Where other pages are, as rel=\"first\", \"prev\", \"next\" and \"last\"."),
        ("Idempotency-Replayed", "The answer was given before, to a request with the same Idempotency-Key."),
        ("Content-Disposition", "The name of the file."),
        ("Loot-Problem", "What is wrong with the store, as a code; not there when all is well."),
        ("Accept-Ranges", "That parts of it can be asked for, as bytes."),
        ("Content-Range", "Which bytes of how many these are."),
        ("Allow", "The methods that the address knows."),
        ("Retry-After", "After how many seconds it is worth while to try again."),
        ("WWW-Authenticate", "How to say the token."),
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
