/// Something a command takes by name: a flag, which is on or off, or an option with a value.
public struct Option: Sendable, Hashable {
    /// Whether a value follows.
    public enum Kind: Sendable, Hashable {
        /// None: the option is on when it is there. A negatable flag can also be turned off, by `--no-name`.
        case flag(isNegatable: Bool)
        /// Always one.
        case value(placeholder: String)
        /// Perhaps one: the next word, unless it begins with a dash.
        case optionalValue(placeholder: String)
    }

    /// The long name, without dashes; the parsed value is found under it.
    public var name: String
    /// The one-letter name.
    public var short: Character?
    /// Other long names, which help doesn't show and completions don't offer.
    public var aliases: [String]
    /// Whether a value follows.
    public var kind: Kind
    /// What it does.
    public var summary: String
    /// Which values it takes.
    public var values: Values
    /// Whether it may be given more than once.
    public var isRepeatable: Bool
    /// Whether the commands below take it too.
    public var isGlobal: Bool
    /// Whether help and completions leave it out.
    public var isHidden: Bool
    /// The heading under which help lists it; nil for the common one.
    public var group: String?

    /// Makes a flag.
    public static func flag(
        _ name: String, short: Character? = nil, aliases: [String] = [], _ summary: String,
        isNegatable: Bool = false, isRepeatable: Bool = false, isGlobal: Bool = false, isHidden: Bool = false,
        group: String? = nil
    ) -> Option {
        Option(
            name: name, short: short, aliases: aliases, kind: .flag(isNegatable: isNegatable),
            summary: summary,
            values: .any, isRepeatable: isRepeatable, isGlobal: isGlobal, isHidden: isHidden, group: group)
    }

    /// Makes an option with a value, which help calls by its placeholder.
    public static func value(
        _ name: String, _ placeholder: String, short: Character? = nil, aliases: [String] = [],
        _ summary: String, values: Values = .any, isOptional: Bool = false, isRepeatable: Bool = false,
        isGlobal: Bool = false, isHidden: Bool = false, group: String? = nil
    ) -> Option {
        Option(
            name: name, short: short, aliases: aliases,
            kind: isOptional ? .optionalValue(placeholder: placeholder) : .value(placeholder: placeholder),
            summary: summary, values: values, isRepeatable: isRepeatable, isGlobal: isGlobal,
            isHidden: isHidden, group: group)
    }

    var isNegatable: Bool { kind == .flag(isNegatable: true) }

    /// Whether the next word is this option's value, whatever it is.
    var needsValue: Bool {
        if case .value = kind { return true }
        return false
    }

    var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder), .optionalValue(let placeholder): placeholder
        }
    }

    /// Every spelling with its dashes, the negated ones last.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ([name] + aliases).map { "--" + $0 } + negations
    }

    /// The spellings that are offered: all but the aliases.
    var offeredSpellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ["--" + name] + (isNegatable ? ["--no-" + name] : [])
    }

    var negations: [String] { isNegatable ? ([name] + aliases).map { "--no-" + $0 } : [] }
}
