public import LootCore

/// A configuration key that a plugin understands.
///
/// From its declaration come decoding, checking, help, the JSON Schema, and the flags of a front end's command.
public struct PluginOption: Hashable, Sendable {
    /// What a value must be.
    @nonexhaustive
    public indirect enum Kind: Hashable, Sendable {
        /// Text.
        case text
        /// A file or folder; relative ones are relative to the file that names them, `~` is expanded.
        case path
        /// A store's address, such as `json:items.json`; a relative path in it is relative to the file that names it.
        case address
        /// A secret: text that is never printed.
        case secret
        /// A whole number within a range.
        case integer(ClosedRange<Int>)
        /// An amount of money, from 0 up.
        case amount
        /// Where one band ends and the next begins: a number or an amount. The text `>50` says that 50 itself belongs to
        /// the lower band.
        case bound
        /// Yes or no.
        case flag
        /// One of several words.
        case choice([String])
        /// Several values of a kind; on the command line and in the environment separated by commas.
        case list(Kind)
    }

    /// The key.
    package let name: String
    /// What a value must be.
    package let kind: Kind
    /// What holds when nothing is said; nil when the plugin then does without.
    package let defaultValue: SettingValue?
    /// One line on what it is for.
    package let summary: String
    /// Whether the plugin can't do without a value.
    package let isRequired: Bool

    /// A key with its documentation.
    public init(
        _ name: String, _ kind: Kind, default defaultValue: SettingValue? = nil, isRequired: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.isRequired = isRequired
        self.summary = summary
    }
}

/// A value in a configuration.
@nonexhaustive
public indirect enum SettingValue: Hashable, Sendable {
    /// Text, a path, a choice.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// An amount that is no whole number.
    case amount(Amount)
    /// Yes or no.
    case flag(Bool)
    /// Several values.
    case list([SettingValue])
}

extension SettingValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Yes or no.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    /// Several values.
    public init(arrayLiteral elements: SettingValue...) { self = .list(elements) }
}
