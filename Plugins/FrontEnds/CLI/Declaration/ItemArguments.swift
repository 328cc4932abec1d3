import CommandLineKit
import LootCore

/// The arguments that name items.
enum ItemArguments {
    static let one = Argument.required(name, summary, values: Known.items.values)
    /// None where a condition chooses it.
    static let optional = Argument.optional(name, summary, values: Known.items.values)
    /// None where a condition chooses them.
    static let anyNumber = Argument.repeated(
        name, "An id, the beginning of one, a name, or #POSITION; - reads them from standard input",
        isOptional: true, values: Known.items.values)

    private static let name = "ITEM"
    private static let summary: Message = "An id, the beginning of one, a name, or #POSITION"

    /// The error where none is named and no condition given, or both.
    static func refusal(to verb: String, hasBoth: Bool) -> LootError {
        LootError(
            .usage, "can't \(verb)",
            because: hasBoth ? "both items and a condition were given" : "no item was given",
            next: "Name items, or give --where FILTER or --view NAME")
    }
}
