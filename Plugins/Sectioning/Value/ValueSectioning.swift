public import LootCore
public import LootPlugins

/// Groups items by ranges of a number or amount. The bounds 25 and 50 result in `value < 25`, `25 ≤ value < 50` and
/// `value ≥ 50`.
public struct ValueSectioning: Sectioning {
    /// The field to group by.
    let field: FieldKey
    /// The bounds between the ranges, in ascending order.
    let bounds: [Amount]
    /// The order of the ranges.
    public let direction: SortDirection

    /// The default bounds.
    public static let defaultBounds: [Amount] = [25, 50, 75, 100]

    /// Creates a sectioning by ranges of a number or amount. To include a bound in the lower range, pass a value that
    /// is 0.0001 greater. See `SectionRule.bound(parsing:)`.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if there are no bounds, if they aren't ascending,
    ///   or if the field isn't a number.
    public init(
        bounds: [Amount] = ValueSectioning.defaultBounds, field: FieldKey = "valueInDollars",
        direction: SortDirection = .ascending
    ) throws(LootError) {
        if bounds.isEmpty {
            throw ValueSectioning.refusal(
                "There are no boundaries.", advice: "Enter at least one, such as 50.")
        }
        for (lower, upper) in zip(bounds, bounds.dropFirst()) where lower >= upper {
            throw ValueSectioning.refusal(
                "\(upper.description) comes after \(lower.description), but the boundaries must be in ascending order.",
                advice: "Enter each boundary once, smallest first.")
        }
        if let builtIn = Field.with(key: field), builtIn.type != .integer, builtIn.type != .amount {
            throw ValueSectioning.refusal(
                "The field “\(builtIn.name)” isn't a number.",
                advice: "Use a field such as value or quantity.")
        }
        self.field = field
        self.bounds = bounds
        self.direction = direction
    }

    /// The section rule: by ranges.
    public var rule: SectionRule? { .bands(field, bounds: bounds) }

    /// Returns a title such as `value < 25`, `25 ≤ value < 50` or `value ≥ 50`. With strict bounds, it is `value ≤
    /// 25`, `25 < value ≤ 50` or `value > 50`.
    public func title(for key: SectionKey) -> String {
        guard case .number(let band) = key, (0...bounds.count).contains(band) else {
            return String(localized: "No \(noun)")
        }
        let lower = band > 0 ? Bound(bounds[band - 1]) : nil
        let upper = band < bounds.count ? Bound(bounds[band]) : nil
        switch (lower, upper) {
        case (let lower?, let upper?):
            return
                "\(lower.amount) \(lower.isStrict ? "<" : "≤") \(noun) \(upper.isStrict ? "≤" : "<") \(upper.amount)"
        case (nil, let upper?): return "\(noun) \(upper.isStrict ? "≤" : "<") \(upper.amount)"
        case (let lower?, nil): return "\(noun) \(lower.isStrict ? ">" : "≥") \(lower.amount)"
        case (nil, nil): return noun
        }
    }

    /// Returns the lower bound as a short title: `<25`, `25` or `50`.
    public func indexTitle(for key: SectionKey) -> String? {
        guard case .number(let band) = key, (0...bounds.count).contains(band) else { return nil }
        if band == 0 {
            let upper = Bound(bounds[0])
            return (upper.isStrict ? "≤" : "<") + ValueSectioning.short(upper.amount)
        }
        let lower = Bound(bounds[band - 1])
        return (lower.isStrict ? ">" : "") + ValueSectioning.short(lower.amount)
    }

    /// A bound as the user entered it.
    private struct Bound {
        let amount: Amount
        /// Whether the amount itself belongs to the lower range.
        let isStrict: Bool

        init(_ bound: Amount) {
            let strict = SectionRule.strictBound(bound)
            (amount, isStrict) = (strict ?? bound, strict != nil)
        }
    }

    /// The name of the field in titles.
    private var noun: String {
        FieldNoun(field).text(in: .current)
    }

    /// Formats a number with at most six characters: `950`, `12k`, `3M`. Decimals are kept if they fit.
    private static func short(_ number: Amount) -> String {
        if !number.isWhole, number.description.count <= 6 { return number.description }
        var (rest, unit) = (number.whole, 0)
        let units = ["", "k", "M", "G", "T", "P", "E"]
        while abs(rest / 10) >= 1000, unit < units.count - 1 { (rest, unit) = (rest / 1000, unit + 1) }
        return "\(rest)\(units[unit])"
    }

    private static func refusal(_ reason: Message, advice: Message) -> LootError {
        LootError(
            .configuration, "Can't create sections by value.", reason: reason, advice: advice,
            place: "sections.bounds")
    }
}

extension SectioningPlugin {
    /// The plugin for sections by value: `"sections": { "use": "value", "bounds": [50] }`.
    public static let value = SectioningPlugin(
        "value", summary: "Ranges of the value or of another numeric field.",
        options: [
            PluginOption("field", .text, default: "value", "The field to group by."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "asc",
                "The order: smallest first, or largest first."),
            PluginOption(
                "bounds", .list(.bound), default: [25, 50, 75, 100],
                "The boundaries between ranges. With >50, the value 50 is in the lower range."),
        ],
        shortForm: ["bounds"]
    ) { settings throws(LootError) in
        let bounds =
            settings.values["bounds"] == nil ? ValueSectioning.defaultBounds : settings.amounts("bounds")
        return try ValueSectioning(
            bounds: bounds, field: try Field.named(settings.text("field") ?? "value"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .ascending)
    }
}
