import Foundation

/// The part of JSON Schema that the protocol's schema uses.
struct Schema {
    private let root: [String: Any]

    init(_ text: String) throws {
        root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// Returns the schema of the protocol.
    static func ofProtocol() throws -> Schema { try Schema(try repository("Plugins/protocol.schema.json")) }

    /// Returns a description of the error in a message of the protocol, or `nil` if it is valid.
    func fault(inMessage line: String) throws -> String? {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        if let method = value["method"] as? String, value["id"] != nil {
            return fault(in: value, by: "\(method).request")
        }
        return fault(in: value, by: "message")
    }

    /// The names of its definitions.
    var names: Set<String> { Set((root["$defs"] as? [String: Any] ?? [:]).keys) }

    /// Returns a description of how a value violates a definition, or `nil` if it is valid.
    func fault(in value: Any, by name: String) -> String? {
        fault(value, ["$ref": "#/$defs/\(name)"], name)
    }

    private func fault(_ value: Any, _ schema: [String: Any], _ place: String) -> String? {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
                return "no \(name)"
            }
            return fault(value, target, place)
        }
        if let options = schema["anyOf"] as? [[String: Any]] {
            let faults = options.map { fault(value, $0, place) }
            return faults.contains { $0 == nil }
                ? nil : "\(place): \(faults.compactMap { $0 }.joined(separator: "; "))"
        }
        if let constant = schema["const"], !isSame(constant, value) { return "\(place) is not \(constant)" }
        if let words = schema["enum"] as? [Any], !words.contains(where: { isSame($0, value) }) {
            return "\(place) is none of \(words)"
        }
        switch schema["type"] as? String {
        case "object":
            guard let object = value as? [String: Any] else { return "\(place) isn't an object" }
            let properties = schema["properties"] as? [String: Any] ?? [:]
            for key in schema["required"] as? [String] ?? [] where object[key] == nil {
                return "\(place) lacks \(key)"
            }
            if schema["additionalProperties"] as? Bool == false {
                for key in object.keys where properties[key] == nil { return "\(place) has \(key)" }
            }
            for (key, inner) in object {
                guard let schema = properties[key] as? [String: Any] else { continue }
                if let fault = fault(inner, schema, "\(place).\(key)") { return fault }
            }
        case "array":
            guard let array = value as? [Any] else { return "\(place) isn't an array" }
            if let most = schema["maxItems"] as? Int, array.count > most {
                return "\(place) has more than \(most)"
            }
            if let least = schema["minItems"] as? Int, array.count < least {
                return "\(place) has less than \(least)"
            }
            guard let schema = schema["items"] as? [String: Any] else { return nil }
            for (index, element) in array.enumerated() {
                if let fault = fault(element, schema, "\(place)[\(index)]") { return fault }
            }
        case "string": if !(value is String) { return "\(place) isn't a string" }
        case "boolean": if !isFlag(value) { return "\(place) isn't a Boolean" }
        case "null": if !(value is NSNull) { return "\(place) isn't null" }
        case "integer", "number":
            guard let number = value as? NSNumber, !isFlag(value) else { return "\(place) isn't a number" }
            if schema["type"] as? String == "integer", number.doubleValue.rounded() != number.doubleValue {
                return "\(place) isn't an integer"
            }
            if let least = schema["minimum"] as? Double, number.doubleValue < least {
                return "\(place) is too small"
            }
        default: break
        }
        return nil
    }

    private func isFlag(_ value: Any) -> Bool {
        if type(of: value) == Bool.self { return true }
        return (value as? NSNumber).map { ["c", "B"].contains(String(cString: $0.objCType)) } ?? false
    }

    private func isSame(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? String { return left == right as? String }
        return (left as? NSNumber) == (right as? NSNumber)
    }
}
