import Basics
package import LootCore

extension ForeignValue {
    /// Creates a value from a document, without source positions.
    package init(_ value: DocumentValue) {
        switch value.content {
        case .null: self = .null
        case .flag(let flag): self = .flag(flag)
        case .number(let digits): self = .number(digits)
        case .text(let text): self = .text(text)
        case .moment(let moment): self = .moment(moment)
        case .data(let data): self = .data(data)
        case .array(let values): self = .array(values.map(ForeignValue.init))
        case .object(let entries):
            let fields = entries.map { ForeignField($0.key, ForeignValue($0.value)) }
            self = ForeignValue.untagged(fields) ?? .object(fields)
        }
    }

    /// Throws if a key can't be represented in all formats.
    static func checkKey(_ key: String, at byte: Int) throws(Fault) {
        if let scalar = TextRules.firstRefused(in: key, allowingLines: false) {
            let name = TextRules.name(of: scalar)
            throw Fault(.invalidValue, "This key contains the control character \(name).", at: byte)
        }
    }

    /// Decodes a tagged object. Values that a format lacks are written as an object whose only key is their type:
    /// `{"moment":"2026-…"}` and `{"data":"…"}` in JSON, and `json` with JSON text in property lists. Only objects
    /// that would be written in exactly this form are decoded.
    private static func untagged(_ fields: [ForeignField]) -> ForeignValue? {
        guard fields.count == 1, let field = fields.first, case .text(let text) = field.value else {
            return nil
        }
        switch field.key {
        case "moment":
            guard let moment = Moment(text), moment.description == text else { return nil }
            return .moment(moment)
        case "data":
            guard let data = Base64.decode(text.utf8) else { return nil }
            var bytes: [UInt8] = []
            Base64.append(data, to: &bytes)
            return text.utf8.elementsEqual(bytes) ? .data(data) : nil
        case "json":
            var parser = JSONTreeParser(allowsComments: false, countsLines: false, limit: foreignLimit)
            guard let value = try? parser.document(Array(text.utf8).span) else { return nil }
            let foreign = ForeignValue(value)
            guard foreign.needsJSON || foreign.isUnwieldyNumber else { return nil }
            var bytes: [UInt8] = []
            JSONText.append(foreign, to: &bytes)
            return text.utf8.elementsEqual(bytes) ? foreign : nil
        default: return nil
        }
    }

    /// Whether a property list needs JSON text for the value: null, and text or keys with control characters.
    var needsJSON: Bool {
        switch self {
        case .null: true
        case .text(let text): !ForeignValue.isXML(text)
        case .object(let fields): fields.contains { !ForeignValue.isXML($0.key) }
        default: false
        }
    }

    /// Whether a binary property list needs JSON text for the value: a number whose digits wouldn't be preserved.
    var isUnwieldyNumber: Bool {
        if case .number(let digits) = self { BinaryNumber(digits) == nil } else { false }
    }

    private static func isXML(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { XMLReferences.isAllowed($0) }
    }
}

/// The custom fields of an item in files. Text, integers, decimals and Booleans have the corresponding JSON types. A
/// day is `{"date":"2026-01-01"}`. A moment is `{"moment":"…"}`, or a date in property lists.
enum CustomFields {
    static func read(_ value: DocumentValue) throws(Fault) -> [String: FieldValue] {
        guard case .object(let entries) = value.content else {
            throw Fault(
                .invalidValue, "This must be an object of custom fields.", at: value.position.byte)
        }
        var fields: [String: FieldValue] = [:]
        fields.reserveCapacity(entries.count)
        for entry in entries {
            let value = try self.value(entry.value, of: entry.key)
            do { try CustomField.check(entry.key, value) } catch {
                throw Fault(error, at: entry.value.position.byte)
            }
            // Names with different bytes can be canonically equivalent and thus equal in a dictionary.
            guard fields.updateValue(value, forKey: entry.key) == nil else {
                throw Fault(
                    "The key “\(TextRules.visible(entry.key))” occurs twice.", at: entry.keyPosition.byte)
            }
        }
        return fields
    }

    static func value(_ value: DocumentValue, of name: String) throws(Fault) -> FieldValue {
        switch value.content {
        case .text(let text): return .text(text)
        case .flag(let flag): return .flag(flag)
        case .moment(let moment): return .moment(moment)
        case .number(let digits):
            if let number = Int(digits) { return .integer(number) }
            if PropertyListNumber.isFraction(digits), let number = Double(digits), number.isFinite {
                return .decimal(number)
            }
            throw refusal("This number is too large.", name, at: value)
        case .object(let entries):
            guard entries.count == 1, let entry = entries.first, case .text(let text) = entry.value.content
            else { break }
            if entry.key == "date", let day = Day(text) { return .day(day) }
            if entry.key == "moment", let moment = Moment(text) { return .moment(moment) }
        case .null, .data, .array: break
        }
        throw refusal("Custom fields can't contain this kind of value.", name, at: value)
    }

    private static func refusal(_ reason: Message, _ name: String, at value: DocumentValue) -> Fault {
        Fault(.invalidValue, reason, field: .custom(name), at: value.position.byte)
    }

    /// Returns the custom fields in the order used in files.
    static func sorted(_ fields: [String: FieldValue]) -> [(key: String, value: FieldValue)] {
        fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
