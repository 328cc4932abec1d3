public import LootCore

/// A configuration key that a plugin supports.
///
/// Decoding, validation, help, the JSON Schema and command-line options are derived from the declaration.
public struct PluginOption: Hashable, Sendable {
    /// The kind of values.
    @nonexhaustive
    public indirect enum Kind: Hashable, Sendable {
        /// Text.
        case text
        /// A path of a file or folder. Relative paths are relative to the file that contains them, and `~` is
        /// expanded.
        case path
        /// The address of a store, such as `json:items.json`. A relative path in it is relative to the file that
        /// contains it.
        case address
        /// A secret: text that is never printed.
        case secret
        /// A whole number within a range.
        case integer(ClosedRange<Int>)
        /// A non-negative amount of money.
        case amount
        /// The bound between two bands: a number or an amount. The text `>50` means that 50 belongs to the lower
        /// band.
        case bound
        /// A Boolean value.
        case flag
        /// One of several words.
        case choice([String])
        /// Several values of a kind, separated by commas on the command line and in the environment.
        case list(Kind)
    }

    /// The name of the key.
    package let name: String
    /// The kind of values.
    package let kind: Kind
    /// The default value, or `nil` if there is none.
    package let defaultValue: SettingValue?
    /// A one-line description.
    package let summary: Message
    /// Whether a value is required.
    package let isRequired: Bool

    /// Creates an option.
    public init(
        _ name: String, _ kind: Kind, default defaultValue: SettingValue? = nil, isRequired: Bool = false,
        _ summary: Message
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
    /// A string, a path or a choice.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// An amount that isn't a whole number.
    case amount(Amount)
    /// A Boolean value.
    case flag(Bool)
    /// Several values.
    case list([SettingValue])
}

extension SettingValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Creates text from a literal.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a whole number from a literal.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a Boolean value from a literal.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    /// Creates a list of values from a literal.
    public init(arrayLiteral elements: SettingValue...) { self = .list(elements) }
}
