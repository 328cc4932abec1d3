import Foundation
import Testing

@testable import ProgramBridge

/// Runs the program with plugins in other languages.
@Suite(.enabled(if: Tool.python != nil && Program.path != nil)) struct ProgramTests {
    @Test func `a Python store can be trusted and used, and observed by several programs`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "shelf"))
        let path = try place.program("shelf", text)
        let address = "shelf:\(place.folder)/data/things.json"
        #expect(
            try Program.run(["--store", address, "list"], place).errors.contains("There is no store “shelf”")
        )
        #expect(
            try Program.run(["plugins", "trust", path], place).errors.contains(
                "Confirm it with --yes"))
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

    @Test func `an observer sees another program's additions, and plugins end when the host is killed`()
        async throws
    {
        let misfit = try Misfit(try Place())
        let place = misfit.place
        #expect(try Program.run(["plugins", "trust", misfit.path, "--yes"], place).status == 0)
        let watcher = try Program.start(["--store", "misfit:", "watch"], place)
        // The first line is the current result, the next one a step.
        #expect(try watcher.line()?.contains("\"count\":0") == true)
        #expect(try Program.run(["--store", "misfit:", "add", "Lamp"], place).status == 0)
        let step = try #require(try watcher.line())
        #expect(step.contains("\"count\":1") && step.contains("\"inserted\":[{\"row\":0"))
        #expect(!step.contains("reset"))
        watcher.process.terminate()
        watcher.process.waitUntilExit()
        #expect(try await misfit.isGone())

        try misfit.misbehave("stubborn", at: "load")
        let held = try Program.start(["--store", "misfit:", "list"], place)
        while misfit.processes.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
        kill(held.process.processIdentifier, SIGKILL)
        #expect(try await misfit.isGone())
    }

    @Test func `the error for an untrusted plugin names the command that trusts it`() throws {
        let place = try Place()
        let path = try place.program("misfit", Misfit.text)
        let trust = "Trust it first: loot plugins trust misfit\n"
        for words in [
            ["--store", "misfit:", "list"], ["--set", "store.use=misfit", "list"],
            ["list", "--sections", "misfit"], ["export", "--format", "misfit"],
            ["--set", "hooks=misfit", "list"],
        ] {
            let errors = try Program.run(words, place).errors
            #expect(errors.contains("The plugin with this name (\(path)) isn't trusted."), "\(words)")
            #expect(errors.hasSuffix(trust), "\(words): \(errors)")
        }
        let test = try Program.run(["plugins", "test", "misfit"], place)
        #expect(test.errors.hasSuffix("trust it: loot plugins trust misfit\n"))
        #expect(try Program.run(["plugins", "trust", "misfit", "--yes"], place).status == 0)
        try place.program("misfit", Misfit.text + "\n# and one more line\n")
        let changed = try Program.run(["--store", "misfit:", "list"], place).errors
        #expect(changed.contains("Its file has changed since it was trusted."))
        #expect(changed.contains("trust it again: loot plugins trust misfit"))
    }

    @Test func `an exporter or importer doesn't start before its required options are set`() throws {
        let place = try Place()
        let text = Misfit.text.replacing(
            #""name": "writer"}"#,
            with:
                #""name": "writer", "options": [{"name": "folder", "kind": "path", "required": True, "summary": "The folder."}]}"#
        ).replacing(
            #""name": "reader"}"#, with: #""name": "reader", "options": [{"name": "key", "required": True}]}"#
        )
        let path = try place.program("misfit", text)
        #expect(try Program.run(["plugins", "trust", path, "--yes"], place).status == 0)
        let started = try String(contentsOfFile: path + ".pids", encoding: .utf8)
        let export = try Program.run(["--store", "memory:2", "export", "--format", "writer"], place)
        #expect(export.status == 78)
        #expect(
            export.errors == """
                loot: Can't use the plugin “writer”. Its required option “folder” isn't set. \
                Set "exporters": [{ "use": "writer", "folder": … }] in the configuration: loot config edit

                """)
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(place.folder)/data/a.txt"))
        let imported = try Program.run(
            ["--store", "memory:2", "import", "a.txt", "--format", "reader"], place)
        #expect(imported.errors.contains("“reader”. Its required option “key” isn't set."))
        #expect(try String(contentsOfFile: path + ".pids", encoding: .utf8) == started, "it was started")
        let configuration = #"{ "exporters": [{ "use": "writer", "folder": "/tmp" }] }"#
        try Data(configuration.utf8).write(
            to: URL(fileURLWithPath: "\(place.folder)/config/loot/config.json"))
        #expect(
            try Program.run(["--store", "memory:2", "export", "--format", "writer"], place).output
                .contains("written"))
    }

    @Test func `options before an external command are passed to it`() throws {
        let place = try Place()
        let serial = "\(place.folder)/bin/loot-serial"
        try Data(repository("Plugins/Examples/loot-serial").utf8).write(to: URL(fileURLWithPath: serial))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: serial)
        let store = ["--store", "json:other.json"]
        let names = ["--format", "jsonl", "--fields", "name"]
        #expect(try Program.run(store + ["add", "Lamp", "--serial", "47 \"11"], place).status == 0)
        let line = "{\"name\":\"Lamp\"}\n"
        #expect(try Program.run(["serial", "47 \"11"] + store + names, place).output == line)
        #expect(try Program.run(store + ["serial", "47 \"11"] + names, place).output == line)
        #expect(try Program.run(["-q"] + store + ["serial", "4711"] + names, place).output == "")
        let settings = ["--set", "store.use=json", "--set", "store.path=other.json"]
        #expect(try Program.run(settings + ["serial", "47 \"11"] + names, place).output == line)
        let file = "\(place.folder)/other-config.json"
        try Data(#"{ "store": { "use": "json", "path": "data/other.json" } }"#.utf8).write(
            to: URL(filePath: file))
        #expect(try Program.run(["--config", file, "serial", "47 \"11"] + names, place).output == line)
        #expect(try Program.run(["__complete"] + store + ["ser"], place).output.contains("serial\t"))
        // A command that computes completions runs in the same environment.
        try Data("#!/bin/sh\necho \"$LOOT_STORE\"\n".utf8).write(to: URL(fileURLWithPath: serial))
        #expect(
            try Program.run(["__complete"] + store + ["serial", "j"], place).output == "json:other.json\t\n")
        // The program itself handles its help, its version, and errors in its options.
        #expect(try Program.run(["--version", "serial"], place).status == 64)
        #expect(try Program.run(["--stor", "x", "serial", "1"], place).status == 64)
    }

    @Test func `an external command gets the program's path, and help lists it`() throws {
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

    @Test func `a template is created in the current folder and never replaces a file`() throws {
        let place = try Place()
        let words = ["plugins", "new", "shelf", "--kind", "hook", "--language", "python"]
        try FileManager.default.removeItem(atPath: "\(place.folder)/data/lootlogger.py")
        #expect(try Program.run(words, place).output.hasPrefix("Wrote loot-plugin-shelf and lootlogger.py."))
        #expect(FileManager.default.fileExists(atPath: "\(place.folder)/data/lootlogger.py"))
        #expect(FileManager.default.isExecutableFile(atPath: "\(place.folder)/data/loot-plugin-shelf"))
        #expect(try Program.run(words, place).errors.contains("loot-plugin-shelf already exists"))
        #expect(
            try Program.run(["plugins", "new", "x", "--kind", "shop"], place).errors.contains(
                "“shop” isn't a kind of plugin"))
        let go = try Program.run(["plugins", "new", "go-shelf", "--language", "go"], place).output
        #expect(go.contains("Build it with: go build -o loot-plugin-go-shelf loot-plugin-go-shelf.go\n"))
        #expect(go.contains("plugins test ./loot-plugin-go-shelf\n"))
        // A plugin in the current folder isn't found by its name.
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

/// The built program.
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

    /// A process of the program.
    struct Running {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        let errors = Pipe()

        func say(_ line: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        }

        /// Returns the next line that it prints, or nil at the end.
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
