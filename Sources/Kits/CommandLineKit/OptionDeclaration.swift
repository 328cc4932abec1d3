/// The declaration of an option, which help, completions and the parser use. An option is a flag or has a value.
public struct OptionDeclaration: Sendable, Hashable {
    /// Whether the option has a value.
    package enum Kind: Sendable, Hashable {
        /// No value: the option is a flag, which is on if it is given. `--no-name` turns a negatable flag off.
        case flag(isNegatable: Bool)
        /// A required value.
        case value(placeholder: String)
        /// An optional value: the next word, unless it begins with a dash.
        case optionalValue(placeholder: String)
    }

    /// The long name, without dashes.
    package var name: String
    /// The one-letter name, or `nil`.
    package var short: Character?
    /// Other long names, which help and completions omit.
    package var aliases: [String] = []
    /// Whether the option has a value.
    package var kind: Kind
    /// A short description.
    package var summary: Message
    /// The accepted values.
    package var values = Values.any
    /// Whether the option can be repeated.
    package var isRepeatable = false
    /// Whether subcommands also accept the option.
    package var isGlobal = false
    /// Whether help and completions omit the option.
    package var isHidden = false
    /// The heading under which help lists the option, or `nil` for the default heading.
    package var group: Message?

    var isNegatable: Bool { kind == .flag(isNegatable: true) }

    /// Whether the option requires a value.
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

    /// All spellings with their dashes. Negations are last.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ([name] + aliases).map { "--" + $0 } + negations
    }

    /// The spellings that help and completions show: all except those of the aliases.
    var offeredSpellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + ["--" + name] + (isNegatable ? ["--no-" + name] : [])
    }

    var negations: [String] { isNegatable ? ([name] + aliases).map { "--no-" + $0 } : [] }
}
