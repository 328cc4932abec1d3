#if os(Linux)
    import Foundation
    import Testing
    import WebServerTesting

    /// Several programs that share a file: each shows the others' changes automatically.
    @Suite(.enabled(if: Programs.loot != nil, "loot isn't built"), .timeLimit(.minutes(20)))
    struct SharingTests {
        @Test func `two servers, the command line and the terminal see each other's changes`()
            async throws
        {
            try await blocking {
                let first = try Served(["Lamp"])
                defer { first.stop() }
                let second = try Served(besides: first)
                defer { second.stop() }
                let screen = try Programs.tmux.map { try Screen($0, first) }
                defer { screen?.stop() }
                let streams = [try first.api.follow("/api/events"), try second.api.follow("/api/events")]
                for stream in streams { try stream.wait(for: "event: state") }
                try screen?.wait(for: "Lamp")

                try first.add("From the first", 10)
                for stream in streams { try stream.wait(for: "From the first") }
                try screen?.wait(for: "From the first")
                try second.add("From the second", 20)
                for stream in streams { try stream.wait(for: "From the second") }
                try screen?.wait(for: "From the second")
                try first.loot("add", "From a shell")
                for stream in streams { try stream.wait(for: "From a shell") }
                try screen?.wait(for: "From a shell")

                let names = ["Lamp", "From the first", "From the second", "From a shell"]
                #expect(try first.names() == names)
                #expect(try second.names() == names)
                let listed = try first.loot("list", "--format", "csv")
                for name in names { #expect(listed.contains(name)) }
            }
        }

        /// `loot tui` in a separate terminal.
        private final class Screen {
            private let tmux: String
            private let socket: String

            init(_ tmux: String, _ served: Served) throws {
                self.tmux = tmux
                socket = served.folder.appending(path: "tmux").path()
                let command =
                    "env LOOT_CONFIG= XDG_CONFIG_HOME=\(served.folder.path()) '\(Programs.loot ?? "")' "
                    + "tui --store 'json:\(served.folder.path())/items.json'"
                try run("-f", "/dev/null", "new-session", "-d", "-s", "loot", "-x", "80", "-y", "24", command)
            }

            @discardableResult
            private func run(_ arguments: String...) throws -> String {
                try Running.output(of: tmux, ["-S", socket] + arguments, ["LANG": "C.UTF-8"])
            }

            func wait(for words: String) throws {
                let end = Date(timeIntervalSinceNow: 300)
                while try !run("capture-pane", "-p", "-t", "loot").contains(words) {
                    guard Date() < end else {
                        throw PlainClient.Failure(description: "“\(words)” didn't appear on the screen")
                    }
                    Thread.sleep(forTimeInterval: 0.05)
                }
            }

            /// Ends the session, and with it the tmux server. The server ignores other signals, because the
            /// tests' threads block signals in child processes.
            func stop() { _ = try? run("kill-session", "-t", "loot") }
        }
    }
#endif
