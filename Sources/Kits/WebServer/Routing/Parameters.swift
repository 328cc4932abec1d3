/// What the placeholders of a route stand for in one request, decoded.
public struct Parameters: Sendable {
    private var values: [(name: String, value: String)] = []

    init() {}

    /// The value of a placeholder of this route; an empty string for a name that the route has not.
    public subscript(name: String) -> String { values.first { $0.name == name }?.value ?? "" }

    mutating func append(_ name: String, _ value: String) { values.append((name, value)) }

    mutating func removeLast() { values.removeLast() }
}
