public import Localization
public import LootCore

/// A value that an action needs in addition to its items. Read the argument with the parameter as the key: `try
/// input[until]`.
///
/// A parameter is associated with a field of the items and uses its title, type and validation.
public struct Parameter<Value: Sendable>: AnyParameter {
    /// The part that front ends show.
    public let declaration: ParameterDeclaration
    let convert: @Sendable (FieldValue?) -> Value?
}

/// A type-erased parameter.
public protocol AnyParameter: Sendable {
    /// The part that front ends show.
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
    /// The associated field.
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

    /// A word that stands for a value in help: `DAY`.
    package var placeholder: String { type == .day ? "DAY" : "TEXT" }
}

extension Action {
    /// Reads arguments as a person types them in a line: the value of the first parameter, then names and values:
    /// `Ann until +14d`.
    ///
    /// A name that already has a value is part of the text.
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

    /// The arguments as help shows them in a line: `TEXT until DAY`.
    package var argumentHelp: String {
        let parameters = parameters
        return parameters.enumerated().map { index, parameter in
            index == 0 ? parameter.placeholder : "\(parameter.name) \(parameter.placeholder)"
        }.joined(separator: " ")
    }
}
