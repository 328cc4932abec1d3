package import LootCore
import LootFormats

/// A JSON value that can be written as a literal.
package struct JSON: Sendable {
    package let value: ForeignValue

    package init(_ value: ForeignValue) { self.value = value }
    package init(_ text: String) { value = .text(text) }
    package init(_ number: some BinaryInteger) { value = .number(String(number)) }
    package init(_ members: [(String, JSON)]) {
        value = .object(members.map { ForeignField($0.0, $0.1.value) })
    }
    package init(_ elements: [JSON]) { value = .array(elements.map(\.value)) }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        value.appendJSON(to: &bytes)
        return bytes
    }

    /// Returns the object with the members of a total added.
    func adding(_ total: MoneyTotal, _ key: String) -> JSON {
        guard case .object(let fields) = value else { return self }
        return JSON(.object(fields + total.fields(key)))
    }

    /// Returns the object with additional members.
    func adding(_ members: [(String, JSON)]) -> JSON {
        guard case .object(let fields) = value else { return self }
        return JSON(.object(fields + members.map { ForeignField($0.0, $0.1.value) }))
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self.init(value) }
    package init(integerLiteral value: Int) { self.init(value) }
    package init(booleanLiteral value: Bool) { self.init(.flag(value)) }
    package init(arrayLiteral elements: JSON...) { self.init(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
