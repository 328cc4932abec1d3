/// What a person asked for: a command, and what was given to it.
///
/// It is asked by the options and arguments that the command lists: `invocation[limit]`. To ask for another one is a
/// mistake of the program's, and a debug build stops there.
public struct Invocation: Sendable {
    let scope: Scope
    let given: [GivenOption]
    let arguments: [String: [String]]
    /// Whether no command was named, and one is meant that the declaration tells: ``Command/implied``.
    public let isImplied: Bool

    /// The names of the commands below the program; empty for the program itself.
    public var path: [String] { scope.path }

    /// What was given for an option.
    public subscript<Value>(option: Option<Value>) -> Value { option.value(times(option)) }

    /// What was given for an argument.
    public subscript<Value>(argument: Argument<Value>) -> Value {
        let name = argument.declaration.name
        assert(scope.arguments.contains { $0.name == name }, "'\(scope.name)' has no argument \(name)")
        return argument.value(arguments[name] ?? [])
    }

    /// Whether an option was given, on or off.
    public func has(_ option: any AnyOption) -> Bool { !times(option).isEmpty }

    private func times(_ option: any AnyOption) -> [GivenOption] {
        let name = option.declaration.name
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
