/// Why words can't be understood as a command, in parts that a program can match and a person can act on.
///
/// The parts quote what was typed as it was typed: make control characters visible before writing to a
/// terminal.
public struct CommandLineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    @nonexhaustive
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// There is no such command.
        case unknownCommand
        /// A command must be named.
        case missingCommand
        /// The command has no such option.
        case unknownOption
        /// An option needs a value.
        case missingValue
        /// A flag was given a value.
        case unexpectedValue
        /// A value is none that is allowed, or, found by the program itself, none that makes sense.
        case invalidValue
        /// There are more arguments than the command takes.
        case unexpectedArgument
        /// An argument or option that the command needs is not there.
        case missingArgument
    }

    /// What is wrong.
    public var kind: Kind
    /// The program's name.
    package var program: String
    /// The word at fault as it was typed; nil when one is missing.
    public var token: String?
    /// What failed.
    package var problem: String
    /// Why.
    package var reason: String
    /// What to do next: one or more sentences.
    package var advice: String
    /// What may have been meant, the nearest first.
    public var suggestions: [String]
    /// One line that shows what may be written.
    package var usage: String

    /// Makes an error, for a program that finds more wrong than the declaration tells.
    init(
        _ kind: Kind, program: String, token: String? = nil, problem: String, reason: String, advice: String,
        suggestions: [String] = [], usage: String = ""
    ) {
        self.kind = kind
        self.program = program
        self.token = token
        self.problem = problem
        self.reason = reason
        self.advice = advice
        self.suggestions = suggestions
        self.usage = usage
    }

    /// The error in one line: `program: what failed: why. What to do next.`
    public var description: String { "\(program): \(problem): \(reason). \(advice)" }
}
