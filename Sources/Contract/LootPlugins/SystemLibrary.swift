package import LootCore
import Platform

/// A library of the system's that a store opens when it is needed first, so that a program without it does all else.
///
/// ```swift
/// let library = SystemLibrary("libpq", atLeast: "12", package: "libpq5") { cpostgresql_open($0, $1) }
/// try library.open()
/// ```
package struct SystemLibrary: Sendable {
    /// Opens the library, once, and writes the reason of a failure into memory of a size. The result is 0 when it is
    /// open, 1 when it is not there, and anything else when it lacks a function or is too old.
    package typealias Opening = @Sendable (_ reason: UnsafeMutablePointer<CChar>, _ size: Int) -> Int32

    /// The library's name, as people know it: `libpq`.
    package let name: String
    /// The oldest version that will do.
    package let version: String
    /// The package of Debian's that holds it.
    package let package: String

    private let opening: Opening

    /// A library, by its name, its oldest version that will do, and its package.
    package init(_ name: String, atLeast version: String, package: String, opening: @escaping Opening) {
        self.name = name
        self.version = version
        self.package = package
        self.opening = opening
    }

    /// Opens the library if it is not open yet.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` where it is missing or too old.
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
            .unavailable, "can't open the store",
            because: isMissing ? "\(name) is not on this machine" : "\(name) is older than \(version)",
            next: isMissing ? "Install it with: \(installation)" : "Install a newer one",
            underlying: reason.isEmpty ? nil : reason)
    }

    private var installation: String {
        Machine.installation(debian: package, homebrew: name)
    }
}
