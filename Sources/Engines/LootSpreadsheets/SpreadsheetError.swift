package import LootCore
import Platform

/// The reason why a spreadsheet or an archive can't be read or written.
package struct SpreadsheetError: Error, Hashable {
    /// The error code: `malformed` if the file is damaged or of another kind, or `unsupported` if zlib is missing or
    /// there is too much to write.
    package let code: LootError.Code
    /// The reason as a complete sentence, such as `The archive ends too early.`
    package let reason: Message
    /// Advice on how to fix the error, or an empty message.
    package let advice: Message

    /// Creates an error.
    package init(_ code: LootError.Code, _ reason: Message, advice: Message = "") {
        self.code = code
        self.reason = reason
        self.advice = advice
    }

    /// The error if the library for compression isn't installed.
    static let needsZlib = SpreadsheetError(
        .unsupported, "The library libz isn't installed.",
        advice: "Install it with “\(Machine.installation(debian: "zlib1g", homebrew: "zlib"))”.")

    static func damaged(_ reason: Message) -> SpreadsheetError {
        SpreadsheetError(.malformed, reason, advice: "Copy the file again, or save it again.")
    }
}
