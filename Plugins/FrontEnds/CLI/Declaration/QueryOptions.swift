import CommandLineKit

/// The options that select items.
enum QueryOptions {
    static let favorites = Option.flag(
        "favorites", aliases: ["favourites"], "Only favorites", group: "Selection")
    static let disposed = Option.flag(
        "disposed", "Include disposed items, which are hidden unless a filter uses the disposal fields",
        group: "Selection")
    static let search = Option.value(
        "search", "TEXT", "Only items that contain all words", group: "Selection")
    static let conditions = Option.values(
        "where", "FILTER",
        "Only items that match a filter: 'value >= 50 and location in Attic'; see “loot help filter”",
        values: Known.filters.values, group: "Selection")
    static let sort = Option.values(
        "sort", "FIELD[:desc]", "Sort by a field; repeat it to sort by several", values: Known.sorts.values,
        group: "Selection")
    static let view = Option.value(
        "view", "NAME", "Only items of a view", values: Known.views.values,
        group: "Selection")
    static let at = Option.value(
        "at", "DAY", "Only items that were owned on a day, with their book value on it: 2025-12-31",
        group: "Selection")
    /// The options that select the items of a change.
    static var selecting: [any AnyOption] { [conditions, disposed, view] }

    /// The options that select and order items, without sections.
    static var choosing: [any AnyOption] { [favorites, disposed, search, conditions, sort, view] }

    /// The option that groups items into sections.
    static let sections = sections(of: [])

    /// Returns the option that groups items into sections. Help lists the names of the sectionings.
    static func sections(of sectionings: [String]) -> Option<String?> {
        .value(
            "sections", "NAME[:ARG]", "Group by: \(list: sectionings, .none)",
            values: Known.sections.values, group: "Selection")
    }
}

/// The options of commands that change something.
enum ChangeOptions {
    static let yes = Option.flag("yes", short: "y", "Don't ask for confirmation")
    static let trial = Option.flag(
        "dry-run", short: "n", "Preview the changes without making them")

    /// The options of commands that select items and ask for confirmation.
    static var choosing: [any AnyOption] { QueryOptions.selecting + [yes, trial] }
}
