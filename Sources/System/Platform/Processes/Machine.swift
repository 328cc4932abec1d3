import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Properties of the machine.
package enum Machine {
    /// The number of processors.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The current time in whole seconds since 1970.
    package static var secondsSince1970: Int { time(nil) }

    /// The machine's host name without its domain, or `nil` if it has none.
    package static var name: String? {
        let whole = Files.text { gethostname($0, $1 - 1) == 0 } ?? ""
        return whole.split(separator: ".").first.map(String.init)
    }

    /// Returns the command that installs a package, whose name differs between systems.
    package static func installation(debian: String, homebrew: String) -> String {
        let installer = String(cString: cplatform_installer)
        return "\(installer) install \(installer == "brew" ? homebrew : debian)"
    }

    /// The program that opens a URL in the default browser, or `nil`.
    package static var browserOpener: String? { cplatform_browser.map { String(cString: $0) } }
}
