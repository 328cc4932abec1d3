package import LootCore
import Platform

/// A system library that is loaded when a store first needs it, so that the rest of the program works without it.
///
/// ```swift
/// let library = SystemLibrary("libpq", atLeast: "14", package: "libpq5") { cpostgresql_open($0, $1) }
/// try library.open()
/// ```
package struct SystemLibrary: Sendable {
    /// Loads the library once. On failure, writes the reason to a buffer with the given size. Returns 0 on success, 1
    /// if the library is missing, and another value if it lacks a function or is too old.
    package typealias Opening = @Sendable (_ reason: UnsafeMutablePointer<CChar>, _ size: Int) -> Int32

    /// The common name of the library, for example `libpq`.
    package let name: String
    /// The minimum version.
    package let version: String
    /// The Debian package that contains the library.
    package let package: String

    private let opening: Opening

    /// Creates a library with its name, minimum version and package.
    package init(_ name: String, atLeast version: String, package: String, opening: @escaping Opening) {
        self.name = name
        self.version = version
        self.package = package
        self.opening = opening
    }

    /// Loads the library if it isn't loaded.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` if the library is missing or too old.
    package func open() throws(LootError) {
        let (outcome, reason) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 300) { reason in
            reason.initialize(repeating: 0)
            guard let start = reason.baseAddress else { return (Int32(1), "") }
            let outcome = opening(start, reason.count)
            return (outcome, outcome == 0 ? "" : String(cString: start))
        }
        if outcome == 0 { return }
        let isMissing = outcome == 1
        throw LootError(
            .unavailable, "Can't open the store.",
            reason: isMissing
                ? "The library \(name) isn't installed."
                : "The library \(name) is older than version \(version).",
            advice: isMissing ? "Install it with “\(installation)”." : "Install a newer version.",
            underlying: reason.isEmpty ? nil : reason)
    }

    private var installation: String {
        Machine.installation(debian: package, homebrew: name)
    }
}
