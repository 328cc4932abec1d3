// Declarations contain messages, so a program can write them without another import.
@_exported public import Localization

/// A command as it is declared: what it is called, what it takes, and what help says about it.
///
/// The outermost command is the program itself; the others are its subcommands.
public struct Command: Sendable {
    /// What a person types.
    package let name: String
    /// What it does, in a few words.
    let summary: Message
    /// More about it, shown in its own help; paragraphs are separated by empty lines.
    package let discussion: Message
    /// The heading under which the help of the command above lists it; nil for the common one.
    let group: Message?
    /// Whether help and completions leave it out.
    let isHidden: Bool
    /// Whether it does nothing by itself, so that one of its subcommands must be named.
    let needsSubcommand: Bool
    /// The command within it that is meant where none is named.
    let implied: String?
    /// What help shows of it, line by line as it stands; nil where help is made of the declaration.
    let page: Message?
    /// The commands within it.
    package internal(set) var subcommands: [Command]

    private let declaredArguments: @Sendable () -> [any AnyArgument]
    var declaredOptions: @Sendable () -> [any AnyOption]
    private let declaredExamples: @Sendable () -> [Example]

    /// Makes a command. What it takes, and its examples, are made when they are asked for: of a program with many
    /// commands, most are not named in a run.
    public init(
        _ name: String, summary: Message, discussion: Message = "", group: Message? = nil,
        isHidden: Bool = false, needsSubcommand: Bool = false, implied: String? = nil,
        arguments: @autoclosure @escaping @Sendable () -> [any AnyArgument] = [],
        options: @autoclosure @escaping @Sendable () -> [any AnyOption] = [],
        subcommands: [Command] = [],
        examples: @autoclosure @escaping @Sendable () -> [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.group = group
        self.isHidden = isHidden
        self.needsSubcommand = needsSubcommand
        self.implied = implied
        self.subcommands = subcommands
        page = nil
        declaredArguments = arguments
        declaredOptions = options
        declaredExamples = examples
    }

    /// What stands behind `help` for a topic.
    init(_ topic: Topic) {
        name = topic.name
        summary = topic.summary
        discussion = ""
        group = "Topics"
        isHidden = false
        needsSubcommand = false
        implied = nil
        subcommands = []
        page = topic.text
        declaredArguments = { [] }
        declaredOptions = { [] }
        declaredExamples = { [] }
    }

    /// Something that help explains beside the commands: `help filter`.
    public struct Topic: Sendable {
        /// What a person types behind `help`.
        let name: String
        /// What it is about, in a few words.
        let summary: Message
        /// The explanation, in lines of at most 80 columns.
        let text: Message

        /// Makes a topic.
        public init(_ name: String, summary: Message, text: Message) {
            self.name = name
            self.summary = summary
            self.text = text
        }
    }

    /// What it takes by position.
    var arguments: [ArgumentDeclaration] { declaredArguments().map(\.declaration) }
    /// What it takes by name.
    var options: [OptionDeclaration] { declaredOptions().map(\.declaration) }
    /// How it is used.
    package var examples: [Example] { declaredExamples() }

    /// A command line worth showing.
    public struct Example: Sendable, Hashable {
        /// The whole line, with the program's name.
        package var line: String
        /// What it does.
        var summary: Message

        /// Makes an example.
        public init(_ line: String, _ summary: Message) {
            self.line = line
            self.summary = summary
        }
    }
}
