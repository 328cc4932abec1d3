import LootCore
import LootFormats

/// A JSON value that is written in the source.
struct JSON: Sendable {
    let value: ForeignValue

    init(_ value: ForeignValue) { self.value = value }
    init(_ text: String) { value = .text(text) }
    init(_ number: some BinaryInteger) { value = .number(String(number)) }
    init(_ members: [(String, JSON)]) {
        value = .object(members.map { ForeignField($0.0, $0.1.value) })
    }
    init(_ elements: [JSON]) { value = .array(elements.map(\.value)) }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        value.appendJSON(to: &bytes)
        return bytes
    }

    /// The object with further members.
    func adding(_ members: [(String, JSON)]) -> JSON {
        guard case .object(let fields) = value else { return self }
        return JSON(.object(fields + members.map { ForeignField($0.0, $0.1.value) }))
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self.init(value) }
    init(integerLiteral value: Int) { self.init(value) }
    init(booleanLiteral value: Bool) { self.init(.flag(value)) }
    init(arrayLiteral elements: JSON...) { self.init(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
