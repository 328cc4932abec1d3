import LootCore

/// What an endpoint says of itself, whatever it takes and answers.
package struct EndpointDescription: Sendable {
    /// What a request does.
    package enum Method: String, Sendable {
        case get, post, put, patch, delete

        /// The method as a request's first line has it.
        package var name: String { rawValue.uppercased() }

        /// Whether it only reads.
        package var isSafe: Bool { self == .get }
    }

    /// A value in the address or the head of a request.
    package struct Parameter: Sendable {
        package enum Place: String, Sendable { case query, path, header }

        package let name: String
        package let place: Place
        package let schema: JSON
        package let summary: String
    }

    /// What a request carries.
    package struct Body: Sendable {
        /// The media types that it may be of.
        package let types: [String]
        /// The name of its schema; nil for bytes, whose type is told by what they are.
        package let schema: String?
        /// Whether it comes in pieces, and is never held whole.
        package var isInPieces = false
    }

    /// What is answered when all is well.
    package struct Success: Sendable {
        package let status: Int
        /// The media types of which the answer has one; none for an answer without a body.
        package let types: [String]
        /// The name of its schema; nil for bytes.
        package let schema: String?
        package let summary: String
        /// The header fields that it has besides.
        package var headers: [String] = []
    }

    package let method: Method
    package let pattern: String
    package let operation: String
    package let summary: String
    package private(set) var parameters: [Parameter] = []
    package private(set) var body: Body?
    /// The statuses with which it may be refused, besides those of every endpoint.
    package private(set) var failures: [Int]
    /// The longest body, where it is not the server's usual one.
    package let bodyLimit: Int?
    /// Whether it answers with items, or what is made of them, which a damaged store may not have all of.
    package let readsItems: Bool
    package let success: Success
    private var names: [String] = []

    /// The header that makes a repeated request known as one.
    package static let idempotencyKey = "Idempotency-Key"

    init(
        method: Method, pattern: String, operation: String, summary: String, failures: [Int], bodyLimit: Int?,
        readsItems: Bool, answer success: Success
    ) {
        self.method = method
        self.pattern = pattern
        self.operation = operation
        self.summary = summary
        self.failures = failures
        self.bodyLimit = bodyLimit
        self.readsItems = readsItems
        self.success = success
        if isRepeatable {
            parameters = [
                Parameter(
                    name: EndpointDescription.idempotencyKey, place: .header,
                    schema: ["type": "string", "minLength": 1, "maxLength": 256],
                    summary:
                        "A text that no other request has. Repeated with the same one, because the answer was "
                        + "lost, the request is answered again and nothing is done twice, for as long as the "
                        + "server remembers it.")
            ]
            self.failures += [400, 422]
        }
        if !method.isSafe { self.failures.append(403) }
        if method.isSafe, success.headers.contains("ETag") { self.failures.append(304) }
    }

    /// Whether doing it twice is more than doing it once, so that a client may mark what it repeats.
    package var isRepeatable: Bool { method == .post }

    /// What it belongs to: the first name of its address.
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

    /// Fails for a parameter that has none of the names.
    func checkNames(_ parameters: [(name: String, value: String)]) throws(LootError) {
        for parameter in parameters where !names.contains(parameter.name) {
            throw LootError(
                .malformed, "can't read the parameter “\(TextRules.visible(parameter.name))”",
                because: "there is no such parameter here",
                next: Suggestions.sentence(for: parameter.name, among: names))
        }
    }
}
