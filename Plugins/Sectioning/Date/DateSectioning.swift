public import LootCore
public import LootPlugins

/// Groups items by the year or month of a date, newest first.
public struct DateSectioning: Sectioning {
    /// The length of a section.
    public enum Period: String, Hashable, Sendable, CaseIterable {
        case year
        case month
    }

    /// The length of a section.
    let period: Period
    /// The field with the date.
    let field: FieldKey
    /// The order of the sections. Items without a date are always last.
    public let direction: SortDirection

    /// Creates a sectioning by the year or month of a date field.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if the field isn't a date.
    public init(
        by period: Period = .month, field: FieldKey = "dateCreated", direction: SortDirection = .descending
    ) throws(LootError) {
        if let builtIn = Field.with(key: field), builtIn.type != .moment, builtIn.type != .day {
            throw LootError(
                .configuration, "Can't create sections by date.",
                reason: "The field “\(builtIn.name)” isn't a date.",
                advice: "Use a field such as created or purchased.", field: field)
        }
        self.period = period
        self.field = field
        self.direction = direction
    }

    /// The rule: by year or by month.
    public var rule: SectionRule? { period == .year ? .year(field) : .month(field) }

    /// Returns a title such as `2026`, `November 2026` or `No date`.
    public func title(for key: SectionKey) -> String {
        guard case .number(let number) = key else { return String(localized: "No date") }
        guard period == .month, let month = DateSectioning.month(of: number) else { return "\(number)" }
        return "\(month) \(number / 100)"
    }

    /// Returns a short title such as `2026` or `Nov 26`.
    public func indexTitle(for key: SectionKey) -> String? {
        guard case .number(let number) = key else { return nil }
        guard period == .month, let month = DateSectioning.month(of: number) else { return "\(number)" }
        let year = number / 100 % 100
        return "\(month.prefix(3)) \(year < 10 ? "0" : "")\(year)"
    }

    private static func month(of number: Int) -> String? {
        let months = Language.current.conventions.months
        let index = number % 100 - 1
        return months.indices.contains(index) ? months[index] : nil
    }
}

extension SectioningPlugin {
    /// The plugin for sections by date: `"sections": { "use": "date", "by": "year" }`.
    public static let date = SectioningPlugin(
        "date", summary: "A section for each year or month.",
        options: [
            PluginOption(
                "by", .choice(DateSectioning.Period.allCases.map(\.rawValue)), default: "month",
                "The length of a section: year or month."),
            PluginOption("field", .text, default: "created", "The date field to group by."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "desc",
                "The order: oldest first, or newest first."),
        ],
        shortForm: ["by", "field", "direction"]
    ) { settings throws(LootError) in
        try DateSectioning(
            by: settings.text("by").flatMap(DateSectioning.Period.init) ?? .month,
            field: try Field.named(settings.text("field") ?? "created"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .descending)
    }
}
