/// An error in the words of a command line. A program can match its parts, and a person reads what to do.
///
/// The sentences quote the words as they were typed: make control characters visible before writing them to a
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
        /// The value isn't allowed.
        case invalidValue
        /// There are more arguments than the command takes.
        case unexpectedArgument
        /// A required argument or option is missing.
        case missingArgument
    }

    /// What is wrong.
    public var kind: Kind
    /// The program's name.
    package var program: String
    /// The word at fault as it was typed; nil if one is missing.
    public var token: String?
    /// What failed and why, as one complete sentence.
    public var message: Message
    /// What to do, as complete sentences.
    public var advice: Message
    /// The words that may have been meant, the nearest first.
    public var suggestions: [String]
    /// One line that shows the command's syntax.
    package var usage: String

    /// Returns the error in one line: the program's name, what failed and why, and what to do.
    public func text(in language: Language) -> String {
        "\(program): \(message.text(in: language)) \(advice.text(in: language))"
    }

    /// The error in one line, in English.
    public var description: String { text(in: .english) }
}
