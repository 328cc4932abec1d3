package import LootCore

/// The reason why a spreadsheet or an archive can't be read or written.
package struct SpreadsheetError: Error, Hashable {
    /// The error code: `malformed` if the file is damaged or of another kind, `unsupported` without zlib.
    package let code: LootError.Code
    /// The reason, such as `the archive ends too early`.
    package let why: String
    /// Advice for the user, as a sentence without its period. It may be empty.
    package let next: String

    /// Creates an error.
    package init(_ code: LootError.Code, _ why: String, next: String = "") {
        self.code = code
        self.why = why
        self.next = next
    }

    /// The error if the library for compression isn't installed.
    static let needsZlib = SpreadsheetError(
        .unsupported, "zlib isn't installed (libz.so.1)",
        next: "Install it: Debian and Ubuntu have it in the package zlib1g")

    static func damaged(_ why: String) -> SpreadsheetError {
        SpreadsheetError(.malformed, why, next: "Copy the file again, or save it again")
    }
}
