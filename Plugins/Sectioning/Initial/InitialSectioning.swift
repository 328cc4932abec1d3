public import LootCore
public import LootPlugins

/// Groups items by first letter, as in an address book. `É` belongs to `E`. Items that don't start with a letter are
/// in `#`, the last section.
public struct InitialSectioning: Sectioning {
    /// The text field to group by.
    let field: FieldKey
    /// The order of the letters. `#` is always last.
    public let direction: SortDirection

    /// Creates a sectioning by the first letter of a text field.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the field isn't text.
    public init(field: FieldKey = "name", direction: SortDirection = .ascending) throws(LootError) {
        if let builtIn = Field.with(key: field), builtIn.type != .text {
            throw LootError(
                .configuration, "Can't create sections by initial letter.",
                reason: "The field “\(builtIn.name)” isn't text.",
                advice: "Use a text field such as name or location.", field: field)
        }
        self.field = field
        self.direction = direction
    }

    /// The section rule: by first letter.
    public var rule: SectionRule? { .initial(field) }

    /// Returns the letter or `#`.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .text(let letter): letter
        case .number, .amount, .place, .missing: "#"
        }
    }

    /// Returns the letter or `#`.
    public func indexTitle(for key: SectionKey) -> String? { title(for: key) }
}

extension SectioningPlugin {
    /// The plugin for sections by first letter: `"sections": { "use": "initial" }`.
    public static let initial = SectioningPlugin(
        "initial", summary: "A section for each first letter.",
        options: [
            PluginOption("field", .text, default: "name", "The text field to group by."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc",
                "The sort order: A to Z or Z to A."),
        ],
        shortForm: ["field", "direction"]
    ) { settings throws(LootError) in
        try InitialSectioning(
            field: try Field.named(settings.text("field") ?? "name"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
