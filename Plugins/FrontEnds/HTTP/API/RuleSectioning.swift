import LootCore

/// Sections by a rule that a client tells, which has titles of its own for them.
struct RuleSectioning: Sectioning {
    let rule: SectionRule?
    let direction: SortDirection

    /// What a client says that wants no sections.
    static let none = "none"

    /// Reads `initial:name`, or `-initial:name` for descending order.
    init(_ text: String) throws(LootError) {
        let isDescending = text.utf8.first == UInt8(ascii: "-")
        let spelled = isDescending ? String(text.utf8.dropFirst()) ?? "" : text
        guard let rule = SectionRule(spelled) else {
            throw LootError(
                .malformed, "can't read the parameter “rule”",
                because: "“\(TextRules.visible(text))” is no rule",
                next: "Write it as in initial:name or bands:25,50:valueInDollars")
        }
        self.rule = rule
        direction = isDescending ? .descending : .ascending
    }

    func title(for key: SectionKey) -> String {
        switch key {
        case .number(let number): String(number)
        case .text(let text): text
        case .missing: ""
        }
    }
}
