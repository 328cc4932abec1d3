/// What help, completions and the parser know of an option: a flag, which is on or off, or an option with a value.
public struct OptionDeclaration: Sendable, Hashable {
    /// Whether a value follows.
    package enum Kind: Sendable, Hashable {
        /// None: the option is on when it is there. A negatable flag can also be turned off, by `--no-name`.
        case flag(isNegatable: Bool)
        /// Always one.
        case value(placeholder: String)
        /// Perhaps one: the next word, unless it begins with a dash.
        case optionalValue(placeholder: String)
    }

    /// The long name, without dashes.
    package var name: String
    /// The one-letter name.
    package var short: Character?
    /// Other long names, which help doesn't show and completions don't offer.
    package var aliases: [String] = []
    /// Whether a value follows.
    package var kind: Kind
    /// What it does.
    package var summary: Message
    /// Which values it takes.
    package var values = Values.any
    /// Whether it may be given more than once.
    package var isRepeatable = false
    /// Whether the commands below take it too.
    package var isGlobal = false
    /// Whether help and completions leave it out.
    package var isHidden = false
    /// The heading under which help lists it; nil for the common one.
    package var group: Message?

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
