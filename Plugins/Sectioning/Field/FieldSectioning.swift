public import LootCore
public import LootPlugins

/// A section for each value of a field: a location, a tag, a custom field.
public struct FieldSectioning: Sectioning {
    /// The field that is looked at.
    let field: FieldKey
    /// The order of the values. What has none is last either way.
    public let direction: SortDirection

    /// Sections by the values of a field.
    public init(field: FieldKey, direction: SortDirection = .ascending) {
        self.field = field
        self.direction = direction
    }

    /// The value itself.
    public var rule: SectionRule? { .value(field) }

    /// The value as text, or `No location`.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .number(let number):
            if Field.with(key: field)?.type == .flag { return number == 0 ? "No" : "Yes" }
            return "\(number)"
        case .amount(let amount): return amount.description
        case .text(let text): return text.isEmpty ? "“”" : FieldSectioning.onOneLine(text)
        case .place, .missing: return "No \(noun)"
        }
    }

    /// The first letter of a text.
    public func indexTitle(for key: SectionKey) -> String? {
        switch key {
        case .text(let text): SectionRule.initial(of: text) ?? "#"
        case .number, .amount, .place, .missing: nil
        }
    }

    /// Notes may have line breaks and tabs, a header may not.
    private static func onOneLine(_ text: String) -> String {
        String(text.map { $0 == "\n" ? "⏎" : $0 == "\t" ? "⇥" : $0 })
    }

    private var noun: String {
        Field.with(key: field)?.title.text.lowercased() ?? field.customName ?? field.rawValue
    }
}

/// No sections, and sections by any field.
extension SectioningPlugin {
    /// `"sections": { "use": "none" }`
    public static let none = SectioningPlugin("none", summary: "No sections.") { _ in nil }

    /// `"sections": { "use": "field", "field": "location" }`
    public static let field = SectioningPlugin(
        "field", summary: "A section for each value of a field.",
        options: [
            PluginOption("field", .text, default: "location", "The field whose value counts."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc", "Smallest first, or greatest first."),
        ],
        shortForm: ["field"]
    ) { settings throws(LootError) in
        FieldSectioning(
            field: try Field.named(settings.text("field") ?? "location"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
