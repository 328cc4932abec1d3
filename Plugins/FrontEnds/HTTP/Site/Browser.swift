import Platform

/// The web browser of the person who runs the server.
enum Browser {
    /// Opens an address in the browser, if there is one. The address is printed to standard output in any case.
    static func open(_ address: String) {
        guard let opener = Machine.browserOpener else { return }
        // The shell exits immediately, so the browser isn't a child of this process. The address is passed as a
        // parameter and never becomes part of the script.
        let script = "\(opener) \"$1\" </dev/null >/dev/null 2>&1 &"
        _ = try? Programs.run("/bin/sh", ["sh", "-c", script, "sh", address])
    }
}
