public import Localization
public import LootCore

/// A value that an action needs in addition to its items. `try input[until]` reads the argument for the parameter
/// `until`.
///
/// ```swift
/// private static let until = Parameter.optional("until", .day, sets: "lentUntil")
/// private static let reason = Parameter.required("reason", .text, title: "Reason", choices: ["sold", "broken"])
/// private static let keepsPlace = Parameter.flag("keep-place", title: "Keep the place")
/// ```
///
/// A parameter that sets a field uses the field's title, summary, checks and suggestions by default.
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

/// A type of arguments: text, whole numbers, amounts or days.
public struct ParameterType<Value: Sendable>: Sendable {
    let fieldType: FieldType
    let convert: @Sendable (FieldValue) -> Value?
}

extension ParameterType<String> {
    /// The type of text.
    public static var text: ParameterType {
        ParameterType(fieldType: .text) { if case .text(let text) = $0 { text } else { nil } }
    }
}

extension ParameterType<Int> {
    /// The type of whole numbers.
    public static var integer: ParameterType {
        ParameterType(fieldType: .integer) { if case .integer(let number) = $0 { number } else { nil } }
    }
}

extension ParameterType<Amount> {
    /// The parameter type for amounts of money.
    public static var amount: ParameterType {
        ParameterType(fieldType: .amount) { if case .amount(let amount) = $0 { amount } else { nil } }
    }
}

extension ParameterType<Day> {
    /// The parameter type for days.
    public static var day: ParameterType {
        ParameterType(fieldType: .day) { if case .day(let day) = $0 { day } else { nil } }
    }
}

extension Parameter {
    /// Creates a required parameter. If there are `choices`, other values are rejected.
    ///
    /// The command of an action with a positional parameter has one item and this value as its arguments: `loot split
    /// Chair 3`.
    public static func required(
        _ name: String, _ type: ParameterType<Value>, sets field: FieldKey? = nil, title: Message? = nil,
        summary: Message? = nil, choices: [String] = [], aliases: [String] = [], isPositional: Bool = false
    ) -> Parameter {
        let declaration = ParameterDeclaration(
            name, sets: field, type.fieldType, isRequired: true, title: title, summary: summary,
            choices: choices, aliases: aliases, isPositional: isPositional)
        return Parameter(declaration: declaration) { $0.flatMap(type.convert) }
    }

    /// Creates an optional parameter. If there are `choices`, other values are rejected.
    public static func optional<Wrapped>(
        _ name: String, _ type: ParameterType<Wrapped>, sets field: FieldKey? = nil, title: Message? = nil,
        summary: Message? = nil, choices: [String] = [], aliases: [String] = [], isPositional: Bool = false
    ) -> Parameter where Value == Wrapped? {
        let declaration = ParameterDeclaration(
            name, sets: field, type.fieldType, isRequired: false, title: title, summary: summary,
            choices: choices, aliases: aliases, isPositional: isPositional)
        return Parameter(declaration: declaration) { value in
            guard let value else { return .some(nil) }
            return type.convert(value).map { .some($0) }
        }
    }
}

extension Parameter<Bool> {
    /// Creates a parameter that is false unless it is set.
    public static func flag(_ name: String, title: Message? = nil, summary: Message? = nil) -> Parameter {
        let declaration = ParameterDeclaration(
            name, sets: nil, .flag, isRequired: false, title: title, summary: summary)
        return Parameter(declaration: declaration) { $0 == .flag(true) }
    }
}
