import CommandLineKit
package import LootCore
import TerminalText

extension LootProgram {
    /// Writes an error after the program's name. If text can't be parsed, shows the line with the invalid
    /// part underlined.
    package func write(_ error: LootError, to console: any Console) {
        guard let excerpt = error.excerpt else {
            return console.writeError("\(name): \(description(of: error).visible())\n")
        }
        let line = excerpt.line(width: max(20, min(console.errorWidth ?? 80, 100) - 4))
        let (before, marked) = (line.before.visible(), line.marked.visible())
        let caret =
            String(repeating: " ", count: before.columnWidth)
            + String(repeating: "^", count: max(1, marked.columnWidth))
        var text = "\(name): \(error.problem().visible())\n"
        text += "  \(before)\(marked)\(line.after.visible())\n  \(caret)\n"
        let advice = error.advice { words(for: $0, item: error.item) }
        if !advice.isEmpty { text += "\(advice.visible())\n" }
        console.writeError(text)
    }
}
