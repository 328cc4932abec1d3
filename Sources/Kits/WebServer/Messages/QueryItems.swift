/// The names and values of a query, decoded like a form: `a=1&b=x+y`.
public struct QueryItems: Sendable, Sequence {
    /// The names and values, in order. A name without an equals sign has an empty value.
    package let items: [(name: String, value: String)]

    init(_ bytes: ArraySlice<UInt8>) {
        items = bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (
                PercentDecoding.text(pair[..<equals], plusIsSpace: true),
                PercentDecoding.text(pair[equals...].dropFirst(), plusIsSpace: true)
            )
        }
    }

    /// Creates items from the body of a form (`application/x-www-form-urlencoded`).
    package init(form: [UInt8]) {
        self.init(form[...])
    }

    /// Creates items from names and values.
    package init(_ items: [(name: String, value: String)]) { self.items = items }

    /// The first value with the given name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Returns all values with the given name, in order.
    public func values(of name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Returns an iterator over the names and values in order.
    public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> { items.makeIterator() }
}

/// Percent-encoded text.
enum PercentDecoding {
    static func text(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String {
        let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
        return String(
            decoding: isPlain ? bytes : Self.bytes(bytes, plusIsSpace: plusIsSpace)[...], as: UTF8.self)
    }

    /// Returns the decoded bytes. A percent sign without two hexadecimal digits is kept.
    static func bytes(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), plusIsSpace {
                decoded.append(.space)
            } else if byte == UInt8(ascii: "%"), let high = rest.first?.hexValue,
                let low = rest.dropFirst().first?.hexValue
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
