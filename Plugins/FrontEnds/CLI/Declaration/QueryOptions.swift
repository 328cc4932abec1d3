import CommandLineKit

/// The options that select items.
enum QueryOptions {
    static let favorites = Option.flag(
        "favorites", aliases: ["favourites"], "Only favorites", group: "Choosing")
    static let search = Option.value(
        "search", "TEXT", "Only items in which every word is found", group: "Choosing")
    static let conditions = Option.values(
        "where", "FILTER",
        "Only items that match it: 'value >= 50 and location in Attic'; see 'loot help filter'",
        values: Known.filters.values, group: "Choosing")
    static let sort = Option.values(
        "sort", "FIELD[:desc]", "Sort by a field; given again, by further fields", values: Known.sorts.values,
        group: "Choosing")
    static let view = Option.value(
        "view", "NAME", "What a view of the configuration asks for, besides", values: Known.views.values,
        group: "Choosing")
    /// The options that select the items of a change.
    static var selecting: [any AnyOption] { [conditions, view] }

    /// The options that select and order items, without sections.
    static var choosing: [any AnyOption] { [favorites, search, conditions, sort, view] }

    /// The option that groups items into sections.
    static let sections = sections(of: [])

    /// Returns the option that groups items into sections. Help lists the names of the sectionings.
    static func sections(of sectionings: [String]) -> Option<String?> {
        .value(
            "sections", "NAME[:ARG]", "Part into sections: \(sectionings.joined(separator: ", "))",
            values: Known.sections.values, group: "Choosing")
    }
}

/// The options of commands that change something.
enum ChangeOptions {
    static let yes = Option.flag("yes", short: "y", "Don't ask")
    static let trial = Option.flag(
        "dry-run", short: "n", "Change nothing, and show the differences that it would make")

    /// The options of commands that select items and ask for confirmation.
    static var choosing: [any AnyOption] { QueryOptions.selecting + [yes, trial] }
}
