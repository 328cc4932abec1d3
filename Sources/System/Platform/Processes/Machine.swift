import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The machine, and what there is on it.
package enum Machine {
    /// How many processors there are.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Whole seconds since 1970.
    package static var secondsSince1970: Int { time(nil) }

    /// What the machine calls itself on its network, without a domain; nil where it has no name.
    package static var name: String? {
        let whole = Files.text { gethostname($0, $1 - 1) == 0 } ?? ""
        return whole.split(separator: ".").first.map(String.init)
    }

    /// The command that installs a package, whose name differs between systems.
    package static func installation(debian: String, homebrew: String) -> String {
        let installer = String(cString: cplatform_installer)
        return "\(installer) install \(installer == "brew" ? homebrew : debian)"
    }

    /// The program that shows an address in a person's browser; nil where there is none.
    package static var browserOpener: String? { cplatform_browser.map { String(cString: $0) } }
}
