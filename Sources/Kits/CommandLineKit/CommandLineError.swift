/// An error in a command line.
///
/// The messages quote words exactly as they were typed. Make control characters visible before you write them to a
/// terminal.
public struct CommandLineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    @nonexhaustive
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The command doesn't exist.
        case unknownCommand
        /// The command name is missing.
        case missingCommand
        /// The command doesn't have the option.
        case unknownOption
        /// An option needs a value.
        case missingValue
        /// A flag was given a value.
        case unexpectedValue
        /// The value isn't allowed.
        case invalidValue
        /// There are more arguments than the command accepts.
        case unexpectedArgument
        /// A required argument or option is missing.
        case missingArgument
    }

    /// The kind of the error.
    public var kind: Kind
    /// The program's name.
    package var program: String
    /// The invalid word as it was typed, or `nil` if a word is missing.
    public var token: String?
    /// The failure and its reason, as one complete sentence.
    public var message: Message
    /// The remedy, as complete sentences.
    public var advice: Message
    /// The similar words that the person may have meant, most similar first.
    public var suggestions: [String]
    /// The command's usage line.
    package var usage: String

    /// Returns the error on one line: the program's name, the failure and its reason, and the remedy.
    public func text(in language: Language) -> String {
        "\(program): \(message.text(in: language)) \(advice.text(in: language))"
    }

    /// The error on one line, in English.
    public var description: String { text(in: .english) }
}
