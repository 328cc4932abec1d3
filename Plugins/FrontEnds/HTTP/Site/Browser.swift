#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The browser of the person who runs the server.
enum Browser {
    /// Shows an address, where there is a browser to show it. The address stands on standard output in any case.
    static func open(_ address: String) {
        #if os(Linux) || os(macOS)
            #if os(macOS)
                let opener = "open"
            #else
                let opener = "xdg-open"
            #endif
            // The shell ends at once, so the browser is nobody's child here and leaves nothing to wait for. The address
            // is a parameter of the script, never part of it.
            let script = "\(opener) \"$1\" </dev/null >/dev/null 2>&1 &"
            run("/bin/sh", ["sh", "-c", script, "sh", address])
        #endif
    }

    private static func run(_ program: String, _ words: [String]) {
        // What the system takes is a list of C strings that ends with nil.
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawn(&child, program, nil, nil, &arguments, environ) == 0 else { return }
        waitpid(child, nil, 0)
    }
}
