#if canImport(Glibc)
    import Foundation
    import Testing

    /// A whole session in a real terminal, on the built program: typed into tmux, and the file read afterwards.
    @Suite(.serialized) struct TmuxTests {
        private static let tmux = Tool.path("/usr/bin/tmux", "/usr/local/bin/tmux")

        /// `loot tui` on a store, in a tmux of its own.
        private struct Pane {
            let tmux: String
            let socket: String

            init(_ tmux: String, _ program: String, _ folder: URL, store: String) {
                self.tmux = tmux
                socket = folder.appending(path: "tmux").path()
                let command =
                    "env LANG=C.UTF-8 LOOT_CONFIG= XDG_CONFIG_HOME=\(folder.path()) '\(program)' tui "
                    + "--store '\(store)'; echo ended $?; exec sleep 1000"
                Tool.run(
                    tmux, "-S", socket, "-f", "/dev/null", "new-session", "-d", "-s", "loot",
                    "-x", "80", "-y", "24", command)
            }

            func close() { Tool.run(tmux, "-S", socket, "kill-server") }

            var screen: String { Tool.run(tmux, "-S", socket, "capture-pane", "-p", "-t", "loot") }

            /// Types keys by their names in tmux, the words of a line.
            func type(_ keys: String) {
                for key in keys.split(separator: " ") {
                    Tool.run(tmux, "-S", socket, "send-keys", "-t", "loot", String(key))
                }
            }

            /// Waits until the screen holds a text.
            func shows(_ text: String, _ location: SourceLocation = #_sourceLocation) async throws {
                while !screen.contains(text) {
                    guard !Task.isCancelled else {
                        Issue.record("“\(text)” did not come:\n\(screen)", sourceLocation: location)
                        throw CancellationError()
                    }
                    try? await Task.sleep(for: .milliseconds(30))
                }
            }
        }

        @Test(
            .enabled(if: tmux != nil, "tmux is not installed"),
            .enabled(if: BuiltProgram.path != nil, "loot is not built"), .timeLimit(.minutes(10)),
            arguments: ["json", "plist"])
        func `a session in a real terminal leaves the right file`(store: String) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "items.\(store)").path()
            let program = try #require(BuiltProgram.path)
            let pane = Pane(try #require(Self.tmux), program, folder, store: "\(store):\(file)")
            defer { pane.close() }

            try await pane.shows("No items!")
            // Typed ahead: what comes while the store works waits for it, in its order.
            pane.type("a Lamp Tab 40 C-s C-g a Bear Tab 12 C-s C-g a Mac Tab 950 C-s C-g g f J")
            try await pane.shows("Items (3 items)")
            try await pane.shows("Lamp (Favorite)")
            pane.type("Enter ! C-s Escape")
            try await pane.shows("Lamp! (Favorite)")
            pane.type("d Tab Enter")
            try await pane.shows("Items (2 items)")
            pane.type("u")
            try await pane.shows("Items (3 items)")
            pane.type("/ mac")
            try await pane.shows("1 item found")
            pane.type("Escape")
            try await pane.shows("Items (3 items)")
            pane.type("s")
            try await pane.shows("initial: ")
            pane.type("Down Down Enter")
            try await pane.shows("B ─")
            pane.type("q")
            try await pane.shows("ended 0")

            let text = try String(contentsOfFile: file, encoding: .utf8)
            let places = ["Bear", "Lamp!", "Mac"].map { text.range(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil })
            #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
            #expect(text.contains("40") && text.contains("12") && text.contains("950"))
            #expect(text.contains("true"))
        }
    }

    /// The program beside the tests.
    enum BuiltProgram {
        static let path: String? = CommandLine.arguments.first.flatMap {
            Tool.path(URL(filePath: $0).deletingLastPathComponent().appending(path: "loot").path())
        }
    }
#endif
