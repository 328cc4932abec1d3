public import Localization
public import LootCore

/// A value that an action needs in addition to its items. `try input[until]` reads the argument for the parameter
/// `until`.
///
/// ```swift
/// private static let until = Parameter<Day?>.optional("until", sets: "lentUntil")
/// private static let reason = Parameter<String>.required("reason", title: "Reason", choices: ["sold", "broken"])
/// private static let keepsPlace = Parameter<Bool>.flag("keep-place", title: "Keep the place")
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

/// A type of arguments: `String`, `Int`, `Amount` or `Day`.
public protocol ParameterValue: Sendable {
    /// The type of the field values that arguments are parsed to.
    static var fieldType: FieldType { get }
    /// Returns the argument for a field value of this type.
    static func argument(_ value: FieldValue) -> Self?
}

extension Parameter where Value: ParameterValue {
    /// Creates a required parameter. With `choices`, other values are refused.
    public static func required(
        _ name: String, sets field: FieldKey? = nil, title: Message? = nil, summary: Message? = nil,
        choices: [String] = [], aliases: [String] = []
    ) -> Parameter {
        let declaration = ParameterDeclaration(
            name, sets: field, Value.fieldType, isRequired: true, title: title, summary: summary,
            choices: choices,
            aliases: aliases)
        return Parameter(declaration: declaration) { $0.flatMap(Value.argument) }
    }
}

extension Parameter {
    /// Creates an optional parameter. With `choices`, other values are refused.
    public static func optional<Wrapped: ParameterValue>(
        _ name: String, sets field: FieldKey? = nil, title: Message? = nil, summary: Message? = nil,
        choices: [String] = [], aliases: [String] = []
    ) -> Parameter where Value == Wrapped? {
        let declaration = ParameterDeclaration(
            name, sets: field, Wrapped.fieldType, isRequired: false, title: title, summary: summary,
            choices: choices, aliases: aliases)
        return Parameter(declaration: declaration) { value in
            guard let value else { return .some(nil) }
            return Wrapped.argument(value).map { .some($0) }
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

extension String: ParameterValue {
    /// The type `text`.
    public static var fieldType: FieldType { .text }
    /// Returns a text.
    public static func argument(_ value: FieldValue) -> String? {
        if case .text(let argument) = value { argument } else { nil }
    }
}

extension Int: ParameterValue {
    /// The type `integer`.
    public static var fieldType: FieldType { .integer }
    /// Returns a whole number.
    public static func argument(_ value: FieldValue) -> Int? {
        if case .integer(let argument) = value { argument } else { nil }
    }
}

extension Amount: ParameterValue {
    /// The type `amount`.
    public static var fieldType: FieldType { .amount }
    /// Returns an amount.
    public static func argument(_ value: FieldValue) -> Amount? {
        if case .amount(let argument) = value { argument } else { nil }
    }
}

extension Day: ParameterValue {
    /// The type `day`.
    public static var fieldType: FieldType { .day }
    /// Returns a day.
    public static func argument(_ value: FieldValue) -> Day? {
        if case .day(let argument) = value { argument } else { nil }
    }
}
