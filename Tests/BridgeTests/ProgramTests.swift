import Foundation
import Testing

@testable import ProgramBridge

/// The program itself, with plugins in other languages.
@Suite(.enabled(if: Tool.python != nil && Program.path != nil)) struct ProgramTests {
    @Test func `a store in Python is trusted, used, and looked at by several programs`() async throws {
        let place = try Place()
        let text = try #require(ProgramBridge.text(of: "store", in: "python", name: "shelf"))
        let path = try place.program("shelf", text)
        let address = "shelf:\(place.folder)/data/things.json"
        #expect(
            try Program.run(["--store", address, "list"], place).errors.contains("no store is called “shelf”")
        )
        #expect(
            try Program.run(["plugins", "trust", path], place).errors.contains(
                "Say that you mean it with --yes"))
        #expect(try Program.run(["plugins", "trust", path, "--yes"], place).output.contains("store shelf"))
        #expect(try Program.run(["--store", address, "add", "Lamp", "--value", "40"], place).status == 0)
        #expect(try Program.run(["--store", address, "add", "Sofa"], place).status == 0)
        let list = try Program.run(
            ["--store", address, "list", "--format", "jsonl", "--fields", "name"], place)
        #expect(list.output == "{\"name\":\"Lamp\"}\n{\"name\":\"Sofa\"}\n")
        #expect(try Program.run(["plugins"], place).output.contains("shelf"))
        #expect(try Program.run(["plugin", "list"], place).output.contains("trusted"))
        #expect(try Program.run(["config", "schema"], place).output.contains("\"shelf\""))
        let wrong = try Program.run(["--set", "store.use=shelf", "--set", "store.pth=x", "list"], place)
        #expect(wrong.errors.contains("store.pth") && wrong.errors.contains("path"))
        #expect(try Program.run(["plugins", "forget", "shelf"], place).status == 0)
        #expect(try Program.run(["--store", address, "list"], place).status != 0)
    }

    @Test func `a watcher sees what another program adds, and no plugin outlives a host that is killed`()
        async throws
    {
        let misfit = try Misfit(try Place())
        let place = misfit.place
        #expect(try Program.run(["plugins", "trust", misfit.path, "--yes"], place).status == 0)
        let watcher = try Program.start(["--store", "misfit:", "watch"], place)
        // The first line is the answer as it is.
        #expect(try watcher.line()?.contains("\"count\":0") == true)
        #expect(try Program.run(["--store", "misfit:", "add", "Lamp"], place).status == 0)
        #expect(try watcher.line()?.contains("\"count\":1") == true)
        watcher.process.terminate()
        watcher.process.waitUntilExit()
        #expect(try await misfit.isGone())

        try misfit.misbehave("stubborn", at: "load")
        let held = try Program.start(["--store", "misfit:", "list"], place)
        while misfit.processes.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
        kill(held.process.processIdentifier, SIGKILL)
        #expect(try await misfit.isGone())
    }

    @Test func `a command of one's own is run with the program's path, and help lists it`() throws {
        let place = try Place()
        let path = "\(place.folder)/bin/loot-greet"
        try Data("#!/bin/sh\necho \"hello $1 from $LOOT\"\nexit 3\n".utf8).write(
            to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let outcome = try Program.run(["greet", "Ann"], place)
        #expect(outcome.output.hasPrefix("hello Ann from /"))
        #expect(outcome.status == 3)
        #expect(try Program.run(["help"], place).output.contains("  greet\n"))
        #expect(try Program.run(["gret"], place).status == 64)
    }

    @Test func `a beginning is written where one stands, and not over a file`() throws {
        let place = try Place()
        let words = ["plugins", "new", "shelf", "--kind", "hook", "--language", "python"]
        #expect(try Program.run(words, place).output.hasPrefix("Wrote loot-plugin-shelf."))
        #expect(FileManager.default.isExecutableFile(atPath: "\(place.folder)/data/loot-plugin-shelf"))
        #expect(try Program.run(words, place).errors.contains("there is a file loot-plugin-shelf already"))
        #expect(
            try Program.run(["plugins", "new", "x", "--kind", "shop"], place).errors.contains(
                "no kind “shop”"))
        let go = try Program.run(["plugins", "new", "go-shelf", "--language", "go"], place).output
        #expect(go.contains("Build it with: go build -o loot-plugin-go-shelf loot-plugin-go-shelf.go\n"))
        #expect(go.contains("plugins test ./loot-plugin-go-shelf\n"))
        // It lies in a folder of data now, and is found by no name.
        #expect(try Program.run(["plugins", "trust", "shelf", "--yes"], place).status == 66)
    }

    @Test func `an assistant is served on standard input and output`() throws {
        let place = try Place()
        let served = try Program.start(["--store", "memory:2", "serve", "--mcp"], place)
        try served.say(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        #expect(try served.line()?.contains("\"name\":\"list\"") == true)
        try served.input.fileHandleForWriting.close()
        served.process.waitUntilExit()
        #expect(served.process.terminationStatus == 0)
    }
}

/// The program as it was built.
enum Program {
    static let path: String? = {
        var places = CommandLine.arguments.filter { $0.contains(".xctest") }
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            places.append(own)
        }
        for place in places {
            var folder = URL(fileURLWithPath: place)
            for _ in 0..<5 {
                folder.deleteLastPathComponent()
                let candidate = folder.appending(path: "loot").path(percentEncoded: false)
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
                    !isFolder.boolValue
                {
                    return candidate
                }
            }
        }
        return nil
    }()

    /// A process of it.
    struct Running {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        let errors = Pipe()

        func say(_ line: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        }

        /// The next line that it prints; nil at the end.
        func line() throws -> String? {
            var bytes: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
                if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
                bytes.append(byte)
            }
            return nil
        }
    }

    static func start(_ words: [String], _ place: Place) throws -> Running {
        let running = Running()
        running.process.executableURL = URL(fileURLWithPath: try #require(path))
        running.process.arguments = words
        running.process.environment = place.environment
        running.process.currentDirectoryURL = URL(fileURLWithPath: "\(place.folder)/data")
        running.process.standardInput = running.input
        running.process.standardOutput = running.output
        running.process.standardError = running.errors
        try running.process.run()
        return running
    }

    static func run(_ words: [String], _ place: Place) throws -> (
        status: Int32, output: String, errors: String
    ) {
        let running = try start(words, place)
        try running.input.fileHandleForWriting.close()
        let output = try running.output.fileHandleForReading.readToEnd() ?? Data()
        let errors = try running.errors.fileHandleForReading.readToEnd() ?? Data()
        running.process.waitUntilExit()
        return (
            running.process.terminationStatus, String(decoding: output, as: UTF8.self),
            String(decoding: errors, as: UTF8.self)
        )
    }
}
