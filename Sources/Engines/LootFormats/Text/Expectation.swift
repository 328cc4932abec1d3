import LootCore

/// Sentences about the expected value, for errors.
enum Expectation {
    static let text: Message = "This must be text."
    static let integer: Message = "This must be a whole number."
    static let integer64: Message = "This must be a whole number that fits into 64 bits."
    static let amount: Message =
        "This must be an amount that fits into 64 bits, with up to four decimal places."
    static let flag: Message = "This must be true or false."
    static let moment: Message = "This must be a date and time like \"2026-11-20T10:00:00Z\"."
    static let day: Message = "This must be a date like \"2026-11-20\"."
    static let list: Message = "This must be a list of strings."
}
