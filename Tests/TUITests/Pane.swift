#if canImport(Glibc)
    import Foundation
    import Testing

    /// A command in a separate terminal in tmux. Types keys and reads the screen.
    struct Pane {
        static let tmux = Tool.path("/usr/bin/tmux", "/usr/local/bin/tmux")

        private let tmux: String
        private let socket: String

        /// Runs a shell command that uses files in a folder.
        init(_ folder: URL, _ command: String, columns: Int = 80) throws {
            tmux = try #require(Pane.tmux)
            socket = folder.appending(path: "tmux").path()
            Tool.run(
                tmux, "-S", socket, "-f", "/dev/null", "new-session", "-d", "-s", "loot", "-x",
                String(columns), "-y", "24",
                "export LANG=C.UTF-8 LOOT_CONFIG= XDG_CONFIG_HOME=\(folder.path())\n\(command)\nexec sleep 1000"
            )
        }

        func close() { Tool.run(tmux, "-S", socket, "kill-server") }

        var screen: String { Tool.run(tmux, "-S", socket, "capture-pane", "-p", "-t", "loot") }

        /// Types keys by their names in tmux, separated by spaces.
        func type(_ keys: String) {
            for key in keys.split(separator: " ") {
                Tool.run(tmux, "-S", socket, "send-keys", "-t", "loot", String(key))
            }
        }

        /// Types text.
        func typeText(_ text: String) { Tool.run(tmux, "-S", socket, "send-keys", "-l", "-t", "loot", text) }

        /// Waits until the screen contains the given text.
        func shows(_ text: String, _ location: SourceLocation = #_sourceLocation) async throws {
            while !screen.contains(text) {
                guard !Task.isCancelled else {
                    Issue.record("“\(text)” didn't appear:\n\(screen)", sourceLocation: location)
                    throw CancellationError()
                }
                try? await Task.sleep(for: .milliseconds(30))
            }
        }
    }
#endif
