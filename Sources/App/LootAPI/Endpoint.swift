import LootPlugins

/// An endpoint of the API. The server uses it to decode requests and encode responses, a client to encode requests
/// and decode responses. The OpenAPI document is generated from its description.
///
/// ```swift
/// let request = API.readItem.request((id, nil))
/// let item = try API.readItem.answer.read(bytes)
/// ```
package final class Endpoint<Input: Sendable, Output: Sendable>: Sendable {
    /// The description of the endpoint.
    package let about: EndpointDescription
    /// The encoding and decoding of the response.
    package let answer: AnswerKind<Output>
    private let read: @Sendable (any RequestSource, RequestContent) throws -> Input
    private let write: @Sendable (Input, inout EndpointRequest) -> Void

    /// Creates an endpoint. Its input consists of the values of its parts, in order.
    init<each Value: Sendable>(
        _ method: EndpointDescription.Method, _ pattern: String, _ operation: String, _ summary: String,
        takes parts: repeat RequestPart<each Value>, answers answer: AnswerKind<Output>,
        failing failures: [Int] = [], bodyLimit: Int? = nil, readsItems: Bool = false,
        requiredRole: Role? = nil
    ) where Input == (repeat each Value) {
        var about = EndpointDescription(
            method: method, pattern: pattern, operation: operation, summary: summary, failures: failures,
            bodyLimit: bodyLimit, readsItems: readsItems, requiredRole: requiredRole, answer: answer.about)
        repeat about.add((each parts).about)
        self.about = about
        self.answer = answer
        read = { source, content in (repeat try (each parts).read(source, content)) }
        write = { input, request in repeat (each parts).write(each input, &request) }
    }

    /// Decodes the input of a request.
    ///
    /// - Throws: `LootError` for an unknown or invalid parameter, or `InvalidDocument` for an invalid body.
    package func input(of source: any RequestSource, _ content: RequestContent = .bytes([])) throws -> Input {
        try about.checkNames(source.parameters)
        return try read(source, content)
    }

    /// Returns the request for an input. The key lets the server recognize a repeated request.
    package func request(_ input: Input, key: String? = nil) -> EndpointRequest {
        var request = EndpointRequest(method: about.method, path: about.pattern)
        write(input, &request)
        if let key { request.headers.append((EndpointDescription.idempotencyKey, key)) }
        return request
    }
}
