import CommandLineKit

/// The flags that choose items.
enum QueryOptions {
    static let condition: Option = .value(
        "where", "FILTER", "Only items that match it: 'value >= 50 and location = \"Attic\"'",
        group: "Choosing")

    static func declared(_ sectionings: [String]) -> [Option] {
        let sections: Option = .value(
            "sections", "NAME[:ARG]", "Part into sections: \(sectionings.joined(separator: ", "))",
            values: .suggested(sectionings), group: "Choosing")
        return [sections] + choosing
    }

    /// Those that choose and order items, sections aside.
    static var choosing: [Option] {
        [
            .flag("favorites", aliases: ["favourites"], "Only favorites", group: "Choosing"),
            .value("search", "TEXT", "Only items in which every word is found", group: "Choosing"),
            condition,
            .value(
                "sort", "FIELD[:desc]", "Sort by a field; given again, by further fields",
                values: .suggested(FieldOptions.names), isRepeatable: true, group: "Choosing"),
        ]
    }

    static let yes: Option = .flag("yes", short: "y", "Don't ask")
}
