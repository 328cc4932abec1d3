import LootCore
package import LootPlugins

/// A description of an endpoint, independent of the types of its input and output.
package struct EndpointDescription: Sendable {
    /// A request method.
    package enum Method: String, Sendable {
        case get, post, put, patch, delete

        /// The method's name in the request line.
        package var name: String { rawValue.uppercased() }

        /// Whether the method only reads.
        package var isSafe: Bool { self == .get }
    }

    /// A parameter in the URL or the header of a request.
    package struct Parameter: Sendable {
        package enum Place: String, Sendable { case query, path, header }

        package let name: String
        package let place: Place
        package let schema: JSON
        package let summary: String
    }

    /// The body of a request.
    package struct Body: Sendable {
        /// The accepted media types.
        package let types: [String]
        /// The name of the schema, or `nil` for bytes whose contents determine their type.
        package let schema: String?
        /// Whether the body is streamed instead of being stored in memory.
        package var isInPieces = false
    }

    /// The response to a successful request.
    package struct Success: Sendable {
        package let status: Int
        /// The possible media types. Empty if the response has no body.
        package let types: [String]
        /// The name of the schema, or `nil` for bytes.
        package let schema: String?
        package let summary: String
        /// Additional header fields.
        package var headers: [String] = []
    }

    package let method: Method
    package let pattern: String
    package let operation: String
    package let summary: String
    package private(set) var parameters: [Parameter] = []
    package private(set) var body: Body?
    /// The possible error statuses, in addition to those of every endpoint.
    package private(set) var failures: [Int]
    /// The maximum length of the body, or `nil` for the server's default.
    package let bodyLimit: Int?
    /// Whether the response depends on items, which may be incomplete if the store is damaged.
    package let readsItems: Bool
    /// The role that the caller needs. The default is `read` for methods that only read, and `write` for others.
    package let requiredRole: Role
    package let success: Success
    private var names: [String] = []

    /// The header field that identifies repeated requests.
    package static let idempotencyKey = "Idempotency-Key"

    init(
        method: Method, pattern: String, operation: String, summary: String, failures: [Int], bodyLimit: Int?,
        readsItems: Bool, requiredRole: Role?, answer success: Success
    ) {
        self.method = method
        self.pattern = pattern
        self.operation = operation
        self.summary = summary
        self.failures = failures
        self.bodyLimit = bodyLimit
        self.readsItems = readsItems
        self.requiredRole = requiredRole ?? (method.isSafe ? .read : .write)
        self.success = success
        if isRepeatable {
            parameters = [
                Parameter(
                    name: EndpointDescription.idempotencyKey, place: .header,
                    schema: ["type": "string", "minLength": 1, "maxLength": 256],
                    summary:
                        "A unique text. If the response was lost, repeat the request with the same text: the server "
                        + "sends the response again, as long as it is stored, and doesn't repeat the change.")
            ]
            self.failures += [400, 422]
        }
        if !method.isSafe { self.failures.append(403) }
        if method.isSafe, success.headers.contains("ETag") { self.failures.append(304) }
    }

    /// Whether the request isn't idempotent, so that clients should mark repetitions.
    package var isRepeatable: Bool { method == .post }

    /// The tag under which the endpoint is listed: the first component of its path.
    package var tag: String {
        pattern.split(separator: "/").first { $0 != "api" }.map { $0.split(separator: ".")[0] }.map(
            String.init) ?? ""
    }

    mutating func add(_ part: RequestPartDescription) {
        parameters += part.parameters
        failures += part.failures.filter { !failures.contains($0) }
        body = part.body ?? body
        names += part.parameters.filter { $0.place == .query }.map(\.name)
    }

    /// Throws an error if a parameter has an unknown name.
    func checkNames(_ parameters: [(name: String, value: String)]) throws(LootError) {
        for parameter in parameters where !names.contains(parameter.name) {
            throw LootError(
                .malformed, "Can't read the parameter “\(TextRules.visible(parameter.name))”.",
                reason: "The request doesn't have this parameter.",
                advice: Suggestions.advice(for: parameter.name, among: names))
        }
    }
}
