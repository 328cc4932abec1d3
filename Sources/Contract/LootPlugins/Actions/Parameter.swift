package import Localization
public import LootCore

/// A value that an action needs in addition to its items. The key reads the argument: `try input[until]`.
///
/// A parameter sets a field of the items, whose title, type and rules it has.
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
    /// Creates a parameter for a text field that must not be empty.
    public static func required(_ name: String, sets field: FieldKey) -> Parameter {
        Parameter(declaration: ParameterDeclaration(name: name, field: field, isRequired: true)) { value in
            if case .text(let text)? = value { text } else { nil }
        }
    }
}

extension Parameter<Day?> {
    /// Creates a parameter for a day that may be missing.
    public static func optional(_ name: String, sets field: FieldKey) -> Parameter {
        Parameter(declaration: ParameterDeclaration(name: name, field: field, isRequired: false)) { value in
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
    /// The field that the value is for.
    package let field: FieldKey
    /// Whether the action can't do without a value.
    package let isRequired: Bool

    /// The label of the form field.
    package var title: Message { Field.with(key: field)?.title ?? Message(verbatim: name) }
    /// One sentence on the meaning of the value.
    package var summary: Message { Field.with(key: field)?.summary ?? "" }
    /// The type of the value.
    package var type: FieldType { Field.with(key: field)?.type ?? .text }
}
