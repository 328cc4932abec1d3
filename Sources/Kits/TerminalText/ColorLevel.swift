/// How much of a style a terminal shows, from nothing to every color.
public enum ColorLevel: Sendable, Hashable, Comparable, CaseIterable {
    /// Plain text, no escape sequence at all.
    case none
    /// Bold, underline and the other attributes, but no color.
    case monochrome
    /// Sixteen colors.
    case ansi16
    /// 256 colors.
    case ansi256
    /// 16 million colors.
    case trueColor

    /// What a process with this environment should write.
    ///
    /// A non-empty `NO_COLOR` gives none, whatever else is set. `FORCE_COLOR` (0 to 3) and `CLICOLOR_FORCE`
    /// give color even in a pipe; `FORCE_COLOR=0` gives none. Otherwise what is no terminal, `TERM=dumb`, no
    /// `TERM`, and `CLICOLOR=0` get none. How much color follows from `COLORTERM` and `TERM`. The answer is
    /// never ``monochrome``: a full-screen program, which needs attributes even under `NO_COLOR`, takes
    /// `max(level, .monochrome)`.
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

    /// The least that is asked for by force; nil when nothing is.
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
