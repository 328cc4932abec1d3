/// A positional argument of a command, with the type of its value: a string, an optional string, or several strings.
public struct Argument<Value>: AnyArgument {
    /// The declaration, which help, completions and the parser use.
    public let declaration: ArgumentDeclaration
    /// Converts the argument's words, which the parser has validated, to its value.
    let value: @Sendable ([String]) -> Value
}

/// An argument with a value of any type.
public protocol AnyArgument: Sendable {
    /// The declaration, which help, completions and the parser use.
    var declaration: ArgumentDeclaration { get }
}

extension Argument<String> {
    /// Returns a required argument.
    public static func required(_ name: String, _ summary: Message, values: Values = .any) -> Argument {
        // The parser ensures that the word exists.
        Argument(declaration: ArgumentDeclaration(name: name, summary: summary, values: values)) {
            $0.first ?? ""
        }
    }
}

extension Argument<String?> {
    /// Returns an optional argument.
    public static func optional(_ name: String, _ summary: Message, values: Values = .any) -> Argument {
        Argument(
            declaration: ArgumentDeclaration(name: name, summary: summary, isOptional: true, values: values)
        ) { $0.first }
    }
}

extension Argument<[String]> {
    /// Returns an argument that accepts any number of words. A command should have at most one.
    public static func repeated(
        _ name: String, _ summary: Message, isOptional: Bool = false, values: Values = .any
    ) -> Argument {
        Argument(
            declaration: ArgumentDeclaration(
                name: name, summary: summary, isOptional: isOptional, isRepeated: true, values: values)
        ) { $0 }
    }
}

extension Argument {
    /// Returns an argument that accepts one of several words, each of which represents a value.
    public static func choice<Choice: Sendable>(
        _ name: String, _ summary: Message, _ choices: [(word: String, value: Choice)]
    ) -> Argument where Value == Choice? {
        Argument(
            declaration: ArgumentDeclaration(
                name: name, summary: summary, values: .oneOf(choices.map(\.word)))
        ) { words in choices.first { $0.word == words.first }?.value }
    }
}

/// The declaration of an argument, which help, completions and the parser use.
public struct ArgumentDeclaration: Sendable, Hashable {
    /// The name in usage lines, usually in capitals.
    package var name: String
    /// A short description.
    package var summary: Message
    /// Whether the argument is optional.
    package var isOptional = false
    /// Whether the argument accepts several words.
    package var isRepeated = false
    /// The accepted values.
    package var values = Values.any

    var usage: String {
        let name = isRepeated ? name + "..." : name
        return isOptional ? "[\(name)]" : name
    }
}

/// The values that an option or argument accepts, and that shells complete.
public enum Values: Sendable, Hashable {
    /// Any text, without completions.
    case any
    /// One of the given words.
    case oneOf([String])
    /// One of the given words, or any text that contains `sign`. Help shows such text as `placeholder`.
    case oneOfOr([String], placeholder: String, sign: Character)
    /// An integer in the given range.
    case number(ClosedRange<Int>)
    /// Any text. Shells complete the given words.
    case suggested([String])
    /// The path of a file.
    case file
    /// The path of a directory.
    case directory
    /// Any text. The program provides the completions for the given kind; see ``Completion/asked``.
    case asked(String)
}
