public import Localization
public import LootCore

/// A value that an action needs in addition to its items. The key reads the argument: `try input[until]`.
///
/// A parameter sets a field of the items, whose type, rules and completions it has.
public struct Parameter<Value: Sendable>: AnyParameter {
    /// The part that front ends show.
    public let declaration: ParameterDeclaration
    let convert: @Sendable (FieldValue?) -> Value?
}

/// A parameter of any type, as an action lists it.
public protocol AnyParameter: Sendable {
    /// The part that front ends show.
    var declaration: ParameterDeclaration { get }
}

extension Parameter<String> {
    /// Creates a parameter for a text field that must not be empty. Without a title and a summary, it has those of
    /// the field.
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
    /// Creates a parameter for a day that may be missing. Without a title and a summary, it has those of the field.
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

/// A parameter as front ends show it.
public struct ParameterDeclaration: Hashable, Sendable {
    /// The name of the flag, the JSON member and the form field.
    package let name: String
    /// The field that the value is for. An error about the argument names it.
    package let field: FieldKey
    /// Whether the action can't do without a value.
    package let isRequired: Bool
    /// The label of the form field.
    package let title: Message
    /// One sentence on the meaning of the value.
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
