/// The range of colors and attributes that a program uses in its output. Levels are ordered from none to all colors.
public enum ColorLevel: Sendable, Hashable, Comparable, CaseIterable {
    /// Plain text without escape sequences.
    case none
    /// Attributes such as bold and underline, but no colors.
    case monochrome
    /// Sixteen colors.
    case ansi16
    /// 256 colors.
    case ansi256
    /// 16 million colors.
    case trueColor

    /// Creates the level for the output of a process with the given environment variables. `isTerminal` is whether the
    /// output is a terminal.
    ///
    /// - A nonempty `NO_COLOR`, or `FORCE_COLOR` with the value 0 or `false`, always selects ``none``.
    /// - Any other `FORCE_COLOR`, or else a `CLICOLOR_FORCE` other than 0, enables colors even if the output isn't a
    ///   terminal. The values 2 and 3 of `FORCE_COLOR` enable at least ``ansi256`` and ``trueColor``.
    /// - Otherwise, the level is ``none`` if the output isn't a terminal, if `TERM` is `dumb`, empty or missing, or if
    ///   `CLICOLOR` is 0.
    /// - If colors are enabled, `COLORTERM` and `TERM` determine their number. It is at least 16.
    ///
    /// The result is never ``monochrome``. Full-screen programs need attributes even if colors are disabled, so they
    /// should use `max(level, .monochrome)`.
    public init(environment: [String: String], isTerminal: Bool) {
        func value(_ name: String) -> String { environment[name]?.lowercased() ?? "" }
        let forced = Self.forced(environment)
        if !value("NO_COLOR").isEmpty || forced == ColorLevel.none {
            self = .none
            return
        }
        let term = value("TERM")
        let isCapable = isTerminal && !term.isEmpty && term != "dumb" && value("CLICOLOR") != "0"
        guard isCapable || forced != nil else {
            self = .none
            return
        }
        let found: ColorLevel =
            if value("COLORTERM") == "truecolor" || value("COLORTERM") == "24bit" || term.hasSuffix("-direct")
            {
                .trueColor
            } else if term.contains("256color") {
                .ansi256
            } else {
                .ansi16
            }
        self = max(found, forced ?? .none)
    }

    /// Returns the level that `FORCE_COLOR`, or else `CLICOLOR_FORCE`, requires at least. ``none`` means that colors
    /// are disabled, and `nil` that the variables require nothing.
    private static func forced(_ environment: [String: String]) -> ColorLevel? {
        switch environment["FORCE_COLOR"]?.lowercased() {
        case nil: break
        case "0", "false": return ColorLevel.none
        case "2": return .ansi256
        case "3": return .trueColor
        default: return .ansi16
        }
        let force = environment["CLICOLOR_FORCE"] ?? ""
        return force.isEmpty || force == "0" ? nil : .ansi16
    }
}
