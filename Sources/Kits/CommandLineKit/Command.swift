// Declarations contain messages, so a program can write them without another import.
@_exported public import Localization

/// A declared command: its name, arguments and options, and its help.
///
/// The root command is the program itself. The others are its subcommands.
public struct Command: Sendable {
    /// The name as typed on the command line.
    package let name: String
    /// A short description.
    let summary: Message
    /// A longer description, shown in the command's help. Empty lines separate paragraphs.
    package let discussion: Message
    /// The heading under which the parent's help lists the command, or `nil` for the default heading.
    let group: Message?
    /// Whether help and completions omit the command.
    let isHidden: Bool
    /// Whether the command line must name one of the subcommands.
    let needsSubcommand: Bool
    /// The name of the subcommand that is used if the command line names none, or `nil`.
    let implied: String?
    /// The complete help text of a topic, or `nil` if help is generated from the declaration.
    let page: Message?
    /// The subcommands.
    package internal(set) var subcommands: [Command]

    private let declaredArguments: @Sendable () -> [any AnyArgument]
    var declaredOptions: @Sendable () -> [any AnyOption]
    private let declaredExamples: @Sendable () -> [Example]

    /// Creates a command. Arguments, options and examples are evaluated only when needed, since a run uses few of a
    /// program's commands.
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

    /// Creates the subcommand of `help` that shows a topic.
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

    /// A subject that help explains in addition to the commands: `help filter`.
    public struct Topic: Sendable {
        /// The word that people type after `help`.
        let name: String
        /// A short description.
        let summary: Message
        /// The explanation, in lines of at most 80 columns.
        let text: Message

        /// Creates a topic.
        public init(_ name: String, summary: Message, text: Message) {
            self.name = name
            self.summary = summary
            self.text = text
        }
    }

    var arguments: [ArgumentDeclaration] { declaredArguments().map(\.declaration) }
    var options: [OptionDeclaration] { declaredOptions().map(\.declaration) }
    /// Examples of the command's use.
    package var examples: [Example] { declaredExamples() }

    /// An example of a command line.
    public struct Example: Sendable, Hashable {
        /// The complete line, including the program's name.
        package var line: String
        /// A description of the line's effect.
        var summary: Message

        /// Creates an example.
        public init(_ line: String, _ summary: Message) {
            self.line = line
            self.summary = summary
        }
    }
}
