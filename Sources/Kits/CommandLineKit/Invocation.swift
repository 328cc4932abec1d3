/// What a person asked for: a command, and what was given to it.
///
/// It is asked by the options and arguments that the command lists: `invocation[limit]`. To ask for another one is a
/// mistake of the program's, and a debug build stops there.
public struct Invocation: Sendable {
    let scope: Scope
    let given: [GivenOption]
    let arguments: [String: [String]]

    /// The names of the commands below the program; empty for the program itself.
    public var path: [String] { scope.path }

    /// The same for the command that is meant where none is named; nil where one is, or none is meant: ``Command/implied``.
    package var implied: Invocation? {
        guard let name = scope.command.implied, let inner = scope.entering(name) else { return nil }
        return Invocation(scope: inner, given: given, arguments: [:])
    }

    /// What was given for an option.
    public subscript<Value>(option: Option<Value>) -> Value { option.value(times(option.declaration.name)) }

    /// What was given for an argument.
    public subscript<Value>(argument: Argument<Value>) -> Value {
        let name = argument.declaration.name
        assert(scope.arguments.contains { $0.name == name }, "'\(scope.name)' has no argument \(name)")
        return argument.value(arguments[name] ?? [])
    }

    /// Whether an option was given, on or off.
    package func has<Value>(_ option: Option<Value>) -> Bool { !times(option.declaration.name).isEmpty }

    /// Whether the command lists an option, so that it may be asked for it. Another one of the same name does not count.
    package func lists<Value>(_ option: Option<Value>) -> Bool { scope.options.contains(option.declaration) }

    private func times(_ name: String) -> [GivenOption] {
        assert(scope.options.contains { $0.name == name }, "'\(scope.name)' has no option --\(name)")
        return given.filter { $0.name == name }
    }
}

/// One option as it was given.
struct GivenOption: Sendable {
    /// The long name under which it is declared.
    var name: String
    /// Its value; nil for a flag, or where an optional value was left out.
    var value: String?
    /// False for a flag that was turned off by `--no-name`.
    var isOn: Bool
}
