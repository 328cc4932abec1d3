/// What a person asked for: a command, and what was given to it.
public struct ParsedCommand: Sendable, Hashable {
    /// One option as it was given.
    public struct GivenOption: Sendable, Hashable {
        /// The long name under which it is declared.
        public var name: String
        /// Its value; nil for a flag, or where an optional value was left out.
        public var value: String?
        /// False for a flag that was turned off by `--no-name`.
        public var isOn: Bool
    }

    /// The names of the commands below the program; empty for the program itself.
    public var path: [String]
    /// The options in the order in which they were given.
    public var options: [GivenOption]
    /// The values by position, under the names of their arguments; nothing is kept for what was left out.
    public var arguments: [String: [String]]

    /// Whether an option was given, on or off.
    public func contains(_ option: String) -> Bool { options.contains { $0.name == option } }

    /// Whether a flag was turned on or off last; nil when it was not given.
    public func flag(_ name: String) -> Bool? { options.last { $0.name == name }?.isOn }

    /// The last value of an option; nil when it has none.
    public func value(of option: String) -> String? { values(of: option).last }

    /// The values of an option, in order.
    public func values(of option: String) -> [String] {
        options.filter { $0.name == option }.compactMap(\.value)
    }

    /// The first value of an argument; nil when it was left out.
    public func argument(_ name: String) -> String? { arguments[name]?.first }
}
