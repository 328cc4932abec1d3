import Platform

/// The browser of the person who runs the server.
enum Browser {
    /// Shows an address, where there is a browser to show it. The address stands on standard output in any case.
    static func open(_ address: String) {
        guard let opener = Machine.browserOpener else { return }
        // The shell ends at once, so the browser is no child of this process and leaves nothing to wait for. The
        // address is a parameter of the script, never part of it.
        let script = "\(opener) \"$1\" </dev/null >/dev/null 2>&1 &"
        _ = try? Programs.run("/bin/sh", ["sh", "-c", script, "sh", address])
    }
}
