import Foundation
import Testing

/// One room knows which operating system it runs on. All else is read here, and compiled on Linux only.
@Suite struct PlatformSeamTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The lines of code, without comments and the like, of the rooms and plugins outside the seam.
    private static func lines(of endings: [String]) throws -> [(place: String, text: Substring)] {
        var found: [(String, Substring)] = []
        for folder in ["Sources", "Plugins"] {
            let paths = try #require(
                FileManager.default.enumerator(atPath: root.appending(path: folder).path()))
            for case let path as String in paths where endings.contains(where: path.hasSuffix) {
                if path.hasPrefix("Platform/") || path.hasPrefix("CPlatform/") { continue }
                let text = try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8)
                for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
                    .enumerated()
                {
                    let line = line.drop { $0 == " " }
                    if line.hasPrefix("//") { continue }
                    found.append(("\(folder)/\(path):\(number + 1)", line))
                }
            }
        }
        return found
    }

    @Test func `one room alone imports the C library and asks for the system`() throws {
        let lines = try Self.lines(of: [".swift"])
        #expect(lines.count > 30_000)
        let libraries = ["Glibc", "Musl", "Darwin", "Android", "WinSDK", "CPlatform"]
        for (place, line) in lines {
            let isImport = line.contains("import ") && libraries.contains { line.hasSuffix(" \($0)") }
            #expect(!isImport, "\(place) imports the C library")
            guard line.hasPrefix("#if") || line.hasPrefix("#elseif") else { continue }
            // Where Foundation has no essentials of its own, it is imported as a whole: that is about Foundation.
            #expect(line == "#if canImport(FoundationEssentials)", "\(place) asks for the system: \(line)")
        }
    }

    @Test func `what only Linux has is called in one room alone`() throws {
        let names = [
            "epoll", "eventfd", "inotify", "accept4", "renameat2", "SOCK_CLOEXEC", "SOCK_NONBLOCK",
            "MSG_NOSIGNAL", "MADV_", "fdatasync", "pipe2", "signalfd", "timerfd", "io_uring", "prctl",
            "\"/proc", "\"/sys/", "memfd",
        ]
        for (place, line) in try Self.lines(of: [".swift", ".c", ".h"]) {
            for name in names where line.contains(name) {
                Issue.record("\(place) has \(name), which other systems lack")
            }
        }
    }

    @Test func `calls of the C library go through the seam`() throws {
        // Foundation and Dispatch bring the C library along, so that the compiler refuses none of these.
        let calls = [
            "errno", "strerror(", "usleep(", "getenv(", "setenv(", "fcntl(", "ioctl(", "isatty(", "poll(",
            "pthread_", "posix_spawn", "waitpid(", "sysconf(", "getpid(", "getuid(", "setsockopt(",
            "socket(AF",
            "environ[", "realpath(", "fsync(", "mmap(", "dlopen(",
        ]
        for (place, line) in try Self.lines(of: [".swift"]) {
            for call in calls {
                guard let range = line.range(of: call) else { continue }
                let before =
                    range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
                let isOther = before.isLetter || before.isNumber || before == "." || before == "_"
                #expect(isOther, "\(place) calls \(call)")
            }
        }
    }

    @Test func `nothing is used that came after the systems that the package names`() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let version = try #require(manifest.firstMatch(of: /platforms: \[\.macOS\(\.v(\d+)\)/)?.output.1)
        let named = try #require(Int(version))
        let later = try Self.namesLater(than: named)
        // From the interface as it is, a version that lacks what everybody uses lacks most of it.
        try #expect(Self.namesLater(than: 15).contains("InlineArray"))
        for (place, line) in try Self.lines(of: [".swift"]) {
            for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                #expect(!later.contains(String(word)), "\(place) uses \(word), which macOS \(named) lacks")
            }
        }
    }

    /// The names of the standard library that no version of macOS up to this one has, from its own interface.
    private static func namesLater(than version: Int) throws -> Set<String> {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc", "-print-target-info"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        struct Information: Decodable {
            struct Target: Decodable { var moduleTriple: String }
            struct Paths: Decodable { var runtimeLibraryImportPaths: [String] }
            var target: Target
            var paths: Paths
        }
        let information = try JSONDecoder().decode(Information.self, from: data)
        let folder = try #require(information.paths.runtimeLibraryImportPaths.first)
        var (earlier, later): (Set<String>, Set<String>) = ([], [])
        for module in ["Swift", "_Concurrency", "Synchronization", "_StringProcessing"] {
            let path = "\(folder)/\(module).swiftmodule/\(information.target.moduleTriple).swiftinterface"
            var introduced = 0
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                if let found = line.firstMatch(of: /@available\(macOS (\d+)(\.\d+)?/) {
                    introduced = Int(found.output.1) ?? 0
                    // Within a version's year, what came with a later one counts as the next.
                    if let minor = found.output.2, minor != ".0", introduced == version { introduced += 1 }
                }
                guard
                    let name = line.firstMatch(
                        of: /\b(?:func|var|struct|class|enum|actor|protocol|typealias) ([A-Za-z_]\w*)/)?
                        .output.1
                else { continue }
                if introduced > version { later.insert(String(name)) } else { earlier.insert(String(name)) }
                introduced = 0
            }
        }
        #expect(earlier.count > 1_000)
        return later.subtracting(earlier)
    }
}
