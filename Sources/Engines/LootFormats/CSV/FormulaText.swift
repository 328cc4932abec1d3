/// Escapes text that a spreadsheet would interpret as a formula with an apostrophe, which is removed when the table
/// is read.
package enum FormulaText {
    /// Returns the escaped text.
    package static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Returns the unescaped text.
    static func plain(_ text: String) -> String {
        text.utf8.first == UInt8(ascii: "'") && isFormula(text) ? String(text.dropFirst()) : text
    }

    /// Whether the text starts with a formula character, optionally after apostrophes. Counting the apostrophes
    /// ensures that unescaping restores the original text.
    private static func isFormula(_ text: String) -> Bool {
        for byte in text.utf8 where byte != UInt8(ascii: "'") { return "=+-@\t".utf8.contains(byte) }
        return false
    }
}
