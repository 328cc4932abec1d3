/// One endpoint of the API, said once: the server reads its requests and writes its answers by it, a client writes the
/// requests and reads the answers, and the OpenAPI document is made from what it says of itself.
///
/// ```swift
/// let request = API.readItem.request((id, nil))
/// let item = try API.readItem.answer.read(bytes)
/// ```
package final class Endpoint<Input: Sendable, Output: Sendable>: Sendable {
    /// What it says of itself.
    package let about: EndpointDescription
    /// How its answer is written and read.
    package let answer: AnswerKind<Output>
    private let read: @Sendable (any RequestSource, RequestContent) throws -> Input
    private let write: @Sendable (Input, inout EndpointRequest) -> Void

    /// An endpoint whose input is what its parts are, in their order.
    init<each Value: Sendable>(
        _ method: EndpointDescription.Method, _ pattern: String, _ operation: String, _ summary: String,
        takes parts: repeat RequestPart<each Value>, answers answer: AnswerKind<Output>,
        failing failures: [Int] = [], bodyLimit: Int? = nil, readsItems: Bool = false
    ) where Input == (repeat each Value) {
        var about = EndpointDescription(
            method: method, pattern: pattern, operation: operation, summary: summary, failures: failures,
            bodyLimit: bodyLimit, readsItems: readsItems, answer: answer.about)
        repeat about.add((each parts).about)
        self.about = about
        self.answer = answer
        read = { source, content in (repeat try (each parts).read(source, content)) }
        write = { input, request in repeat (each parts).write(each input, &request) }
    }

    /// What a request asks for.
    ///
    /// - Throws: `LootError` for a parameter that is unknown or can't be read, `InvalidDocument` for a body that can't.
    package func input(of source: any RequestSource, _ content: RequestContent = .bytes([])) throws -> Input {
        try about.checkNames(source.parameters)
        return try read(source, content)
    }

    /// The request that asks for something. By its key a repetition is known as one.
    package func request(_ input: Input, key: String? = nil) -> EndpointRequest {
        var request = EndpointRequest(method: about.method, path: about.pattern)
        write(input, &request)
        if let key { request.headers.append((EndpointDescription.idempotencyKey, key)) }
        return request
    }
}
