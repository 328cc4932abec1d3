/// An option of a command, with the type of its value: `Option<Int?>`, `Option<[String]>`.
///
/// Declare an option once and add it to commands. Use it to read its value from an ``Invocation``.
///
/// ```swift
/// static let limit = Option.number("limit", "N", "The maximum number of rows")
/// …
/// let limit = invocation[limit] ?? 20
/// ```
public struct Option<Value>: AnyOption {
    /// The declaration, which help, completions and the parser use.
    public let declaration: OptionDeclaration
    /// Converts the option's occurrences, which the parser has validated, to its value.
    let value: @Sendable ([ParsedOption]) -> Value

    /// A copy of the option that subcommands also accept.
    public var global: Option {
        var declaration = declaration
        declaration.isGlobal = true
        return Option(declaration: declaration, value: value)
    }

    /// A copy of the option that help and completions omit.
    public var hidden: Option {
        var declaration = declaration
        declaration.isHidden = true
        return Option(declaration: declaration, value: value)
    }
}

/// An option with a value of any type.
public protocol AnyOption: Sendable {
    /// The declaration, which help, completions and the parser use.
    var declaration: OptionDeclaration { get }
}

extension Option<Bool> {
    /// Returns a flag, which is on if it is present.
    public static func flag(
        _ name: String, short: Character? = nil, aliases: [String] = [], _ summary: Message,
        group: Message? = nil
    ) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, short: short, aliases: aliases, kind: .flag(isNegatable: false), summary: summary,
                group: group)
        ) { !$0.isEmpty }
    }
}

extension Option<Bool?> {
    /// Returns a flag that `--no-name` turns off. Its value is `nil` if neither is given.
    public static func toggle(
        _ name: String, short: Character? = nil, aliases: [String] = [], _ summary: Message,
        group: Message? = nil
    ) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, short: short, aliases: aliases, kind: .flag(isNegatable: true), summary: summary,
                group: group)
        ) { $0.last?.isOn }
    }
}

extension Option<String?> {
    /// Returns an option with a value. Help shows the value as `placeholder`.
    public static func value(
        _ name: String, _ placeholder: String, short: Character? = nil, aliases: [String] = [],
        _ summary: Message, values: Values = .any, group: Message? = nil
    ) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, short: short, aliases: aliases, kind: .value(placeholder: placeholder),
                summary: summary, values: values, group: group)
        ) { $0.last?.value }
    }
}

extension Option<[String]> {
    /// Returns an option that can be repeated. Its value contains all given values in order.
    public static func values(
        _ name: String, _ placeholder: String, _ summary: Message, values: Values = .any,
        group: Message? = nil
    ) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, kind: .value(placeholder: placeholder), summary: summary, values: values,
                isRepeatable: true, group: group)
        ) { $0.compactMap(\.value) }
    }
}

extension Option<String??> {
    /// Returns an option whose value can be omitted. The result is `nil` if the option isn't given, and `.some(nil)`
    /// if it is given without a value.
    public static func optionalValue(_ name: String, _ placeholder: String, _ summary: Message) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, kind: .optionalValue(placeholder: placeholder), summary: summary)
        ) { $0.last.map(\.value) }
    }
}

extension Option<Int?> {
    /// Returns an option with an integer in a range.
    public static func number(
        _ name: String, _ placeholder: String, _ summary: Message, in range: ClosedRange<Int> = 0...Int.max
    ) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, kind: .value(placeholder: placeholder), summary: summary, values: .number(range))
        ) { $0.last?.value.flatMap { Int($0) } }
    }
}

extension Option {
    /// Returns an option that accepts one of several words, each of which represents a value. If the option isn't
    /// given, its value is the default.
    public static func choice(
        _ name: String, _ placeholder: String, _ summary: Message, _ choices: [(word: String, value: Value)],
        default value: Value, group: Message? = nil
    ) -> Option where Value: Sendable {
        Option(
            declaration: OptionDeclaration(
                name: name, kind: .value(placeholder: placeholder), summary: summary,
                values: .oneOf(choices.map(\.word)), group: group)
        ) { given in choices.first { $0.word == given.last?.value }?.value ?? value }
    }

    /// Returns an option that accepts one of several words, each of which represents a value, or a string
    /// that contains `sign`, which `other` converts to a value.
    package static func choice(
        _ name: String, _ placeholder: String, _ summary: Message, _ choices: [(word: String, value: Value)],
        or sample: String, with sign: Character, _ other: @escaping @Sendable (String) -> Value,
        default value: Value
    ) -> Option where Value: Sendable {
        Option(
            declaration: OptionDeclaration(
                name: name, kind: .value(placeholder: placeholder), summary: summary,
                values: .oneOfOr(choices.map(\.word), placeholder: sample, sign: sign))
        ) { given in
            guard let word = given.last?.value else { return value }
            return choices.first { $0.word == word }?.value ?? other(word)
        }
    }
}
