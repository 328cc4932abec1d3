/// Something a command takes by name, and what its value is in the program: `Option<Int?>`, `Option<[String]>`.
///
/// An option is declared once, as a value. A command lists it, and ``Invocation`` is asked with it for what was given.
///
/// ```swift
/// static let limit = Option.number("limit", "N", "At most so many rows")
/// …
/// let limit = invocation[limit] ?? 20
/// ```
public struct Option<Value>: AnyOption {
    /// What help, completions and the parser know of it.
    public let declaration: OptionDeclaration
    /// The value of what was given, which the parser has checked.
    let value: @Sendable ([GivenOption]) -> Value

    /// The same option for the commands below, too.
    public var global: Option {
        var declaration = declaration
        declaration.isGlobal = true
        return Option(declaration: declaration, value: value)
    }

    /// The same option, which help and completions leave out.
    public var hidden: Option {
        var declaration = declaration
        declaration.isHidden = true
        return Option(declaration: declaration, value: value)
    }
}

/// An option of any type, as a command lists it.
public protocol AnyOption: Sendable {
    /// What help, completions and the parser know of it.
    var declaration: OptionDeclaration { get }
}

extension Option<Bool> {
    /// A flag: on where it is given.
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
    /// A flag that is turned off by `--no-name`; nil where it is not given.
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
    /// An option with a value, which help calls by its placeholder.
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
    /// An option with a value that may be given again; the values in order.
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
    /// An option whose value may be left out: nil where it is not given, and a nil in it where it stands alone.
    public static func optionalValue(_ name: String, _ placeholder: String, _ summary: Message) -> Option {
        Option(
            declaration: OptionDeclaration(
                name: name, kind: .optionalValue(placeholder: placeholder), summary: summary)
        ) { $0.last.map(\.value) }
    }
}

extension Option<Int?> {
    /// An option with a whole number in a range.
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
    /// An option whose value is one of several words; each stands for a value, as does leaving it out.
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

    /// An option whose value is one of several words, each of which stands for a value, or a text with a sign in it, which
    /// `other` makes a value of.
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
