package import LootCore

/// Everything that is wrong with the values of a JSON text that is well formed.
package struct InvalidDocument: Error, Hashable, Sendable {
    /// One value that is wrong.
    package struct Problem: Hashable, Sendable {
        /// Where the value stands, as a JSON Pointer (RFC 6901): `/changes/0/set/name`.
        package let pointer: String
        /// What is wrong with it.
        package let error: LootError
    }

    /// What is wrong, in the order of the text; at least one problem.
    package let problems: [Problem]
}

/// A place in a JSON text, as the keys and positions that lead to it.
struct JSONPointer {
    var text = ""

    /// The place of a key's value, or of an element.
    func appending(_ key: String) -> JSONPointer {
        let isPlain = !key.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
        let name = isPlain ? key : key.replacing("~", with: "~0").replacing("/", with: "~1")
        return JSONPointer(text: "\(text)/\(name)")
    }

    /// The place of a field's value in an item's object.
    func appending(_ field: FieldKey) -> JSONPointer {
        field.customName.map { appending("custom").appending($0) } ?? appending(field.rawValue)
    }
}
