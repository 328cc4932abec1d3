/// The colors and attributes that a terminal can show.
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

    /// Determines the level that a process should use in an environment.
    ///
    /// A nonempty `NO_COLOR` or `FORCE_COLOR=0` selects ``none`` in all cases. `FORCE_COLOR` (1 to 3) and
    /// `CLICOLOR_FORCE` enable colors even if the output isn't a terminal. Otherwise, the level is ``none`` if the
    /// output isn't a terminal, if `TERM` is `dumb` or missing, or if `CLICOLOR` is 0. `COLORTERM` and `TERM`
    /// determine the number of colors.
    ///
    /// The result is never ``monochrome``. Full-screen programs, which need attributes even with `NO_COLOR`, should
    /// use `max(level, .monochrome)`.
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

    /// Returns the minimum level that the environment forces, or `nil` if it forces none.
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
