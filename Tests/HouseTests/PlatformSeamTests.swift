import Foundation
import Testing

/// Only one module depends on the operating system. The sources of the others are searched for violations, because
/// only Linux compiles them here.
@Suite struct PlatformSeamTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the output of a program.
    private static func output(of words: [String]) throws -> [Substring] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = root
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    /// Returns the lines of code outside the module `Platform` that match a pattern of `grep -E`, each with
    /// its location.
    private static func lines(_ pattern: String, in endings: [String] = ["swift"]) throws -> [Substring] {
        let files =
            endings.map { "--include=*.\($0)" } + [
                "--exclude-dir=Platform", "--exclude-dir=CPlatform",
            ]
        return try output(of: ["grep", "-rnE"] + files + [pattern, "Sources", "Plugins"]).filter { line in
            // Comments can mention any name.
            let code = line.split(separator: ":", maxSplits: 2).last?.drop { $0 == " " } ?? ""
            return !code.hasPrefix("//")
        }
    }

    @Test func `only Platform imports the C library and checks the system`() throws {
        #expect(try Self.lines("import (Glibc|Musl|Darwin|Android|WinSDK|CPlatform)$") == [])
        // Systems without FoundationEssentials import all of Foundation. These conditions are about Foundation, not
        // about the system.
        let conditions = try Self.lines("#(else)?if ").filter { line in
            !line.hasSuffix("#if canImport(FoundationEssentials)")
        }
        #expect(conditions == [])
        #expect(try Self.lines("^import LootCore").count > 100, "nothing was read")
    }

    @Test func `only Platform calls functions that only Linux has`() throws {
        let names = [
            "epoll", "eventfd", "inotify", "accept4", "renameat2", "SOCK_CLOEXEC", "SOCK_NONBLOCK",
            "MSG_NOSIGNAL", "MADV_", "fdatasync", "pipe2", "signalfd", "timerfd", "io_uring", "prctl",
            "memfd",
            "\"/proc", "\"/sys/",
        ]
        #expect(try Self.lines(names.joined(separator: "|"), in: ["swift", "c", "h"]) == [])
    }

    @Test func `calls of the C library go through Platform`() throws {
        // Foundation and Dispatch export the C library, so the compiler doesn't reject these calls.
        let calls = [
            "strerror", "usleep", "getenv", "setenv", "fcntl", "ioctl", "isatty", "poll", "waitpid",
            "sysconf",
            "getpid", "getuid", "setsockopt", "realpath", "fsync", "mmap", "dlopen", "strdup", "strlen",
        ]
        let words = "(\(calls.joined(separator: "|")))\\(|errno|pthread_|posix_spawn|environ\\b"
        #expect(try Self.lines("(^|[^A-Za-z0-9_.])(\(words))") == [])
    }

    @Test func `only symbols of the declared system versions are used`() throws {
        let platforms = try Self.output(of: ["grep", "^    platforms:", "Package.swift"])
        let version = try #require(platforms.first?.firstMatch(of: /\.macOS\(\.v(\d+)\)/)?.output.1)
        let names = try Self.namesLater(than: try #require(Double(version)))
        #expect(try Self.lines("\\b(\(names.sorted().joined(separator: "|")))\\b") == [])
    }

    /// Returns the names in the standard library that were added to macOS after a version, from the library's
    /// interface.
    private static func namesLater(than version: Double) throws -> Set<String> {
        struct Information: Decodable {
            struct Target: Decodable { var moduleTriple: String }
            struct Paths: Decodable { var runtimeLibraryImportPaths: [String] }
            var target: Target
            var paths: Paths
        }
        let text = try output(of: ["swiftc", "-print-target-info"]).joined()
        let information = try JSONDecoder().decode(Information.self, from: Data(text.utf8))
        let folder = try #require(information.paths.runtimeLibraryImportPaths.first)
        let interfaces = ["Swift", "_Concurrency", "Synchronization", "_StringProcessing"].map {
            "\(folder)/\($0).swiftmodule/\(information.target.moduleTriple).swiftinterface"
        }
        let kinds = "func|var|struct|class|enum|actor|protocol|typealias"
        let pattern = "@available\\(macOS [0-9.]+|public .*\\b(\(kinds)) [A-Za-z][A-Za-z0-9_]*"
        var (earlier, later): (Set<String>, Set<String>) = ([], [])
        var introduced = 0.0
        for found in try output(of: ["grep", "-hoE", pattern] + interfaces) {
            let word = String(found[(found.lastIndex(of: " ") ?? found.startIndex)...].dropFirst())
            if found.hasPrefix("@") {
                // 9999 marks compiler internals.
                introduced = word == "9999" ? 0 : Double(word) ?? 0
            } else {
                if introduced > version { later.insert(word) } else { earlier.insert(word) }
                introduced = 0
            }
        }
        try #require(earlier.count > 1_000 && !later.isEmpty)
        return later.subtracting(earlier)
    }
}
