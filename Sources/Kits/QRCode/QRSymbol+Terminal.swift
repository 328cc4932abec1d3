extension QRSymbol {
    /// The symbol with its quiet zone for a terminal.
    ///
    /// Readers take dark modules on light ground. With colors both are named, whatever colors the terminal has; without
    /// them, what is drawn are the light modules, which suits a terminal with a dark ground.
    ///
    /// - Parameters:
    ///   - isColored: whether the terminal takes sixteen colors.
    ///   - isASCII: whether it draws nothing but ASCII; a module takes two columns and a row then, else a column and
    ///     half a row.
    /// - Returns: the lines.
    package func terminalText(isColored: Bool, isASCII: Bool = false) -> String {
        var text = ""
        let range = -QRSymbol.quietZone..<size + QRSymbol.quietZone
        for y in stride(from: range.lowerBound, to: range.upperBound, by: isASCII ? 1 : 2) {
            // Where black and white are not in the palette, that of sixteen colors is the widest known.
            if isColored { text += "\u{1B}[30;47;107m" }
            for x in range {
                let ink = (self[x, y] == isColored, (y + 1 < range.upperBound && self[x, y + 1]) == isColored)
                if isASCII {
                    let isDark = self[x, y]
                    text += isColored ? (isDark ? "\u{1B}[40m  " : "\u{1B}[107m  ") : isDark ? "  " : "##"
                } else {
                    text += ink.0 ? (ink.1 ? "█" : "▀") : ink.1 ? "▄" : " "
                }
            }
            text += isColored ? "\u{1B}[0m\n" : "\n"
        }
        return text
    }
}
