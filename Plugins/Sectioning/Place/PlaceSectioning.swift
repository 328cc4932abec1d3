public import LootCore
public import LootPlugins

/// Groups items by place, in the order of a tree: `House`, `House / Attic`, `House / Cellar`.
public struct PlaceSectioning: Sectioning {
    /// The text field that contains places.
    let field: FieldKey
    /// The number of path components to group by, or `nil` for all.
    let depth: Int?
    /// The order of the places. Items without a place are always last.
    public let direction: SortDirection

    /// Creates a sectioning by the places in a field.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the depth is less than 1.
    public init(
        depth: Int? = nil, field: FieldKey = "location", direction: SortDirection = .ascending
    ) throws(LootError) {
        if let depth, depth < 1 {
            throw LootError(
                .configuration, "Can't create sections by place.",
                reason: "The depth \(depth) is less than 1.",
                advice: "Enter the number of levels to group by, such as place:1.",
                place: "sections.depth")
        }
        self.field = field
        self.depth = depth
        self.direction = direction
    }

    /// The section rule: by place.
    public var rule: SectionRule? { .place(field, depth: depth) }

    /// Returns a title such as `House / Attic` or `No location`.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .place(let place): TextRules.onOneLine(place.description)
        case .number, .amount, .text, .missing:
            String(localized: "No \(FieldNoun(field))")
        }
    }

    /// Returns the first letter of the outermost place.
    public func indexTitle(for key: SectionKey) -> String? {
        guard case .place(let place) = key, let part = place.parts.first else { return nil }
        return SectionRule.initial(of: part) ?? "#"
    }
}

extension SectioningPlugin {
    /// The plugin for sections by place: `"sections": { "use": "place", "depth": 1 }`.
    public static let place = SectioningPlugin(
        "place", summary: "A section for each place: House, House / Attic.",
        options: [
            PluginOption(
                "depth", .integer(1...100),
                "The number of levels to group by, starting with the outermost. By default, all of them."),
            PluginOption("field", .text, default: "location", "The text field that contains places."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc",
                "The sort order: A to Z or Z to A."),
        ],
        shortForm: ["depth", "field"]
    ) { settings throws(LootError) in
        try PlaceSectioning(
            depth: settings.integer("depth"), field: try Field.named(settings.text("field") ?? "location"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
