package import LootCore

/// Parts of items as JSON text, for stores that keep each field by itself.
package enum ItemJSON {
    /// Texts as an array.
    package static func text(of list: [String]) -> String {
        var bytes: [UInt8] = []
        JSONText.append(list, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Custom fields as an object.
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

    /// Foreign fields as an object.
    package static func text(ofForeign fields: [ForeignField]) -> String {
        var bytes: [UInt8] = []
        JSONText.append(.object(fields), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The texts of an array; nil if it is none.
    package static func list(_ text: String) -> [String]? {
        guard case .array(let values)? = document(text)?.content else { return nil }
        var list: [String] = []
        for value in values {
            guard case .text(let text) = value.content else { return nil }
            list.append(text)
        }
        return list
    }

    /// The custom fields of an object; nil if it is none, or holds what no custom field may.
    package static func custom(_ text: String) -> [String: FieldValue]? {
        document(text).flatMap { try? CustomFields.read($0) }
    }

    /// The foreign fields of an object; nil if it is none.
    package static func foreign(_ text: String) -> [ForeignField]? {
        guard case .object(let entries)? = document(text)?.content else { return nil }
        return entries.map { ForeignField($0.key, ForeignValue($0.value)) }
    }

    private static func document(_ text: String) -> DocumentValue? {
        try? DocumentValue(json: text.utf8.span, strict: true)
    }
}
