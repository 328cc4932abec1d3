import CommandLineKit
import LootCore

/// The arguments that name items.
enum ItemArguments {
    static let one = Argument.required(name, summary, values: Known.items.values)
    /// An item. Optional because a filter can select items instead.
    static let optional = Argument.optional(name, summary, values: Known.items.values)
    /// Any number of items. Optional because a filter can select items instead.
    static let anyNumber = Argument.repeated(
        name, "An ID or its beginning, a name, or #POSITION; - reads them from standard input",
        isOptional: true, values: Known.items.values)

    private static let name = "ITEM"
    private static let summary: Message = "An ID or its beginning, a name, or #POSITION"

    /// Returns the error for a command line with neither items nor a filter, or with both.
    static func refusal(hasBoth: Bool) -> LootError {
        LootError(
            .usage, "Can't select the items.",
            reason: hasBoth ? "Both items and a filter were given." : "No item was given.",
            advice: "Specify items, or use --where FILTER or --view NAME.")
    }
}
