import Foundation
import Testing

/// Runs the built program in separate processes.
enum Loot {
    /// The result of a process.
    struct Outcome {
        /// The exit status, or nil if a signal ended the process.
        var status: Int32?
        var output: String
        var errors: String
    }

    /// The path of the built program, however the tests were started.
    static let path: String? = {
        var places = CommandLine.arguments.filter { $0.contains(".xctest") }
        places.append(CommandLine.arguments.first ?? "")
        places += Bundle.allBundles.map(\.bundlePath)
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
                    !isFolder.boolValue,
                    FileManager.default.isExecutableFile(atPath: candidate)
                {
                    return candidate
                }
            }
        }
        return nil
    }()

    /// Runs the program to its end.
    static func run(_ words: [String], in folder: String, as user: User = .own) async throws -> Outcome {
        try await start(words, in: folder, as: user).outcome()
    }

    /// Runs another program to completion.
    static func system(_ words: String...) async throws -> Outcome {
        try await Running("/usr/bin/env", words, in: "/").outcome()
    }

    /// Starts the program.
    static func start(_ words: [String], in folder: String, as user: User = .own) throws -> Running {
        let path = try #require(path, "loot isn't built")
        switch user {
        case .own: return try Running(path, words, in: folder)
        case .nobody:
            let command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", path] + words
            return try Running("/usr/bin/env", command, in: folder)
        }
    }

    /// The user of a process.
    enum User { case own, nobody }
}

/// A running process.
final class Running: Sendable {
    private let process: Process
    private let output = Pipe()
    private let errors = Pipe()
    private let end: AsyncStream<Void>

    init(_ program: String, _ words: [String], in folder: String) throws {
        let process = Process()
        self.process = process
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        self.end = end
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
    }

    /// Kills the process like the system does when it is out of memory.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end of the process. Its output must fit into a pipe.
    func outcome() async throws -> Loot.Outcome {
        for await _ in end {}
        let texts = try [output, errors].map { pipe in
            // Close the pipe explicitly, because an ended process can keep it open, and the tests start
            // thousands of processes.
            defer { try? pipe.fileHandleForReading.close() }
            return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Loot.Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : nil, output: texts[0],
            errors: texts[1])
    }
}

/// A folder that is deleted after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "loot-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) }
    }
}
