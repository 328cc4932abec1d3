/// A command as it is declared: what it is called, what it takes, and what help says about it.
///
/// The outermost command is the program itself; the others are its ``subcommands``.
public struct Command: Sendable {
    /// What a person types.
    public var name: String
    /// What it does, in a few words.
    public var summary: String
    /// More about it, shown in its own help; paragraphs are separated by empty lines.
    public var discussion: String
    /// The heading under which the help of the command above lists it; nil for the common one.
    public var group: String?
    /// Whether help and completions leave it out.
    public var isHidden: Bool
    /// Whether it does nothing by itself, so that one of its subcommands must be named.
    public var needsSubcommand: Bool
    /// What it takes by position.
    public var arguments: [Argument]
    /// What it takes by name.
    public var options: [Option]
    /// The commands within it.
    public var subcommands: [Command]
    /// How it is used.
    public var examples: [Example]

    /// Makes a command.
    public init(
        _ name: String, summary: String, discussion: String = "", group: String? = nil,
        isHidden: Bool = false,
        needsSubcommand: Bool = false, arguments: [Argument] = [], options: [Option] = [],
        subcommands: [Command] = [], examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.group = group
        self.isHidden = isHidden
        self.needsSubcommand = needsSubcommand
        self.arguments = arguments
        self.options = options
        self.subcommands = subcommands
        self.examples = examples
    }

    /// A command line worth showing.
    public struct Example: Sendable, Hashable {
        /// The whole line, with the program's name.
        public var line: String
        /// What it does.
        public var summary: String

        /// Makes an example.
        public init(_ line: String, _ summary: String) {
            self.line = line
            self.summary = summary
        }
    }
}
