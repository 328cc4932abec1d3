extension QRSymbol {
    /// Draws the symbol with its quiet zone as text for a terminal.
    ///
    /// Readers expect dark modules on a light background. With colors, both are set explicitly and don't depend on
    /// the terminal's colors. Without colors, the light modules are drawn, which requires a terminal with a dark
    /// background.
    ///
    /// - Parameters:
    ///   - isColored: Whether the terminal supports sixteen colors.
    ///   - isASCII: Whether to use only ASCII characters. A module is then two columns wide and one row high;
    ///     otherwise, it is one column wide and half a row high.
    /// - Returns: The lines of the drawing.
    package func terminalText(isColored: Bool, isASCII: Bool = false) -> String {
        var text = ""
        let range = -QRSymbol.quietZone..<size + QRSymbol.quietZone
        for y in stride(from: range.lowerBound, to: range.upperBound, by: isASCII ? 1 : 2) {
            // Basic white (47) is a fallback for terminals that don't support bright white (107).
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
