/// Sections by a rule that is told as text, with titles that say no more than the rule knows.
package struct RuleSectioning: Sectioning, CustomStringConvertible {
    /// The rule.
    package let rule: SectionRule?
    /// The order of the sections.
    package let direction: SortDirection

    /// What stands for no sections at all where a rule is told.
    static let none = "none"

    /// Sections by a rule.
    package init(_ rule: SectionRule, _ direction: SortDirection = .ascending) {
        self.rule = rule
        self.direction = direction
    }

    /// Reads `initial:name`, or `-initial:name` for descending order.
    ///
    /// - Throws: ``LootError`` for a text that is no rule.
    init(parsing text: String) throws(LootError) {
        let isDescending = text.utf8.first == UInt8(ascii: "-")
        guard let rule = SectionRule(isDescending ? String(text.utf8.dropFirst()) ?? "" : text) else {
            throw LootError(
                .malformed, "can't part the items", because: "“\(TextRules.visible(text))” is no rule",
                next: "Write it as in initial:name or bands:25,50:valueInDollars")
        }
        self.init(rule, isDescending ? .descending : .ascending)
    }

    /// The rule as text, with a hyphen before it for descending order.
    package var description: String {
        "\(direction == .descending ? "-" : "")\(rule.map { $0.description } ?? RuleSectioning.none)"
    }

    /// The key itself: a number or a text.
    package func title(for key: SectionKey) -> String {
        switch key {
        case .number(let number): String(number)
        case .amount(let amount): amount.description
        case .text(let text): text
        case .place(let place): place.description
        case .missing: ""
        }
    }
}
