import CommandLineKit

/// The arguments that name items.
enum ItemArguments {
    static let one = Argument.required(name, summary, values: Known.items.values)
    static let several = Argument.repeated(name, summary, values: Known.items.values)
    /// None where a condition chooses them.
    static let anyNumber = Argument.repeated(name, summary, isOptional: true, values: Known.items.values)

    private static let name = "ITEM"
    private static let summary = "An id, the beginning of one, or #POSITION"
}
