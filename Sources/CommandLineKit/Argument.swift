/// Something a command takes by position.
public struct Argument: Sendable, Hashable {
    /// What usage calls it, customarily in capitals; the parsed value is found under it.
    public var name: String
    /// What it is.
    public var summary: String
    /// Whether it may be left out.
    public var isOptional: Bool
    /// Whether it takes as many as are given. At most one argument of a command should.
    public var isRepeated: Bool
    /// Which values it takes.
    public var values: Values

    /// Makes an argument.
    public init(
        _ name: String, _ summary: String, isOptional: Bool = false, isRepeated: Bool = false,
        values: Values = .any
    ) {
        self.name = name
        self.summary = summary
        self.isOptional = isOptional
        self.isRepeated = isRepeated
        self.values = values
    }

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
    /// Any text; these are offered.
    case suggested([String])
    /// The path of a file.
    case file
    /// The path of a directory.
    case directory
    /// Any text; the shell asks the program by `program __complete KIND PREFIX`, which prints a candidate per
    /// line. The program declares that command itself, as a hidden one.
    case asked(kind: String)
}
