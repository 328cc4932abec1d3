public import LootCore
public import LootPlugins

/// Bands of a whole number: with the bounds 25 and 50 there are `price < 25`, `25 ≤ price < 50` and `price ≥ 50`.
public struct ValueSectioning: Sectioning {
    /// The field that is looked at.
    public let field: FieldKey
    /// Where a band ends and the next begins, ascending.
    public let bounds: [Int]
    /// The order of the bands.
    public let direction: SortDirection

    /// The bounds that hold when none are given.
    public static let defaultBounds = [25, 50, 75, 100]

    /// Sections by bands of a whole number.
    ///
    /// - Throws: ``LootError`` with code `configuration` when there are no bounds, when they don't ascend, or when the
    ///   field holds no whole number.
    public init(
        bounds: [Int] = ValueSectioning.defaultBounds, field: FieldKey = "valueInDollars",
        direction: SortDirection = .ascending
    ) throws(LootError) {
        if bounds.isEmpty {
            throw ValueSectioning.refusal("there are no bounds", next: "Give at least one, such as 50")
        }
        for (lower, upper) in zip(bounds, bounds.dropFirst()) where lower >= upper {
            throw ValueSectioning.refusal(
                "the bounds don't ascend: \(upper) comes after \(lower)",
                next: "Give each bound once, the smallest first")
        }
        if let builtIn = Field.with(key: field), builtIn.type != .integer {
            throw ValueSectioning.refusal(
                "the field “\(builtIn.name)” holds no whole number",
                next: "Name one that does, such as value or quantity")
        }
        self.field = field
        self.bounds = bounds
        self.direction = direction
    }

    /// Bands.
    public var rule: SectionRule? { .bands(field, bounds: bounds) }

    /// `price < 25`, `25 ≤ price < 50`, `price ≥ 50`.
    public func title(for key: SectionKey) -> String {
        guard case .number(let band) = key, (0...bounds.count).contains(band) else { return "No \(noun)" }
        if band == 0 { return "\(noun) < \(bounds[0])" }
        if band == bounds.count { return "\(noun) ≥ \(bounds[band - 1])" }
        return "\(bounds[band - 1]) ≤ \(noun) < \(bounds[band])"
    }

    /// Where the band begins: `<25`, `25`, `50`.
    public func indexTitle(for key: SectionKey) -> String? {
        guard case .number(let band) = key, (0...bounds.count).contains(band) else { return nil }
        return band == 0 ? "<\(ValueSectioning.short(bounds[0]))" : ValueSectioning.short(bounds[band - 1])
    }

    /// What the number is called in a header. The value of an item is its price.
    private var noun: String {
        if field == "valueInDollars" { return "price" }
        return Field.with(key: field)?.title.lowercased() ?? field.customName ?? field.rawValue
    }

    /// A number in at most six characters: `950`, `12k`, `3M`.
    private static func short(_ number: Int) -> String {
        var (rest, unit) = (number, 0)
        let units = ["", "k", "M", "G", "T", "P", "E"]
        while abs(rest / 10) >= 1000, unit < units.count - 1 { (rest, unit) = (rest / 1000, unit + 1) }
        return "\(rest)\(units[unit])"
    }

    private static func refusal(_ why: String, next: String) -> LootError {
        LootError(
            .configuration, "can't make sections by value", because: why, next: next, place: "sections.bounds"
        )
    }
}

extension SectioningPlugin {
    /// `"sections": { "use": "value", "bounds": [50] }`
    public static let value = SectioningPlugin(
        "value", summary: "Bands of the value, or of another whole number.",
        options: [
            PluginOption("field", .text, default: "value", "The field whose number counts."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc",
                "From the smallest, or from the greatest."),
            PluginOption(
                "bounds", .list(.integer(Int.min...Int.max)), default: [25, 50, 75, 100],
                "Where a band ends and the next begins."),
        ],
        shortForm: ["bounds"]
    ) { settings throws(LootError) in
        let bounds =
            settings.values["bounds"] == nil ? ValueSectioning.defaultBounds : settings.integers("bounds")
        return try ValueSectioning(
            bounds: bounds, field: try Field.named(settings.text("field") ?? "value"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
