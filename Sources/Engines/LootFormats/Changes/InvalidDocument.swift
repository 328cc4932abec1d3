package import LootCore

/// All problems in a well-formed JSON text with invalid values.
package struct InvalidDocument: Error, Hashable, Sendable {
    /// An invalid value.
    package struct Problem: Hashable, Sendable {
        /// The location of the value, as a JSON Pointer (RFC 6901): `/changes/0/set/name`.
        package let pointer: String
        /// The error.
        package let error: LootError
    }

    /// The problems, in the order of the text. There is at least one.
    package let problems: [Problem]
}

/// A location in a JSON text: the keys and indices that lead to it.
struct JSONPointer {
    var text = ""

    /// Returns the location of a key's value or of an element.
    func appending(_ key: String) -> JSONPointer {
        let isPlain = !key.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
        let name = isPlain ? key : key.replacing("~", with: "~0").replacing("/", with: "~1")
        return JSONPointer(text: "\(text)/\(name)")
    }

    /// Returns the location of a field's value in an item.
    func appending(_ field: FieldKey) -> JSONPointer {
        field.customName.map { appending("custom").appending($0) } ?? appending(field.rawValue)
    }
}
