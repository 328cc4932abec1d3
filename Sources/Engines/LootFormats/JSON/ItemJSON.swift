package import LootCore

/// Encodes and decodes parts of items as JSON text, for stores with a separate column for each field.
package enum ItemJSON {
    /// Encodes strings as an array.
    package static func text(of list: [String]) -> String {
        var bytes: [UInt8] = []
        JSONText.append(list, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes custom fields as an object.
    package static func text(ofCustom fields: [String: FieldValue]) -> String {
        var bytes: [UInt8] = []
        for field in CustomFields.sorted(fields) {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            JSONText.append(field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(custom: field.value, to: &bytes)
        }
        if bytes.isEmpty { bytes.append(UInt8(ascii: "{")) }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Encodes unknown fields as an object.
    package static func text(ofForeign fields: [ForeignField]) -> String {
        var bytes: [UInt8] = []
        JSONText.append(.object(fields), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes an array of strings. Returns `nil` if it is invalid.
    package static func list(_ text: String) -> [String]? {
        guard case .array(let values)? = document(text)?.content else { return nil }
        var list: [String] = []
        for value in values {
            guard case .text(let text) = value.content else { return nil }
            list.append(text)
        }
        return list
    }

    /// Decodes an object of custom fields. Returns `nil` if it is invalid.
    package static func custom(_ text: String) -> [String: FieldValue]? {
        document(text).flatMap { try? CustomFields.read($0) }
    }

    /// Decodes an object of unknown fields. Returns `nil` if it is invalid.
    package static func foreign(_ text: String) -> [ForeignField]? {
        guard case .object(let entries)? = document(text)?.content else { return nil }
        return entries.map { ForeignField($0.key, ForeignValue($0.value)) }
    }

    private static func document(_ text: String) -> DocumentValue? {
        try? DocumentValue(json: text.utf8.span, strict: true)
    }
}
