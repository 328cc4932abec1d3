/// A parsed command line: a command with the values of its options and arguments.
///
/// Read values with the options and arguments that the command declares: `invocation[limit]`. In debug builds,
/// reading an undeclared one is a fatal error.
public struct Invocation: Sendable {
    let scope: Scope
    let given: [ParsedOption]
    let arguments: [String: [String]]

    /// The names of the nested commands. Empty for the program itself.
    public var path: [String] { scope.path }

    /// The invocation of the implied subcommand, or `nil` if the command has none; see ``Command/implied``.
    package var implied: Invocation? {
        guard let name = scope.command.implied, let inner = scope.entering(name) else { return nil }
        return Invocation(scope: inner, given: given, arguments: [:])
    }

    /// The value of an option.
    public subscript<Value>(option: Option<Value>) -> Value { option.value(times(option.declaration.name)) }

    /// The value of an argument.
    public subscript<Value>(argument: Argument<Value>) -> Value {
        let name = argument.declaration.name
        assert(scope.arguments.contains { $0.name == name }, "'\(scope.name)' has no argument \(name)")
        return argument.value(arguments[name] ?? [])
    }

    /// Returns whether an option was given, including a negated flag.
    package func has<Value>(_ option: Option<Value>) -> Bool { !times(option.declaration.name).isEmpty }

    /// Returns whether the command declares an option, so that its value can be read. An option with the same name
    /// but another declaration doesn't count.
    package func lists<Value>(_ option: Option<Value>) -> Bool { scope.options.contains(option.declaration) }

    private func times(_ name: String) -> [ParsedOption] {
        assert(scope.options.contains { $0.name == name }, "'\(scope.name)' has no option --\(name)")
        return given.filter { $0.name == name }
    }
}

/// An occurrence of an option on the command line.
struct ParsedOption: Sendable {
    /// The option's declared long name.
    var name: String
    /// The value, or `nil` for a flag or an omitted optional value.
    var value: String?
    /// Whether the flag is on. `false` after `--no-name`.
    var isOn: Bool
}
