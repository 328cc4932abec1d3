public import LootCore
public import LootPlugins

/// A section for each year or month of a date, the newest first.
public enum DateSectioning {
    /// Sections by the month of a day or moment.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when the field holds no date.
    public static func months(
        of field: FieldKey = "dateCreated", direction: SortDirection = .descending
    ) throws(LootError) -> some Sectioning {
        try SectionsByDate(by: .month, field: field, direction: direction)
    }

    /// Sections by the year of a day or moment.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` when the field holds no date.
    public static func years(
        of field: FieldKey = "dateCreated", direction: SortDirection = .descending
    ) throws(LootError) -> some Sectioning {
        try SectionsByDate(by: .year, field: field, direction: direction)
    }
}

/// The sections of ``DateSectioning``.
struct SectionsByDate: Sectioning {
    /// How long a section is.
    enum Period: String, CaseIterable {
        case year, month
    }

    /// How long a section is.
    let period: Period
    /// The field that is looked at.
    let field: FieldKey
    /// The order of the sections. What has no date is last either way.
    let direction: SortDirection

    init(
        by period: Period, field: FieldKey, direction: SortDirection
    ) throws(LootError) {
        if let builtIn = Field.with(key: field), builtIn.type != .moment, builtIn.type != .day {
            throw LootError(
                .configuration, "can't make sections by date",
                because: "the field “\(builtIn.name)” holds no date",
                next: "Name one that does, such as created or purchased",
                field: field)
        }
        self.period = period
        self.field = field
        self.direction = direction
    }

    /// The year or month.
    var rule: SectionRule? { period == .year ? .year(field) : .month(field) }

    /// `2026`, `November 2026` or `No date`.
    func title(for key: SectionKey) -> String {
        guard case .number(let number) = key else { return "No date" }
        guard period == .month, let month = SectionsByDate.month(of: number) else { return "\(number)" }
        return "\(month) \(number / 100)"
    }

    /// `2026`, or `Nov 26`.
    func indexTitle(for key: SectionKey) -> String? {
        guard case .number(let number) = key else { return nil }
        guard period == .month, let month = SectionsByDate.month(of: number) else { return "\(number)" }
        let year = number / 100 % 100
        return "\(month.prefix(3)) \(year < 10 ? "0" : "")\(year)"
    }

    private static func month(of number: Int) -> String? {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        let index = number % 100 - 1
        return months.indices.contains(index) ? months[index] : nil
    }
}

extension SectioningPlugin {
    /// `"sections": { "use": "date", "by": "year" }`
    public static let date = SectioningPlugin(
        "date", summary: "A section for each year or month.",
        options: [
            PluginOption(
                "by", .choice(SectionsByDate.Period.allCases.map(\.rawValue)), default: "month",
                "Year or month."),
            PluginOption("field", .text, default: "created", "The field whose date counts."),
            PluginOption(
                "direction", .choice(["asc", "desc"]), default: "desc", "Oldest first, or newest first."),
        ],
        shortForm: ["by", "field", "direction"]
    ) { settings throws(LootError) in
        try SectionsByDate(
            by: settings.text("by").flatMap(SectionsByDate.Period.init) ?? .month,
            field: try Field.named(settings.text("field") ?? "created"),
            direction: settings.text("direction").flatMap(SortDirection.init) ?? .descending)
    }
}
