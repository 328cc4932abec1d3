import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Terminals, by their descriptors.
package enum Terminals {
    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

    /// A terminal's size in cells; nil where it tells no columns. It may tell no rows.
    package static func size(of file: Int32) -> (columns: Int, rows: Int)? {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard cplatform_window_size(file, &columns, &rows) == 0, columns > 0 else { return nil }
        return (Int(columns), Int(rows))
    }

    /// Stops this process and all others of its job, as Ctrl-Z does.
    package static func stopJob() { kill(0, SIGTSTP) }
}
