import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions for terminals.
package enum Terminals {
    /// Returns whether a descriptor is a terminal.
    package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

    /// Returns a terminal's size in cells, or `nil` if the number of columns is unknown. The number of rows may be 0.
    package static func size(of file: Int32) -> (columns: Int, rows: Int)? {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard cplatform_window_size(file, &columns, &rows) == 0, columns > 0 else { return nil }
        return (Int(columns), Int(rows))
    }

    /// Runs `body` while a terminal doesn't show what is typed. Has no effect on other files.
    package static func withoutEcho<Result>(of file: Int32, _ body: () -> Result) -> Result {
        var saved = termios()
        guard tcgetattr(file, &saved) == 0 else { return body() }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Discard input that was typed, and shown, before.
        tcsetattr(file, TCSAFLUSH, &silent)
        defer { tcsetattr(file, TCSAFLUSH, &saved) }
        return body()
    }

    /// Suspends this process and all others of its job, like Ctrl-Z.
    package static func stopJob() { kill(0, SIGTSTP) }
}
