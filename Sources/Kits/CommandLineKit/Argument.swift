/// Something a command takes by position, and what its value is in the program: a text, perhaps one, or several.
public struct Argument<Value>: AnyArgument {
    /// What help, completions and the parser know of it.
    public let declaration: ArgumentDeclaration
    /// The value of the words, which the parser has checked.
    let value: @Sendable ([String]) -> Value
}

/// An argument of any type, as a command lists it.
public protocol AnyArgument: Sendable {
    /// What help, completions and the parser know of it.
    var declaration: ArgumentDeclaration { get }
}

extension Argument<String> {
    /// An argument that must be given.
    public static func required(_ name: String, _ summary: Message, values: Values = .any) -> Argument {
        // The parser has seen that there is one.
        Argument(declaration: ArgumentDeclaration(name: name, summary: summary, values: values)) {
            $0.first ?? ""
        }
    }
}

extension Argument<String?> {
    /// An argument that may be left out.
    public static func optional(_ name: String, _ summary: Message, values: Values = .any) -> Argument {
        Argument(
            declaration: ArgumentDeclaration(name: name, summary: summary, isOptional: true, values: values)
        ) { $0.first }
    }
}

extension Argument<[String]> {
    /// An argument that takes as many as are given. At most one of a command should.
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
    /// An argument that is one of several words; each stands for a value.
    public static func choice<Choice: Sendable>(
        _ name: String, _ summary: Message, _ choices: [(word: String, value: Choice)]
    ) -> Argument where Value == Choice? {
        Argument(
            declaration: ArgumentDeclaration(
                name: name, summary: summary, values: .oneOf(choices.map(\.word)))
        ) { words in choices.first { $0.word == words.first }?.value }
    }
}

/// What help, completions and the parser know of an argument.
public struct ArgumentDeclaration: Sendable, Hashable {
    /// What usage calls it, customarily in capitals.
    package var name: String
    /// What it is.
    package var summary: Message
    /// Whether it may be left out.
    package var isOptional = false
    /// Whether it takes as many as are given.
    package var isRepeated = false
    /// Which values it takes.
    package var values = Values.any

    var usage: String {
        let name = isRepeated ? name + "..." : name
        return isOptional ? "[\(name)]" : name
    }
}

/// Which values an option or argument takes, and what a shell offers for it.
public enum Values: Sendable, Hashable {
    /// Any text; nothing is offered.
    case any
    /// One of these and no other.
    case oneOf([String])
    /// One of these, or any text that holds this sign; help calls that by the placeholder.
    case oneOfOr([String], placeholder: String, sign: Character)
    /// A whole number within a range.
    case number(ClosedRange<Int>)
    /// Any text; these are offered.
    case suggested([String])
    /// The path of a file.
    case file
    /// The path of a directory.
    case directory
    /// Any text; what is offered the program knows, by a kind of its own: ``Completion/asked``.
    case asked(String)
}
