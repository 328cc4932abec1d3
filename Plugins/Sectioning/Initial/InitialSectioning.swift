public import LootCore
public import LootPlugins

/// A section for each first letter, as in an address book: `É` stands under `E`, and what begins with no letter under
/// `#`, at the end.
public struct InitialSectioning: Sectioning {
    /// The field whose text is looked at.
    let field: FieldKey
    /// The order of the letters. `#` is last either way.
    public let direction: SortDirection

    /// Sections by the first letter of a text field.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when the field does not hold text.
    public init(field: FieldKey = "name", direction: SortDirection = .ascending) throws(LootError) {
        if let builtIn = Field.with(key: field), builtIn.type != .text {
            throw LootError(
                .configuration, "can't make sections by initial letter",
                because: "the field “\(builtIn.name)” holds no text",
                next: "Name a text field, such as name or location",
                field: field)
        }
        self.field = field
        self.direction = direction
    }

    /// The first letter.
    public var rule: SectionRule? { .initial(field) }

    /// The letter.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .text(let letter): letter
        case .number, .amount, .place, .missing: "#"
        }
    }

    /// The letter.
    public func indexTitle(for key: SectionKey) -> String? { title(for: key) }
}

extension SectioningPlugin {
    /// `"sections": { "use": "initial" }`
    public static let initial = SectioningPlugin(
        "initial", summary: "A section for each first letter.",
        options: [
            PluginOption("field", .text, default: "name", "The text field whose first letter counts."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc", "From A to Z, or from Z to A."),
        ],
        shortForm: ["field", "direction"]
    ) { settings throws(LootError) in
        try InitialSectioning(
            field: try Field.named(settings.text("field") ?? "name"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
