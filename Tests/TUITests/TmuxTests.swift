import Foundation
import Testing

/// A whole session in a real terminal, on the built program: typed into tmux, and the file read afterwards.
@Suite(.serialized) struct TmuxTests {
    private static let tmux = ["/usr/bin/tmux", "/opt/homebrew/bin/tmux", "/usr/local/bin/tmux"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    private static let program: String? = CommandLine.arguments.first.map {
        URL(filePath: $0).deletingLastPathComponent().appending(path: "loot").path()
    }.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(tmux))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard arguments.contains("capture-pane") else {
            // The server that is started would hold a pipe open.
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            // Nor does its client count as ended while that server holds what it inherited.
            if !arguments.contains("new-session") { process.waitUntilExit() }
            return ""
        }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["LOOT_SESSIONS"] == "1",
            "it takes a machine that does nothing else: LOOT_SESSIONS=1 swift test --filter TmuxTests"),
        .enabled(if: tmux != nil, "tmux is not installed"), .enabled(if: program != nil, "loot is not built"),
        .timeLimit(.minutes(10)), arguments: ["json", "plist"])
    func `a session in a real terminal leaves the right file`(store: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "items.\(store)").path()
        let socket = folder.appending(path: "tmux").path()
        let program = try #require(Self.program)
        let command =
            "env LANG=C.UTF-8 LOOT_CONFIG= XDG_CONFIG_HOME=\(folder.path()) '\(program)' tui "
            + "--store '\(store):\(file)'; echo ended $?; sleep 60"
        _ = try Self.run([
            "-S", socket, "-f", "/dev/null", "new-session", "-d", "-s", "loot", "-x", "80", "-y", "24",
            command,
        ])
        defer { _ = try? Self.run(["-S", socket, "kill-server"]) }
        var screen = ""
        func expect(_ text: String, _ location: SourceLocation = #_sourceLocation) async throws {
            while !Task.isCancelled {
                screen = try Self.run(["-S", socket, "capture-pane", "-p", "-t", "loot"])
                if screen.contains(text) { return }
                try await Task.sleep(for: .milliseconds(25))
            }
            Issue.record("“\(text)” did not come:\n\(screen)", sourceLocation: location)
        }
        func type(_ keys: String...) throws {
            _ = try Self.run(["-S", socket, "send-keys", "-t", "loot"] + keys)
        }

        try await expect("No items!")
        for (name, value) in [("Lamp", "40"), ("Bear", "12"), ("Mac", "950")] {
            try type("a")
            try await expect("New item")
            try type(name, "Tab", value, "C-s")
            try await expect("Saved.")
            try type("Escape")
            try await expect("Items (")
            try await expect(name)
        }
        try type("g", "f")
        try await expect("Lamp (Favorite)")
        try type("J")
        try await expect("Lamp (Favorite)")
        try type("Enter")
        try await expect("Serial number")
        try type("!", "Escape")
        try await expect("Saved “Lamp!”.")
        try type("d")
        try await expect("Delete “Lamp!")
        try type("Tab", "Enter")
        try await expect("Items (2 items)")
        try type("u")
        try await expect("Items (3 items)")
        try type("/", "mac")
        try await expect("1 item found")
        try type("Escape")
        try await expect("Items (3 items)")
        try type("s")
        try await expect("initial: ")
        try type("Down", "Down", "Enter")
        try await expect("B ─")
        try type("q")
        try await expect("ended 0")

        let text = try String(contentsOfFile: file, encoding: .utf8)
        let places = ["Bear", "Lamp!", "Mac"].map { text.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(text.contains("950") && text.contains("true"))
    }
}
