/// Texts in tables that a spreadsheet would take for formulas: they get an apostrophe, which reading takes away again.
package enum FormulaText {
    /// The text as it stands in a table.
    package static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// The text that stands in a table.
    static func plain(_ text: String) -> String {
        text.utf8.first == UInt8(ascii: "'") && isFormula(text) ? String(text.dropFirst()) : text
    }

    /// Whether it begins with what makes a formula, with apostrophes before that or not, so that no text is written as
    /// another one.
    private static func isFormula(_ text: String) -> Bool {
        for byte in text.utf8 where byte != UInt8(ascii: "'") { return "=+-@\t".utf8.contains(byte) }
        return false
    }
}
