public import LootCore
public import LootPlugins

/// Groups items by the value of a field, such as a location, a tag or a custom field.
public struct FieldSectioning: Sectioning {
    /// The field to group by.
    let field: FieldKey
    /// The order of the sections. Items without a value are always last.
    public let direction: SortDirection

    /// Creates a sectioning by the values of a field.
    public init(field: FieldKey, direction: SortDirection = .ascending) {
        self.field = field
        self.direction = direction
    }

    /// The rule: by value.
    public var rule: SectionRule? { .value(field) }

    /// Returns the value as text, or a title such as `No location`.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .number(let number):
            if Field.with(key: field)?.type == .flag {
                return number == 0 ? String(localized: "No") : String(localized: "Yes")
            }
            return "\(number)"
        case .amount(let amount): return amount.description
        case .text(let text): return text.isEmpty ? "“”" : TextRules.onOneLine(text)
        case .place, .missing: return String(localized: "No \(FieldNoun(field))")
        }
    }

    /// Returns the first letter of a string.
    public func indexTitle(for key: SectionKey) -> String? {
        switch key {
        case .text(let text): SectionRule.initial(of: text) ?? "#"
        case .number, .amount, .place, .missing: nil
        }
    }
}

/// The plugins for no sections and for sections by a field.
extension SectioningPlugin {
    /// The plugin that disables sections: `"sections": { "use": "none" }`.
    public static let none = SectioningPlugin("none", summary: "No sections.") { _ in nil }

    /// The plugin for sections by a field: `"sections": { "use": "field", "field": "location" }`.
    public static let field = SectioningPlugin(
        "field", summary: "A section for each value of a field.",
        options: [
            PluginOption("field", .text, default: "location", "The field to group by."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc",
                "The order: smallest first, or largest first."),
        ],
        shortForm: ["field"]
    ) { settings throws(LootError) in
        FieldSectioning(
            field: try Field.named(settings.text("field") ?? "location"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
