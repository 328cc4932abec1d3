import LootCore
import LootFormats

/// The description of a part of a request.
struct RequestPartDescription: Sendable {
    var parameters: [EndpointDescription.Parameter] = []
    var body: EndpointDescription.Body?
    /// The possible error statuses.
    var failures: [Int] = []
}

/// A part of a request that represents one value: a parameter, several related parameters, or the body. Contains its
/// description, and encodes and decodes it.
package struct RequestPart<Value: Sendable>: Sendable {
    let about: RequestPartDescription
    let read: @Sendable (any RequestSource, RequestContent) throws -> Value
    let write: @Sendable (Value, inout EndpointRequest) -> Void
}

extension RequestPart {
    /// Returns a part for the placeholder `{name}`. Invalid values are treated as not found.
    static func path(
        _ name: String, _ codec: TextCodec<Value>, _ summary: String,
        missing: @escaping @Sendable (_ text: String) -> Message
    ) -> RequestPart {
        let parameter = EndpointDescription.Parameter(
            name: name, place: .path, schema: codec.schema, summary: summary)
        return RequestPart(
            about: RequestPartDescription(parameters: [parameter], failures: [404]),
            read: { source, _ in
                let text = source.placeholder(name)
                if let value = try codec.read(text) { return value }
                throw LootError(.noSuchItem, missing(TextRules.visible(text)), reason: codec.requirement)
            },
            write: { value, request in
                request.fill(name, with: PercentEncoding.encode(codec.write(value)))
            })
    }

    /// Returns a part for a query parameter with a default value.
    static func query(
        _ name: String, _ codec: TextCodec<Value>, default usual: Value, _ summary: String
    ) -> RequestPart where Value: Equatable {
        let schema = codec.schema.adding([("default", JSON(usual, as: codec))])
        let parameter = EndpointDescription.Parameter(
            name: name, place: .query, schema: schema, summary: summary)
        return RequestPart(
            about: RequestPartDescription(parameters: [parameter], failures: [400]),
            read: { source, _ in try source.text(name).map { try codec.value(of: $0, as: name) } ?? usual },
            write: { value, request in
                if value != usual { request.parameters.append((name, codec.write(value))) }
            })
    }

    /// Returns a part for an optional query parameter. If `ignoresEmpty` is set, an empty value counts as missing.
    static func query<Wrapped>(
        _ name: String, _ codec: TextCodec<Wrapped>, _ summary: String, ignoresEmpty: Bool = false,
        failing failures: [Int] = []
    ) -> RequestPart where Value == Wrapped? {
        let parameter = EndpointDescription.Parameter(
            name: name, place: .query, schema: codec.schema, summary: summary)
        return RequestPart(
            about: RequestPartDescription(parameters: [parameter], failures: [400] + failures),
            read: { source, _ in
                guard let text = source.text(name), !(ignoresEmpty && text.isEmpty) else { return nil }
                return try codec.value(of: text, as: name)
            },
            write: { value, request in
                if let value { request.parameters.append((name, codec.write(value))) }
            })
    }

    /// Returns a part for a query parameter that can be repeated.
    static func each(_ name: String, _ summary: String) -> RequestPart where Value == [String] {
        let parameter = EndpointDescription.Parameter(
            name: name, place: .query, schema: ["type": "array", "items": ["type": "string"]],
            summary: summary)
        return RequestPart(
            about: RequestPartDescription(parameters: [parameter], failures: [400]),
            read: { source, _ in source.parameters.filter { $0.name == name }.map(\.value) },
            write: { values, request in request.parameters += values.map { (name, $0) } })
    }

    /// Returns a part for an optional header field.
    static func header(_ name: String, _ summary: String) -> RequestPart where Value == String? {
        let parameter = EndpointDescription.Parameter(
            name: name, place: .header, schema: ["type": "string"], summary: summary)
        return RequestPart(
            about: RequestPartDescription(parameters: [parameter]),
            read: { source, _ in source.header(name) },
            write: { value, request in if let value { request.headers.append((name, value)) } })
    }
}

extension RequestSource {
    /// Returns the first value of a query parameter.
    func text(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}

extension JSON {
    /// Creates the JSON of a parameter's default value.
    fileprivate init<Value>(_ value: Value, as codec: TextCodec<Value>) {
        switch value {
        case let flag as Bool: self.init(.flag(flag))
        case let number as Int: self.init(number)
        default: self.init(codec.write(value))
        }
    }
}
