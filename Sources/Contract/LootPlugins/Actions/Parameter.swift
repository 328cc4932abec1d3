public import Localization
public import LootCore

/// A value that an action needs in addition to its items. `try input[until]` reads the argument for the parameter
/// `until`.
///
/// A parameter is associated with a field of the items. By default, it uses the field's title and summary.
public struct Parameter<Value: Sendable>: AnyParameter {
    /// The description for front ends.
    public let declaration: ParameterDeclaration
    let convert: @Sendable (FieldValue?) -> Value?
}

/// A type-erased parameter.
public protocol AnyParameter: Sendable {
    /// The description for front ends.
    var declaration: ParameterDeclaration { get }
}

extension Parameter<String> {
    /// Creates a required text parameter.
    public static func required(
        _ name: String, sets field: FieldKey, title: Message? = nil, summary: Message? = nil
    ) -> Parameter {
        let declaration = ParameterDeclaration(
            name: name, field: field, isRequired: true, title: title, summary: summary)
        return Parameter(declaration: declaration) { value in
            if case .text(let text)? = value { text } else { nil }
        }
    }
}

extension Parameter<Day?> {
    /// Creates an optional parameter for a day.
    public static func optional(
        _ name: String, sets field: FieldKey, title: Message? = nil, summary: Message? = nil
    ) -> Parameter {
        let declaration = ParameterDeclaration(
            name: name, field: field, isRequired: false, title: title, summary: summary)
        return Parameter(declaration: declaration) { value in
            switch value {
            case nil: .some(nil)
            case .day(let day)?: day
            default: nil
            }
        }
    }
}

/// The description of a parameter for front ends.
public struct ParameterDeclaration: Hashable, Sendable {
    /// The name of the command-line option, the JSON member and the form field.
    package let name: String
    /// The associated field, which errors about the argument refer to.
    package let field: FieldKey
    /// Whether a value is required.
    package let isRequired: Bool
    /// The label of the form field.
    package let title: Message
    /// A one-sentence description of the value.
    package let summary: Message
    /// The type of the value.
    package let type: FieldType

    init(name: String, field key: FieldKey, isRequired: Bool, title: Message?, summary: Message?) {
        let field = Field.with(key: key)
        self.name = name
        self.field = key
        self.isRequired = isRequired
        self.title = title ?? field?.title ?? Message(verbatim: name)
        self.summary = summary ?? field?.summary ?? ""
        type = field?.type ?? .text
    }

    /// The placeholder for a value in help: `DAY`.
    package var placeholder: String { type == .day ? "DAY" : "TEXT" }
}

extension Action {
    /// Parses arguments in a line that a person typed: the value of the first parameter, followed by names and
    /// values, for example `Ann until +14d`.
    ///
    /// The name of a parameter that already has a value is treated as text.
    package func arguments(in line: String) -> [String: String] {
        let names = parameters.map(\.name)
        guard var name = names.first else { return [:] }
        var arguments: [String: String] = [:]
        for word in line.split(separator: " ").map(String.init) {
            if names.contains(word), arguments[word] == nil {
                name = word
                arguments[name] = ""
            } else if let text = arguments[name], !text.isEmpty {
                arguments[name] = "\(text) \(word)"
            } else {
                arguments[name] = word
            }
        }
        return arguments
    }

    /// The syntax of the arguments for help: `TEXT until DAY`.
    package var argumentHelp: String {
        let parameters = parameters
        return parameters.enumerated().map { index, parameter in
            index == 0 ? parameter.placeholder : "\(parameter.name) \(parameter.placeholder)"
        }.joined(separator: " ")
    }
}
