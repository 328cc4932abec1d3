import LootCore

extension TextRules {
    /// Returns a program's text in a form that is safe to display. Control characters are replaced by visible names.
    static func shown(_ text: String) -> String { visible(path: text) }
}
