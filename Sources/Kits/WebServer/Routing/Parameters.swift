/// The decoded values of a route's placeholders in one request.
public struct Parameters: Sendable {
    private var values: [(name: String, value: String)] = []

    init() {}

    /// The value of a placeholder, or an empty string if the route doesn't contain it.
    public subscript(name: String) -> String { values.first { $0.name == name }?.value ?? "" }

    mutating func append(_ name: String, _ value: String) { values.append((name, value)) }

    mutating func removeLast() { values.removeLast() }
}
