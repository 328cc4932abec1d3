package import LootCore

/// A sectioning by a rule in text form, whose titles are derived from the keys.
package struct RuleSectioning: Sectioning, CustomStringConvertible {
    /// The rule.
    package let rule: SectionRule?
    /// The order of the sections.
    package let direction: SortDirection

    /// The text that represents “no sections”.
    static let none = "none"

    /// Creates a sectioning by a rule.
    package init(_ rule: SectionRule, _ direction: SortDirection = .ascending) {
        self.rule = rule
        self.direction = direction
    }

    /// Parses `initial:name`, or `-initial:name` for descending order.
    ///
    /// - Throws: ``LootError`` if the text isn't a valid rule.
    init(parsing text: String) throws(LootError) {
        let isDescending = text.utf8.first == UInt8(ascii: "-")
        guard let rule = SectionRule(isDescending ? String(text.utf8.dropFirst()) ?? "" : text) else {
            throw LootError(
                .malformed, "Can't group the items.", reason: "“\(TextRules.visible(text))” isn't a rule.",
                advice: "Enter a rule such as initial:name or bands:25,50:valueInDollars.")
        }
        self.init(rule, isDescending ? .descending : .ascending)
    }

    /// The rule as text, with a leading hyphen for descending order.
    package var description: String {
        "\(direction == .descending ? "-" : "")\(rule.map { $0.description } ?? RuleSectioning.none)"
    }

    /// Returns the key as text.
    package func title(for key: SectionKey) -> String { rule?.title(for: key) ?? "" }
}
